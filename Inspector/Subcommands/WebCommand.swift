import ArgumentParser
import InspectorCore
import InspectorWeb
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeSystem

/// `strobe web`.
struct WebCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Shows a process, or recordings, as a live page in a browser.",
        discussion: """
            The page is served only on this machine, at 127.0.0.1. The printed link opens it once, within a minute; Enter \
            prints another one, and Ctrl-C ends. A page may only look, unless --control allows it to try and send actions, \
            to set values, and to hold actions at the gate.
            """)

    @OptionGroup var access: TargetOptions

    @Argument(
        help: ArgumentHelp(
            "A process, as for `strobe attach`; or recordings, as for `strobe open`. Optional if only one process is running.",
            valueName: "target|file"), completion: .process)
    var targets: [String] = []

    @Flag(help: "Let the page change the program: try, send and hold actions, set values.")
    var control = false

    @Flag(help: "Follow recordings that are still being written.")
    var follow = false

    @Option(help: "The port of the page; default: any free port.")
    var port: Int = 0

    @Flag(name: .customLong("open"), help: "Open the page in the browser.")
    var opens = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port takes a port from 1 to 65535.") }
    }

    func run() async throws {
        let console = StreamConsole(colour: ColourChoice.isWanted)
        do {
            let (target, following) = try target()
            defer { following?.cancel() }
            // What cannot be shown is reported here, not in the page.
            let client = try await target.connect()
            do {
                _ = try await client.initialize(client: .init(name: "strobe", version: Version.current))
            } catch {
                await client.close()
                throw error
            }
            await client.close()
            let server = try await WebServer.start(port: port, target)
            try await serve(server, console)
            await server.close()
        } catch let error as WebError {
            console.report(InspectorError(.failed, error.message))
            throw ExitCode(Outcome.commandFailed.rawValue)
        } catch {
            console.report(ErrorRendering.lines(error, width: console.reportWidth))
            throw ExitCode(Outcome.connectionLost.rawValue)
        }
    }

    /// Prints links until the user ends it.
    private func serve(_ server: WebServer, _ console: StreamConsole) async throws {
        let signals = await EndingSignals()
        let (ended, end) = AsyncStream<Void>.makeStream()
        signals.onFirst { end.finish() }
        defer { signals.restore() }
        console.print(machineLine: server.link())
        let page = opens ? try OpeningPage(server.link()) : nil
        defer { page?.remove() }
        if TerminalSize.columns(of: 0) != nil {
            console.report([StyledText("opens once, within a minute; Enter prints another link, Ctrl-C ends", .dim)])
        }
        SystemThread.start(name: "strobe-web-links") {
            while readLine() != nil { console.print(machineLine: server.link()) }
        }
        for await _ in ended {}
    }

    /// What is shown, and the task that follows recordings.
    private func target() throws -> (WebTarget, Task<Void, Never>?) {
        if !targets.isEmpty, follow || targets.count > 1 || RecordingPaths.isRecording(targets[0]) {
            guard !control else {
                throw InspectorError(.usage, "A recording cannot be controlled: remove --control.")
            }
            let recording = try OpenRecording(targets, isFollowed: follow)
            let following = follow ? Task { _ = try? await recording.followToEnd() } : nil
            return (
                WebTarget(isRecording: true, redaction: recording.redaction) { recording.connect() }, following
            )
        }
        let name = ProcessChoice.target(targets.first)
        let token = try access.given()
        let access: Access = control ? .control : .read
        return (
            WebTarget(access: access) {
                try await DebugClient.connect(to: try token.applied(to: ProcessChoice.find(name, for: "strobe web")))
            }, nil
        )
    }
}
