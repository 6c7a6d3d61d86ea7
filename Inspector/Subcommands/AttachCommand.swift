import ArgumentParser
import LineEditing
import StrobeClient
import StrobeProtocol

/// `strobe attach`.
struct AttachCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Attaches to a running process.")

    @OptionGroup var options: SessionOptions

    @Argument(
        help: ArgumentHelp(
            "A name or process id that `strobe list` shows, HOST:PORT, or the path of a socket. Optional if only one process is running.",
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
        let wayBack = Reattachment(target: target, access: options.readOnly ? .read : .control)
        try await SessionLauncher(options: options, wayBack: wayBack).run { _ in
            if wake, let pid = target.flatMap({ Int32($0) }) {
                return try await DebugClient.connect(to: try await Discovery.wake(pid))
            }
            return try await DebugClient.connect(to: try Self.find(target, for: "strobe attach"))
        }
    }

    /// Finds a process; if none or several match, the error lists the candidates.
    ///
    /// - Parameter command: The command to name in the error, before the target.
    static func find(_ target: String?, for command: String) throws -> Discovery.Target {
        do {
            return try Discovery.find(target)
        } catch {
            guard error.code == .ambiguous || error.code == .notFound else { throw error }
            guard let records = try? Discovery.processes(), !records.isEmpty else {
                throw InspectorError(.connectionLost, "\(error.message) `strobe demo` shows how it works.")
            }
            let usage = "Name one of these: \(command) NAME or PID."
            let reason = error.code == .ambiguous ? "Several processes match." : error.message
            // If the name is ambiguous, only processes of that name are listed.
            let named = target.map { Discovery.matches($0, among: records) } ?? []
            let width = min(StreamConsole(colour: false).reportWidth, 100) - 2
            let lines = ProcessRendering.lines(named.isEmpty ? records : named, width: width)
            throw InspectorError(.connectionLost, "\(reason) \(usage)", details: lines.map(\.plain))
        }
    }
}
