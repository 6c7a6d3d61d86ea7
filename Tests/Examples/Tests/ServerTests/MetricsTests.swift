import MetricsTestKit
import Strobe
import StrobeClient
import StrobeMetrics
import StrobeServer
import Testing

@Suite("Counters and timers", .timeLimit(.minutes(5)))
struct MetricsTests {
    struct Refused: Error {}

    private let factory = TestMetrics()

    private func count(_ label: String, _ more: [(String, String)] = []) throws -> Int64 {
        try factory.expectCounter(label, [("store", "session")] + more).totalValue
    }

    @Test("stores of one kind are counted together, by origin, with their effects")
    func stores() async throws {
        let metrics = StoreMetrics(of: "session", factory: factory)
        let ended = Event<Void>()
        let stores = (0..<2).map { _ in
            let store = Store(initial: 0) { (sum: inout Int, number: Int) -> [String] in
                guard number > 0 else { throw Refused() }
                sum += number
                return number == 1 ? ["double"] : []
            }
            store.setEffectHandler { _, context in context.dispatch(2) }
            metrics.measure(store)
            return store
        }
        let subscriptions = stores.map { store in store.subscribe { sum in if sum == 3 { ended.happen(()) } } }
        for store in stores {
            store.dispatch(1)
            try await ended.next()
            // It may wait for the thread of the effect, which is telling subscribers.
            _ = try? await store.receipt(of: 0)
        }
        for subscription in subscriptions { subscription.cancel() }
        #expect(try count("strobe_actions_total", [("origin", "app")]) == 4)
        #expect(try count("strobe_actions_total", [("origin", "effect")]) == 2)
        #expect(try count("strobe_rejections_total") == 2)
        #expect(try count("strobe_effects_total") == 2)
        let running = try factory.expectMeter("strobe_effects_running", [("store", "session")])
        let time = try factory.expectTimer("strobe_effect_seconds", [("store", "session")])
        while time.values.count < 2 { await Task.yield() }
        #expect(running.lastValue == 0)
        #expect(try factory.expectTimer("strobe_reduction_seconds", [("store", "session")]).values.count == 4)
    }

    @Test("faults are counted by their kind")
    func faults() throws {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) -> [String] in ["lost"] }
        store.setFaultHandler { _ in }
        StoreMetrics(of: "session", factory: factory).measure(store)
        store.dispatch(1)
        #expect(try count("strobe_faults_total", [("code", "unhandledEffect")]) == 1)
    }

    @Test("a debug server counts its clients, its stores, and the actions that are held")
    func server() async throws {
        let folder = try Folder()
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        let server = DebugServer(configuration: .init(access: .control, handshakeTimeout: .seconds(60)))
        server.add(store, id: "sum")
        let metrics = ServerMetrics(of: server, factory: factory)
        metrics.read()
        #expect(try gauge("sessions") == 0 && gauge("stores") == 1)

        let endpoint = try #require(try await server.start(on: [.unix(path: folder.path + "/s.sock")]).first)
        let client = try await DebugClient.connect(to: endpoint)
        _ = try await client.initialize(client: .init(name: "test", version: "1"), access: .control)
        _ = try await client.send(GatePause(store: "sum"))
        store.dispatch(1)
        metrics.read()
        #expect(try gauge("sessions") == 1 && gauge("held_actions") == 1)
        #expect(try factory.expectCounter("strobe_server_missed_transitions_total").totalValue == 0)
        await server.stop()
        metrics.read()
        #expect(try gauge("sessions") == 0 && gauge("held_actions") == 0 && store.state == 1)
    }

    private func gauge(_ name: String) throws -> Double? {
        try factory.expectRecorder("strobe_server_\(name)").lastValue
    }
}
