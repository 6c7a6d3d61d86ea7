import LineEditing
import StrobeClient
import StrobeProtocol

@testable import Inspector
@testable import InspectorCore

/// A session with a scripted peer.
struct Bench {
    let session: Session
    let console: RecordingConsole
    private(set) var peer: ScriptedPeer

    init(isJSON: Bool = false, isInteractive: Bool = false) async throws {
        let (client, peer) = await ScriptedPeer.pair()
        let opened = try await client.initialize(
            client: .init(name: "test", version: "1"), access: .control)
        self.peer = peer
        console = RecordingConsole()
        session = Session(
            client: client, process: opened.process, opened: opened, stores: opened.stores, console: console,
            options: .init(isJSON: isJSON, isInteractive: isInteractive, gathering: .seconds(3600)))
        let session = session
        Task { await session.follow() }
        await session.followGates()
    }

    /// Replaces the connection, as if the process had been restarted.
    ///
    /// - Parameters:
    ///   - pid: The id of the new process; that of the first one is 7.
    ///   - stores: The ids of its stores; all if `nil`.
    ///   - prepare: Prepares the peer before the first request.
    /// - Returns: The output.
    mutating func reconnect(
        to pid: Int, stores: [String]? = nil, _ prepare: (ScriptedPeer) async -> Void = { _ in }
    ) async throws -> [String] {
        await peer.close()
        let (client, next) = await ScriptedPeer.pair()
        await prepare(next)
        var opened = try await client.initialize(client: .init(name: "test", version: "1"), access: .control)
        opened.process.pid = pid
        if let stores { opened.stores.removeAll { !stores.contains($0.id) } }
        peer = next
        _ = console.takeOutput()
        await session.resume(.init(client: client, opened: opened))
        return console.takeOutput()
    }

    /// The output of a command.
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
