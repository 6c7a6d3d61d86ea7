import ArgumentParser
import InspectorCore
import InspectorMCP
import LineEditing
import StrobeClient
import StrobeSystem
import StrobeTransport

/// `strobe mcp`.
struct McpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp", abstract: "Serves stores to AI agents over the Model Context Protocol on standard streams.",
        discussion: """
            Agents read states, logs and histories of running processes and recordings, try other pasts, and find causes. \
            They change nothing unless --control is given, and then no more than a process grants; each change is a line \
            on standard error. Clients start this command themselves: their configuration names it.
            """)

    @OptionGroup var access: TargetOptions

    @Flag(help: "Let agents send actions, set and restore states, and control gates.")
    var control = false

    @Option(help: ArgumentHelp("The maximum size of an answer, from 2000 to 40000.", valueName: "bytes"))
    var maxBytes = 8_000

    @Option(help: "Which tools also return structured data.")
    var structured = AgentOptions.Structure.small

    @Option(help: "When to ask the user before a change, if the client can: if it has effects, always, or never.")
    var confirm = AgentOptions.Confirmation.auto

    @Argument(
        help: ArgumentHelp(
            "Processes, as for `strobe attach`, and recordings, as for `strobe open`. Default: all processes that `strobe list` shows.",
            valueName: "target"), completion: .process)
    var targets: [String] = []

    func validate() throws {
        guard (2_000...40_000).contains(maxBytes) else {
            throw ValidationError("--max-bytes must be from 2000 to 40000, not \(maxBytes).")
        }
    }

    func run() async throws {
        let console = StreamConsole(colour: false)
        do {
            var options = AgentOptions(
                isControlling: control, maxBytes: maxBytes, structure: structured, confirmation: confirm,
                token: try access.given())
            for target in targets {
                if RecordingPaths.isRecording(target) {
                    options.files.append(target)
                } else {
                    options.targets.append(target)
                }
            }
            let connection = try StandardStreams.serve()
            await AgentServer(options, on: connection) { console.report([StyledText($0)]) }.run()
        } catch {
            console.report(ErrorRendering.lines(error))
            throw ExitCode(Outcome.connectionLost.rawValue)
        }
    }
}

extension AgentOptions.Structure: ExpressibleByArgument {}
extension AgentOptions.Confirmation: ExpressibleByArgument {}
