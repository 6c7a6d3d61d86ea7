import ArgumentParser
import InspectorCore
import InspectorDAP
import StrobeClient
import StrobeSystem

/// `strobe dap`.
struct DapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dap", abstract: "Serves an editor on standard input and output, as a debug adapter.",
        discussion: """
            Editors start it: each store is a thread, the causes of an action are its stack, its state the variables. \
            Stepping back looks at the past and changes nothing. `attach` takes `target`, `wake` or `recording`, `launch` \
            a `command`; both take `readOnly`, `stores`, `sourceRoots`, `stopOnEntry`, `breakpoints`, `log` and `events`.

            With STROBE_DAP_TAP=FOLDER every message is written to a file in the folder.

            Exit codes: 0 the editor disconnected, 2 what it sent cannot be read.
            """)

    func run() async throws {
        let tap = ProcessInfo.processInfo.environment["STROBE_DAP_TAP"].flatMap { AdapterTap(folder: $0) }
        let session = AdapterSession(host: Self.host, port: .standardStreams(), tap: tap)
        let status = await session.run()
        if status != 0 { throw ExitCode(status) }
    }

    /// What this program does for the adapter.
    static let host = AdapterHost(
        version: Version.current,
        find: { target in
            let token = ProcessInfo.processInfo.environment["STROBE_TOKEN"] ?? ""
            return try (token.isEmpty ? GivenToken.none : .variable(token)).applied(
                to: try ProcessChoice.find(target, for: "target:"))
        },
        open: { paths in
            let recording = try OpenRecording(paths)
            return { recording.connect() }
        },
        console: { await AdapterConsole($0) })
}
