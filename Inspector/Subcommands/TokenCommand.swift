import InspectorCore
import ArgumentParser
import LineEditing
import StrobeClient
import StrobeTransport

/// `strobe token`.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Prints the token for the TCP port of a process, or a new one.",
        discussion: """
            A client that reaches a port through a tunnel has no discovery file, so it needs the token: print it where the \
            process runs, and pass it with --token-file or STROBE_TOKEN where you attach. A program takes a token of your choice \
            from its Configuration.tokenFile, or from STROBE_TOKEN_FILE or STROBE_TOKEN in its environment.
            """)

    @Flag(help: "Print a new token, for a program and its clients.")
    var new = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write the token to a file that only you can read.", valueName: "file"), completion: .file())
    var output: String?

    @Argument(
        help: "The process, as for `strobe attach`. Optional if only one process is running.", completion: .process)
    var target: String?

    func validate() throws {
        if new, target != nil {
            throw ValidationError("--new takes no process: remove \(target ?? "") or --new.")
        }
    }

    func run() throws {
        let console = StreamConsole(colour: ColourChoice.isWanted)
        do {
            let token = try new ? AccessSecret.make() : tokenOfTarget()
            if let output {
                try OutputFile.write(Array("\(token)\n".utf8), to: output)
            } else {
                console.print(machineLine: token)
            }
        } catch {
            console.report(ErrorRendering.lines(error, width: console.reportWidth))
            let isLost = InspectorError(any: error).code == .connectionLost
            throw ExitCode((isLost ? Outcome.connectionLost : .commandFailed).rawValue)
        }
    }

    private func tokenOfTarget() throws -> String {
        let found = try ProcessChoice.find(target, for: "strobe token")
        if let token = found.record?.token { return token }
        if let record = found.record, record.isElsewhere {
            throw InspectorError(
                .failed,
                "\(record.name) (\(record.pid)) is in a container or another pid namespace: run `strobe token` there.")
        }
        let name = found.record.map { "\($0.name) (\($0.pid))" } ?? "That endpoint"
        throw InspectorError(
            .failed,
            found.record == nil
                ? "\(name) has no discovery file here, so its token is unknown. Run `strobe token` where its process runs."
                : "\(name) has no TCP port, and its socket needs no token.")
    }
}
