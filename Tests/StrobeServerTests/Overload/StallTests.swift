import Foundation
import StreamTesting
import Strobe
import StrobeProtocol
import StrobeSystem
import StrobeTransport
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

/// Clients that stop reading, over each transport.
@Suite("Stalled and vanished clients", .timeLimit(.minutes(10)))
struct StallTests {
    enum Link: CaseIterable, Sendable { case memory, unix, tcp }

    /// Observes whether a session is still in memory.
    private struct Watched: Sendable {
        weak var session: ClientSession?
    }

    private let store = makeShop()
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("strobe-stall-\(UUID().uuidString.prefix(8))").path

    private func server(queueBytes: Int = 64 << 10) -> DebugServer {
        var configuration = DebugServer.Configuration(access: .control, handshakeTimeout: .seconds(60))
        configuration.runtimeDirectory = directory
        configuration.limits.queueBytes = queueBytes
        configuration.drainTimeout = .milliseconds(200)
        return DebugServer.serving(store, configuration)
    }

    private func endpoint(of server: DebugServer, over link: Link) async throws -> Endpoint {
        try #require(try await server.start(on: [link == .tcp ? .tcp() : .unix()]).first)
    }

    private func connection(to server: DebugServer, over link: Link) async throws -> any Connection {
        guard link == .memory else {
            return try await Transport.connect(to: try await endpoint(of: server, over: link))
        }
        let (here, there) = MemoryConnection.pair(capacity: 4_096)
        Task { await server.serve(there) }
        return here
    }

    /// Dispatches until the only client misses something, whatever the system buffers for it.
    ///
    /// The system may buffer more later, so that the client has caught up when this returns, or lagged twice.
    private func overflow(_ server: DebugServer) async throws {
        let session = try #require(server.state.read { $0.sessions.values.first })
        let feed = try server.feed(for: "shop")
        let stream = Outbox.Stream(store: "shop", subscription: "1")
        var wasBehind = false
        // Dispatches before the client has joined the others send it nothing, however many they are.
        let deadline = ContinuousClock.now + .seconds(60)
        while !wasBehind, ContinuousClock.now < deadline {
            for _ in 0..<500 { store.dispatch(.increment(by: 1)) }
            let seq = store.seq
            try await within { await feed.waitUntilReported(seq) }
            wasBehind = session.outbox.isBehind(stream)
        }
        try #require(wasBehind)
        #expect(session.outbox.peakBytes <= (64 << 10) + 4_096)
    }

    @Test(
        "a client that stalls and reads again is answered, learns once what it missed, and continues",
        arguments: Link.allCases)
    func resuming(link: Link) async throws {
        let server = server()
        let client = LogReader(try await connection(to: server, over: link), store: "shop")
        let token = link == .tcp ? server.token.secret : nil
        try await within { try await client.subscribe(to: "shop", token: token) }
        try await overflow(server)
        // Requests sent without reading are answered in turn, and not dropped.
        let asked = 20
        for _ in 0..<asked { try await client.post("state/get", ["path": "/count"]) }

        let missed = store.seq
        try await within { try await client.read(to: missed) }
        let gaps = client.gaps.count
        #expect(gaps > 0)
        #expect(client.told + client.gaps.reduce(0) { $0 + $1.count } == missed)
        // The answers to all of them arrived on the way, or arrive now.
        _ = try await within { try await client.request("ping") }
        _ = try await within { try await client.request("state/get") }
        #expect(client.answers == asked)
        for _ in 0..<100 { store.dispatch(.increment(by: 1)) }
        try await within { try await client.read(to: missed + 100) }
        #expect(client.gaps.count == gaps && client.told >= 100)
        await server.stop()
    }

    @Test(
        "one that vanishes while much waits for it leaves no session and no memory behind",
        arguments: [Link.unix, .tcp], RawPeer.Departure.allCases)
    func vanishing(link: Link, departure: RawPeer.Departure) async throws {
        let server = server()
        let peer = try RawPeer(try await endpoint(of: server, over: link))
        let token = link == .tcp ? #""token":"\#(server.token.secret)","# : ""
        try peer.send(
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,\#(token)"#
                + #""client":{"name":"raw","version":"1"}}}"# + "\n"
                + #"{"jsonrpc":"2.0","id":2,"method":"subscribe","params":{"store":"shop","events":["log","state"]}}"#
                + "\n")
        try await within { await server.waitForSessions(1) }
        let watched = Watched(session: server.state.read { $0.sessions.values.first })
        try await within {
            // Once it has joined the others, notifications are sent at once.
            while watched.session?.state.withLock({ $0.subscriptions.isEmpty || !$0.starting.isEmpty }) == true {
                await Task.yield()
            }
        }
        try await overflow(server)
        peer.go(departure)
        try await within { await server.waitForSessions(0) }
        try await within { while watched.session != nil { await Task.yield() } }
        // It is closed after that.
        try await within { _ = await server.state.wait { $0.connections.isEmpty ? true : nil } }
        // The next client finds everything unchanged.
        store.dispatch(.save)
        let next = try await server.attach()
        #expect(try await next.send(LogGet(seq: store.seq)).entry.seq == store.seq)
        await server.stop()
    }

    @Test("stop writes what waits to a client that reads, with the farewell; one that does not is cut at the deadline")
    func drain() async throws {
        let clock = ManualClock()
        var configuration = DebugServer.Configuration(access: .control, handshakeTimeout: .seconds(60))
        configuration.clock = clock
        let server = DebugServer.serving(store, configuration)
        let reading = LogReader(server.connect(capacity: 4_096).connection, store: "shop")
        let stuck = LogReader(server.connect(capacity: 4_096).connection, store: "shop")
        for client in [reading, stuck] { try await within { try await client.subscribe(to: "shop") } }
        for _ in 0..<3_000 { store.dispatch(.increment(by: 1)) }
        let feed = try server.feed(for: "shop")
        try await within { await feed.waitUntilReported(3_000) }

        let stopping = Task { await server.stop() }
        try await within { try await reading.readToEnd() }
        #expect(reading.told == 3_000 && reading.gaps.isEmpty && reading.closing == "the server is stopping")
        try await within { await server.waitForSessions(1) }
        try await clock.passing(configuration.drainTimeout) { await stopping.value }
        try? await within { try await stuck.readToEnd() }
        #expect(stuck.told < 3_000 && stuck.closing == nil)
    }
}
