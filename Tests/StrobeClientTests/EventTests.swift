@testable import StrobeClient
import StrobeProtocol
@testable import StrobeTransport
import StrobeTree
import Synchronization
import Testing

@Suite("Events", .timeLimit(.minutes(5)))
struct EventTests {
    private func lagged(_ seq: Int) -> StreamLagged {
        StreamLagged(subscription: "1", store: "s", fromSeq: seq, toSeq: seq)
    }

    /// Sends a request and answers it, so that the client has read everything before.
    private func settle(_ client: DebugClient, _ server: ScriptedServer) async throws {
        async let ping = client.send(Ping())
        try await server.answerNext()
        _ = try await ping
    }

    /// A short text for an event, for comparison.
    private func text(_ event: ClientEvent?) -> String {
        switch event {
        case .notification(let notification as StreamLagged, let params):
            "lagged \(notification.fromSeq) \(params["toSeq"] == .int(Int64(notification.toSeq)))"
        case .notification(let notification, _): "\(type(of: notification))"
        case .unknown(let method, let params): "unknown \(method) \(params.count)"
        case .serverError(let error): "error \(error.code.kind)"
        case .malformed: "malformed"
        case .dropped(let count): "dropped \(count)"
        case .closed(let error): "closed \(error.code)"
        case nil: "end"
        }
    }

    @Test("notifications come in order, decoded where known and raw as well")
    func order() async throws {
        let (client, server) = ScriptedServer.pair()
        try await server.send(.notification(lagged(1)))
        try await server.send(.notification(method: "later/version", params: ["a": 1]))
        try await server.send(.notification(lagged(2)))
        var events = client.events.makeAsyncIterator()
        for expected in ["lagged 1 true", "unknown later/version 1", "lagged 2 true"] {
            #expect(text(await events.next()) == expected)
        }
        await client.close()
        #expect(text(await events.next()) == "closed closed")
        #expect(text(await events.next()) == "end")
    }

    @Test("events come undecoded to who passes them on, and are decoded when asked")
    func undecoded() async throws {
        let (client, server) = ScriptedServer.pair()
        try await server.send(.notification(lagged(1)))
        try await server.send(.notification(method: StreamLagged.method, params: ["store": 1]))
        try await server.send(.notification(method: "later/version", params: [:]))
        var events = client.undecodedEvents.makeAsyncIterator()
        let decoded = ["lagged 1 true", "malformed", "unknown later/version 0"]
        for (method, decoded) in zip(["stream/lagged 4", "stream/lagged 1", "later/version 0"], decoded) {
            let event = await events.next()
            #expect(text(event) == "unknown \(method)")
            #expect(text(event?.decoded()) == decoded)
        }
        await client.close()
        #expect(text(await events.next()) == "closed closed")
        #expect(text(await events.next()) == "end")
    }

    @Test("malformed lines are reported and change nothing else")
    func malformed() async throws {
        let (client, server) = ScriptedServer.pair(options: ClientOptions(requestTimeout: nil, lineBytes: 1000))
        let lines = [
            "garbage", "[]", "{}", "\0", "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":1}",
            "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":1}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"stream/lagged\",\"params\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", String(repeating: "[", count: 900),
            String(repeating: "x", count: 5000),
        ]
        for line in lines { try await server.send(line) }
        try await server.connection.write([0xff, 0xfe, 10])
        try await settle(client, server)
        try await server.send(.failure(id: nil, ProtocolError(.parseError, "What?")))
        await server.connection.close()
        var events: [String] = []
        for await event in client.events { events.append(text(event)) }
        #expect(
            events == Array(repeating: "malformed", count: lines.count + 1)
                + ["error parseError", "closed connectionLost"])
    }

    @Test("dropped events leave a mark in their place")
    func dropped() async throws {
        let (client, server) = ScriptedServer.pair(options: ClientOptions(requestTimeout: nil, eventCapacity: 10))
        for seq in 0..<100 { try await server.send(.notification(lagged(seq))) }
        try await settle(client, server)
        var events = client.events.makeAsyncIterator()
        for seq in 0..<10 { #expect(text(await events.next()) == "lagged \(seq) true") }
        try await server.send(.notification(lagged(100)))
        try await settle(client, server)
        #expect(text(await events.next()) == "dropped 90")
        #expect(text(await events.next()) == "lagged 100 true")
        await client.close()
        #expect(text(await events.next()) == "closed closed")
    }

    @Test("few large events are bounded as well, and one always fits")
    func droppedBySize() async throws {
        let (client, server) = ScriptedServer.pair(options: ClientOptions(requestTimeout: nil, eventBytes: 3000))
        let large = Value.string(String(repeating: "x", count: 2000))
        for _ in 0..<5 { try await server.send(.notification(method: "big", params: ["x": large, "y": large])) }
        try await settle(client, server)
        var events = client.events.makeAsyncIterator()
        #expect(text(await events.next()) == "unknown big 2")
        #expect(text(await events.next()) == "dropped 4")
        await client.close()
    }

    @Test("a consumer that stops can be followed by another one")
    func consumers() async throws {
        let (client, server) = ScriptedServer.pair()
        let first = Task { [events = client.events] in
            for await _ in events {}
        }
        first.cancel()
        await first.value
        try await server.send(.notification(lagged(1)))
        var events = client.events.makeAsyncIterator()
        #expect(text(await events.next()) == "lagged 1 true")
        await client.close()
    }

    @Test("the server's reason for closing is reported, also by failing requests")
    func closing() async throws {
        let (client, server) = ScriptedServer.pair()
        let sending = Task { try await client.send(Ping()) }
        _ = try await server.nextRequest()
        try await server.send(.notification(ServerClosing(reason: "the program ends")))
        await server.connection.close()
        let error = await expect(.connectionLost) { _ = try await sending.value }
        #expect(error?.message.contains("the program ends") == true)
        var events = client.events.makeAsyncIterator()
        #expect(text(await events.next()) == "ServerClosing")
        #expect(text(await events.next()) == "closed connectionLost")
    }

    @Test("waiting for events to be handled ends once their readers are cancelled")
    func abandoned() async throws {
        let (client, server) = ScriptedServer.pair()
        for seq in 1...3 { try await server.send(.notification(lagged(seq))) }
        try await settle(client, server)
        let (taken, isTaken) = AsyncStream.makeStream(of: Void.self)
        let consumer = Task { [events = client.events] in
            for await _ in events {
                isTaken.yield()
                // Handles the first one until it is cancelled.
                for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
            }
        }
        for await _ in taken { break }
        async let draining: Void = client.drainEvents()
        consumer.cancel()
        await consumer.value
        await draining
        await client.drainEvents()
        await client.close()
    }

    @Test("waiting for the events that came does not wait for those that come meanwhile")
    func drainingFlood() async throws {
        let queue = EventQueue(capacity: 100, maxCost: 1 << 20)
        for _ in 0..<10 { queue.add(.malformed(reason: "before"), cost: 0) }
        let flag = Flag()
        let taking = Task {
            while !flag.isSet {
                _ = await queue.next()
                queue.add(.malformed(reason: "later"), cost: 0)
            }
        }
        await queue.drain()
        flag.set()
        await taking.value
    }
}

/// A flag set by one task for others.
private final class Flag: Sendable {
    private let state = Atomic<Bool>(false)
    var isSet: Bool { state.load(ordering: .acquiring) }
    func set() { state.store(true, ordering: .releasing) }
}
