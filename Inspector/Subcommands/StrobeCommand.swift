import InspectorCore
import ArgumentParser
import StrobeSystem
import StrobeTree

/// The program `strobe`.
@main
struct StrobeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "strobe",
        abstract: "Inspects the stores of a running process: state, actions, history.",
        discussion: """
            If -e and -f are absent, commands are read from a prompt, or from standard input if it is not a terminal. \
            `help all` at the prompt lists them.

            Exit codes: 0 success, 1 a command failed, 2 no connection or a lost one, 64 wrong usage, 130 interrupted.
            """,
        version: Version.current,
        subcommands: [
            AttachCommand.self, WatchCommand.self, LogCommand.self, RunCommand.self, DemoCommand.self, OpenCommand.self,
            ListCommand.self, WebCommand.self, DapCommand.self,
            RecordCommand.self, ReplayCommand.self, ReportCommand.self, TestCommand.self, AuditCommand.self,
            ImportCommand.self,
            ExportCommand.self, ScriptCommand.self, ConformanceCommand.self, ProtocolCommand.self, CommandsCommand.self,
            TokenCommand.self,
            RelayCommand.self, McpCommand.self,
            InstallCommand.self,
        ])

    static func main() async {
        do {
            var command = try parseAsRoot(meant(by: Array(CommandLine.arguments.dropFirst())))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            end(.success)
        } catch {
            let code = exitCode(for: error)
            // Help and version go to standard output.
            guard code.isSuccess else { end(code) { exit(withError: error) } }
            let text = fullMessage(for: error)
            if !text.isEmpty { StreamConsole(colour: false).print(machineLine: text) }
            end(code)
        }
    }

    /// The arguments with what a user may leave out: `strobe 15518` attaches to that process.
    ///
    /// - Throws: `ValidationError` if the first argument is no subcommand.
    static func meant(by arguments: [String]) throws -> [String] {
        guard let first = arguments.first, !first.hasPrefix("-") else { return arguments }
        if Int32(first) != nil { return ["attach"] + arguments }
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard !names.contains(first) else { return arguments }
        let near = Spelling.nearest(first, in: names).map { " Did you mean `strobe \($0)`?" } ?? ""
        throw ValidationError("There is no command `\(first)`.\(near)")
    }

    /// Exits; output that could not be written is a failure.
    private static func end(_ code: ExitCode, _ leave: () -> Void = {}) -> Never {
        if let reason = StreamConsole.outputFailure {
            let error = InspectorError(.failed, "Standard output cannot be written: \(reason).")
            let console = StreamConsole(colour: ColourChoice.isWanted)
            console.report(error)
            StrobeSystem.exit(code.isSuccess ? Outcome.commandFailed.rawValue : code.rawValue)
        }
        leave()
        StrobeSystem.exit(code.rawValue)
    }
}
