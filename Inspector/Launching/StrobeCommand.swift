import ArgumentParser

/// The program `strobe`.
@main
struct StrobeCommand: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "strobe",
        abstract: "Looks into the stores of a running process: state, actions, history.",
        discussion: """
            Without -e and -f the commands are typed at a prompt, or read from standard input where that is no terminal. \
            `help` at the prompt lists them.

            Exit codes: 0 all went well, 1 a command failed, 2 the connection is lost or could not be made, 64 wrong usage, \
            130 interrupted.
            """,
        version: version,
        subcommands: [
            AttachCommand.self, RunCommand.self, DemoCommand.self, OpenCommand.self, ListCommand.self,
            RecordCommand.self, ReplayCommand.self, ReportCommand.self, TestCommand.self, AuditCommand.self,
            ImportCommand.self,
            ExportCommand.self, ScriptCommand.self, ConformanceCommand.self, ProtocolCommand.self,
        ])
}
