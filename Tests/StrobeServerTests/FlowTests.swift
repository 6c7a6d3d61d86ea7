import SeededTesting
import Strobe
import StrobeProtocol
import StrobeSystem
import StrobeTransport
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("Slow, greedy and dying clients")
struct FlowTests {
    @Test("a client that never reads delays no one, costs bounded memory, and learns what it missed")
    func neverReads() async throws {
        let total = LongTests.areRun ? 100_000 : 40_000
        let store = makeShop()
        var configuration = DebugServer.Configuration(access: .control, handshakeTimeout: .seconds(60))
        configuration.limits.queueBytes = 512 << 10
        let server = DebugServer.serving(store, configuration)
        let stuck = server.connect(capacity: 4_096)
        try await stuck.initialize(.read)
        try await stuck.send(Subscribe(store: "shop", events: [.log, .state]))
        let reader = try await server.attach(.read)
        try await reader.send(Subscribe(store: "shop", events: [.log]))

        // The fast client keeps up; a dispatch that waited for the other one would never end.
        var seen = 0
        while seen < total {
            for _ in 0..<1_000 { store.dispatch(.increment(by: 1)) }
            let end = seen + 1_000
            while seen < end {
                let line = try await within { try await reader.connection.nextLine() }
                let text = String(decoding: try #require(line), as: UTF8.self)
                guard text.contains(#""log/appended""#), text.contains(#""entry":{"seq":\#(seen + 1),"#) else {
                    Issue.record("after \(seen) came \(text)")
                    return
                }
                seen += 1
            }
        }
        #expect(store.seq == total)
        for session in server.state.read({ $0.sessions.values.map { $0 } }) {
            #expect(session.outbox.peakBytes <= configuration.limits.queueBytes + 64 << 10)
        }

        // When the stuck client finally reads, it finds no unreported gap.
        var next = 1
        var gaps = 0
        while next <= total {
            let (method, params) = try await stuck.notification()
            switch method {
            case LogAppended.method:
                #expect(try LogAppended(params: params).entry.seq == next)
                next += 1
            case StreamLagged.method:
                let lagged = try StreamLagged(params: params)
                #expect(lagged.fromSeq <= next && lagged.toSeq >= next)
                next = lagged.toSeq + 1
                gaps += 1
            default: #expect(method == StateChanged.method)
            }
        }
        #expect(gaps == 1)
        try await stuck.request("ping")
    }

    @Test("a client that leaves ever more announcements unread loses its session")
    func announcements() async throws {
        var configuration = DebugServer.Configuration(
            access: .control, handshakeTimeout: .seconds(60), drainTimeout: .milliseconds(20))
        configuration.limits.queueBytes = 4_096
        let store = makeShop()
        let server = DebugServer.serving(store, configuration)
        let client = server.connect(capacity: 4_096)
        try await client.initialize()
        try await client.send(Subscribe(events: [.stores]))
        let other = makeShop()
        for _ in 0..<200 { server.add(other, id: "other") }
        try await within { await server.waitForSessions(0) }
        #expect(other.seq == 0)
    }

    @Test("a client that asks and asks without reading is read no further, and gets every answer in the end")
    func flood() async throws {
        let total = 3_000
        let store = makeShop(Shop(items: (0..<50).map { Item(id: $0, title: "an item of the shop") }))
        var configuration = DebugServer.Configuration(access: .control, handshakeTimeout: .seconds(60))
        configuration.limits.queueBytes = 64 << 10
        configuration.limits.outstandingRequests = 8
        let server = DebugServer.serving(store, configuration)
        let client = server.connect(capacity: 4_096)
        try await client.initialize()
        let writer = Task {
            for number in 0..<total {
                let method = number % 3 == 0 ? "ping" : "state/get"
                let id = RequestID.int(Int64(number))
                try await client.connection.write(Envelope.request(id: id, method: method, params: [:]).encode())
            }
        }
        var answered = Set<Int64>()
        while answered.count < total {
            guard case .result(.int(let id), _)? = try await client.next() else {
                Issue.record("no answer after \(answered.count)")
                return
            }
            #expect(answered.insert(id).inserted)
        }
        try await writer.value
        let session = try #require(server.state.read { $0.sessions.values.first })
        #expect(session.outbox.peakBytes <= (64 << 10) + 3 * 4_096)
    }

    @Test("cancelling overtakes what waits: a waiting request is answered with cancelled and does nothing")
    func cancelWaiting() async throws {
        let gate = GatedTarget()
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(gate.target)
        let client = try await server.attach()
        let running = try await client.post("action/dispatch", ["action": 1])
        await gate.waitForArrivals(1)
        let waiting = try await client.post("action/dispatch", ["action": 2])
        try await client.notify("$/cancelRequest", ["id": waiting.value])
        guard case .failure(let error) = try await client.answer(to: waiting) else {
            Issue.record("not cancelled")
            return
        }
        #expect(error.code == .cancelled)
        try await client.request("ping")
        gate.open()
        #expect(try await client.answer(to: running).get() != nil)
        #expect(gate.state == 1)
    }

    @Test("a running dispatch that is cancelled is answered as if it was not")
    func cancelRunning() async throws {
        let gate = GatedTarget()
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(gate.target)
        let client = try await server.attach()
        try await client.send(Subscribe(store: "gate", events: [.log]))
        let running = try await client.post("action/dispatch", ["action": 1])
        await gate.waitForArrivals(1)
        try await client.notify("$/cancelRequest", ["id": running.value])
        try await client.request("ping")
        gate.open()
        guard case .success(.object(let result)) = try await client.answer(to: running) else {
            Issue.record("not answered")
            return
        }
        #expect(result["seq"] == 1)
        #expect(client.takeNotifications().map(\.method) == ["log/appended"])
    }

    @Test("a client that is killed in the middle of a request leaves the store usable and no session behind")
    func killed() async throws {
        let gate = GatedTarget()
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(gate.target)
        let client = try await server.attach()
        _ = try await client.post("action/dispatch", ["action": 1])
        await gate.waitForArrivals(1)
        _ = try await client.post("action/dispatch", ["action": 2])
        try? await client.connection.write(Array(#"{"jsonrpc":"2.0","id":3,"meth"#.utf8))
        await client.connection.close()
        gate.open()
        try await within { await server.waitForSessions(0) }
        let other = try await server.attach()
        let answer = try await other.send(ActionDispatch(action: 5))
        #expect(answer.seq == store(of: gate))
    }

    private func store(of gate: GatedTarget) -> Int { gate.transitions }

    @Test("a client that ends its output still gets the answers to what it asked")
    func halfClosed() async throws {
        let store = makeShop()
        let server = DebugServer.serving(store)
        let (here, there) = MemoryConnection.pair()
        Task { await server.serve(there) }
        let client = WireClient(here)
        try await client.initialize(.control)
        let ids = [
            try await client.post("action/dispatch", ["action": ["increment": ["by": 4]]]),
            try await client.post("state/get", ["path": "/count"]),
        ]
        here.endOutput()
        _ = try await client.answer(to: ids[0]).get()
        #expect(try await client.answer(to: ids[1]).get() == ["seq": 1, "value": 4])
        #expect(store.seq == 1)
        #expect(try await client.next() == nil)
    }

    @Test("shutdown answers what came before it, ignores what comes after it, and closes")
    func shutdown() async throws {
        let store = makeShop()
        let server = DebugServer.serving(store)
        let client = try await server.attach()
        let lines = [
            Envelope.request(id: .int(101), method: "action/dispatch", params: ["action": "save"]),
            Envelope.request(id: .int(102), method: "shutdown", params: [:]),
            Envelope.request(id: .int(103), method: "action/dispatch", params: ["action": "save"]),
        ]
        try await client.connection.write(lines.flatMap { $0.encode() })
        _ = try await client.answer(to: .int(101)).get()
        #expect(try await client.answer(to: .int(102)).get() == [:])
        #expect(try await client.next() == nil)
        #expect(store.seq == 1)
        try await within { await server.waitForSessions(0) }
        try await server.attach().request("ping")
    }
}
