import Strobe
import StrobeProtocol
import StrobeSystem
import StrobeTransport
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("The life of a server")
struct LifeTests {
    private let store = makeShop()

    @Test("a server that was not started leaves its stores alone")
    func off() async throws {
        let server = DebugServer.serving(store)
        store.dispatch(.increment(by: 1))
        let observer = Observer()
        #expect(server.feeds.isEmpty)
        store.install(observer)
        store.dispatch(.increment(by: 1))
        #expect(observer.count == 1)
        let client = try await server.attach()
        store.dispatch(.increment(by: 1))
        #expect(observer.count == 2 && !observer.wasUninstalled, "both observe")
        #expect(try await client.send(StoreDescribe()).firstSeq == 2)
    }

    private final class Observer: StoreObserver<Shop, ShopAction, ShopEffect>, @unchecked Sendable {
        // Accessed on this test's thread only, and by the store under its lock.
        var count = 0
        var wasUninstalled = false

        override func didReduce(
            _ action: ShopAction, effects: [ShopEffect], info: borrowing TransitionInfo, state: () -> Shop
        ) { count += 1 }

        override func didUninstall() { wasUninstalled = true }
    }

    @Test("stop answers running requests, tells every client why, closes, and accepts no new client")
    func stop() async throws {
        let gate = GatedTarget()
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(gate.target)
        let busy = try await server.attach()
        let idle = try await server.attach()
        let silent = server.connect()
        let running = try await busy.post("action/dispatch", ["action": 1])
        await gate.waitForArrivals(1)
        let stopping = Task { await server.stop() }
        _ = await server.state.wait { $0.isStopped ? true : nil }
        gate.open()
        #expect(try await idle.notification(ServerClosing.self).reason == "the server is stopping")
        #expect(try await idle.next() == nil)
        guard case .success = try await busy.answer(to: running) else {
            Issue.record("the running request was not answered")
            return
        }
        #expect(try await busy.notification(ServerClosing.self).reason == "the server is stopping")
        #expect(try await busy.next() == nil)
        #expect(try await silent.next() == nil)
        await stopping.value
        #expect(try await server.connect().next() == nil)
        await #expect(throws: DebugServerError.self) { try await server.start(on: []) }
        await server.stop()
    }

    @Test("stop waits for a client that does not read and for a target that hangs no longer than it may")
    func stopDeadline() async throws {
        let clock = ManualClock()
        var configuration = DebugServer.Configuration(access: .control, handshakeTimeout: .seconds(60))
        configuration.clock = clock
        let gate = GatedTarget()
        let server = DebugServer(configuration: configuration, logger: .silent)
        server.add(gate.target)
        let client = server.connect(capacity: 1)
        try await client.initialize(.control)
        _ = try await client.post("action/dispatch", ["action": 1])
        await gate.waitForArrivals(1)
        let stopping = Task { await server.stop() }
        _ = await server.state.wait { $0.isStopped ? true : nil }
        // First it gives up on the hanging dispatch, then on the client that does not read.
        try await clock.passing(configuration.drainTimeout) { await stopping.value }
        gate.open()
    }

    @Test("with the last client the history stops following, and with the next it goes on")
    func attaching() async throws {
        let server = DebugServer.serving(store)
        for round in 1...3 {
            let client = try await server.attach()
            store.dispatch(.increment(by: 1))
            #expect(try await client.send(StateGet(path: Path(["count"]))).value == .int(Int64(round)))
            #expect(try await client.send(LogGet(seq: round)).entry.seq == round)
            try await client.request("shutdown")
            #expect(try await client.next() == nil)
            try await within { await server.waitForSessions(0) }
        }
    }

    @Test("while a client is attached reducers are measured, whatever dispatches")
    func measuring() async throws {
        let client = try await DebugServer.serving(store).attach()
        try await client.request("state/get")
        store.dispatch(.save)
        #expect(try await client.send(LogGet(seq: 1)).entry.durationNanos != nil)
    }

    @Test("a store that takes another's id takes its place")
    func replacing() async throws {
        let server = DebugServer.serving(store)
        let client = try await server.attach()
        try await client.send(Subscribe(events: [.log, .stores]))
        let other = makeShop(Shop(count: 40))
        server.add(other, id: "shop")
        #expect(try await client.notification(StoreRemoved.self).store == "shop")
        #expect(try await client.notification(StoreAdded.self).store.id == "shop")
        #expect(try await client.send(StateGet(path: Path(["count"]))).value == 40)
        store.dispatch(.save)
        other.dispatch(.save)
        #expect(try await client.notification(LogAppended.self).entry.seq == 1)
        try await client.request("ping")
        #expect(client.takeNotifications().isEmpty)
    }

    @Test("a removed store is not observed any more")
    func removing() async throws {
        let server = DebugServer.serving(store)
        let client = try await server.attach()
        try await client.request("state/get")
        server.remove(id: "shop")
        server.remove(id: "shop")
        store.dispatch(.save)
        #expect(try await client.send(StoreList()).stores.isEmpty)
        #expect(try await client.failure("state/get").code == .unknownStore)
    }
}
