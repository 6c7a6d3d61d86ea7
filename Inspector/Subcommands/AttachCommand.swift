import InspectorCore
import ArgumentParser
import LineEditing
import StrobeClient
import StrobeProtocol

/// `strobe attach`.
struct AttachCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Attaches to a running process.")

    @OptionGroup var options: SessionOptions
    @OptionGroup var access: TargetOptions

    @Argument(
        help: ArgumentHelp(
            "A name or process id that `strobe list` shows, HOST:PORT, or the path of a socket or of a directory with sockets. Optional if only one process is running.",
            valueName: "target"), completion: .process)
    var target: String?

    @Flag(
        help: ArgumentHelp(
            "Send SIGUSR1 to a process that has no server yet, to start one; the target must be a process id."
        ))
    var wake = false

    func validate() throws {
        if wake, target.flatMap({ Int32($0) }) == nil {
            throw ValidationError("--wake needs a process id: strobe attach --wake PID")
        }
    }

    func run() async throws {
        let target = wake ? target : ProcessChoice.target(target)
        var wayBack = Reattachment(target: target, access: options.readOnly ? .read : .control)
        do {
            wayBack.token = try access.given()
        } catch {
            SessionLauncher(options: options).report(error)
            throw ExitCode(Outcome.connectionLost.rawValue)
        }
        try await SessionLauncher(options: options, wayBack: wayBack).run { [token = wayBack.token] _ in
            if wake, let pid = target.flatMap({ Int32($0) }) {
                return try await DebugClient.connect(to: try await Discovery.wake(pid))
            }
            let found = try ProcessChoice.find(target, for: "strobe attach")
            return try await DebugClient.connect(to: try token.applied(to: found))
        }
    }
}
