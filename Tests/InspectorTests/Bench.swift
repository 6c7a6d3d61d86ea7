import LineEditing
import StrobeClient
import StrobeProtocol

@testable import Inspector

/// A session with a scripted peer at its other end.
struct Bench {
    let session: Session
    let console: RecordingConsole
    let peer: ScriptedPeer

    init(isJSON: Bool = false, isInteractive: Bool = false) async throws {
        let (client, peer) = await ScriptedPeer.pair()
        let opened = try await client.initialize(
            client: .init(name: "test", version: "1"), access: .control)
        self.peer = peer
        console = RecordingConsole()
        session = Session(
            client: client, process: opened.process, stores: opened.stores, console: console,
            options: .init(isJSON: isJSON, isInteractive: isInteractive, gathering: .seconds(3600)))
        let session = session
        Task { await session.follow() }
        await session.followGates()
    }

    /// What a command prints.
    func run(_ line: String) async throws -> String {
        try await session.run(line)
        await session.settle()
        return console.takeOutput().joined(separator: "\n")
    }

    /// Runs lines as a script.
    func script(_ lines: [String], keepsGoing: Bool = false) async -> Outcome {
        var lines = lines.makeIterator()
        return await ScriptRunner(session: session, keepsGoing: keepsGoing).run { lines.next() }
    }

    func prompt() async -> String {
        await session.prompt.plain
    }

    func message(_ line: String) async -> String {
        do {
            try await session.run(line)
            return "no error"
        } catch {
            return ErrorRendering.lines(error).map(\.plain).joined(separator: "\n")
        }
    }
}
