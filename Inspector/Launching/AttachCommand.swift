import ArgumentParser
import StrobeClient

/// `strobe attach`.
struct AttachCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Attaches to a running process.")

    @OptionGroup var options: SessionOptions

    @Argument(
        help: ArgumentHelp(
            "A name or process id that `strobe list` shows, HOST:PORT, or the path of a socket. May be left out when one process runs.",
            valueName: "target"))
    var target: String?

    func run() async throws {
        try await SessionLauncher(options: options).run { _ in
            try await DebugClient.connect(to: try Discovery.find(target))
        }
    }
}
