import InspectorCore
import ArgumentParser
import LineEditing
import StrobeClient

/// The options of commands that show what happens in a process.
struct FollowingOptions: ParsableArguments {
    @OptionGroup var access: TargetOptions

    @Flag(help: "Print an object per line, each with its command.")
    var json = false

    @Flag(help: "If the process ends, wait until it is back.")
    var wait = false

    /// Opens a session that only reads, and prints until the end.
    ///
    /// - Parameters:
    ///   - command: The command to name in errors, before the target.
    ///   - isEndless: Whether it goes on after the body.
    ///   - body: What prints.
    /// - Throws: `ExitCode` unless all succeeds; the error is printed before.
    func run(
        _ target: String?, for command: String, isEndless: Bool = true,
        _ body: @escaping @Sendable (Session) async throws -> Void
    ) async throws {
        let target = ProcessChoice.target(target)
        var options = try SessionOptions.parse([])
        (options.json, options.readOnly) = (json, true)
        var wayBack = Reattachment(target: target, access: .read)
        var launcher = SessionLauncher(options: options)
        do {
            wayBack.token = try access.given()
        } catch {
            launcher.report(error)
            throw ExitCode(Outcome.connectionLost.rawValue)
        }
        let follower = Follower(wayBack: wait ? wayBack : nil)
        launcher.takesCommands = false
        launcher.frame = SessionLauncher.Frame { session in
            guard isEndless else {
                try await body(session)
                return .success
            }
            return await follower.run(session, body)
        } end: { _, outcome in
            outcome
        }
        try await launcher.run { [token = wayBack.token] _ in
            try await DebugClient.connect(to: try token.applied(to: try ProcessChoice.find(target, for: command)))
        }
    }
}
