import Foundation
import Strobe
import StrobeClient
import StrobeHistory
import StrobeProtocol
import StrobeServer
import StrobeTransport

/// Measures the cost of a dispatch for the program, with and without a debugger, for a small and a large state.
struct DispatchBenchmark {
    var measure: Measure
    var turns: Int

    func run() async throws {
        for items in [10, 100_000] {
            Measure.heading("dispatch, \(items) items")
            let plain = plainLoop(items: items)
            Measure.row("plain reducer loop", plain)
            let bare = store(items: items)
            Measure.row("store", bare, baseline: plain)
            for (label, time) in withSubscribers(items: items) {
                Measure.row("store with \(label)", time, baseline: plain, limit: bare + 60)
            }
            Measure.row(
                "store with history, nobody attached", withHistory(items: items), baseline: plain, limit: 75)
            Measure.row(
                "store with history, the shadow following", withShadow(items: items), baseline: plain, limit: 150)
            Measure.row(
                "store with a client subscribed to changes", try await withClient(items: items), baseline: plain,
                limit: 150)
        }
    }

    private func plainLoop(items: Int) -> Double {
        var state = ShopState(items: items)
        return measure.nanoseconds(turns: turns) {
            for turn in 0..<turns { reduceShop(&state, shopAction(turn, items: items)) }
        }
    }

    private func store(items: Int) -> Double {
        let store = Self.makeStore(items: items)
        return measure.nanoseconds(turns: turns) {
            for turn in 0..<turns { store.dispatch(shopAction(turn, items: items)) }
        }
    }

    /// One subscriber to a key path: half of the actions change the count, none changes the title.
    private func withSubscribers(items: Int) -> [(label: String, time: Double)] {
        let (titled, counted) = (Self.makeStore(items: items), Self.makeStore(items: items))
        let subscriptions = [titled.subscribe(to: \.title) { _ in }, counted.subscribe(to: \.count) { _ in }]
        return [("a subscriber to what stays", titled), ("a subscriber to what changes", counted)].map { label, store in
            let time = measure.nanoseconds(turns: turns) {
                for turn in 0..<turns { store.dispatch(shopAction(turn, items: items)) }
            }
            withExtendedLifetime(subscriptions) {}
            return (label, time)
        }
    }

    private func withHistory(items: Int) -> Double {
        let store = Self.makeStore(items: items)
        let history = History(store: store)
        let time = measure.nanoseconds(turns: turns) {
            for turn in 0..<turns { store.dispatch(shopAction(turn, items: items)) }
        }
        precondition(history.seq == store.seq)
        return time
    }

    private func withShadow(items: Int) -> Double {
        let store = Self.makeStore(items: items)
        let history = History(store: store)
        history.attach()
        let updates = history.updates()
        let reader = Task { for await _ in updates {} }
        let time = measure.nanoseconds(turns: turns) {
            for turn in 0..<turns { store.dispatch(shopAction(turn, items: items)) }
        }
        reader.cancel()
        history.detach()
        return time
    }

    /// A client on a Unix socket that reads everything.
    private func withClient(items: Int) async throws -> Double {
        let store = Self.makeStore(items: items)
        let server = DebugServer(configuration: .init(discovery: false))
        server.add(store, id: "shop")
        let endpoints = try await server.start(on: [.unix(path: "/tmp/strobe-benchmark-\(items)-\(getpid()).sock")])
        let client = try await DebugClient.connect(to: endpoints[0])
        _ = try await client.initialize(client: .init(name: "benchmark", version: "1"), access: .read)
        let reader = Task { for await _ in client.events {} }
        _ = try await client.send(Subscribe(store: "shop", events: [.state]))
        let time = measure.nanoseconds(turns: turns) {
            for turn in 0..<turns { store.dispatch(shopAction(turn, items: items)) }
        }
        await client.close()
        reader.cancel()
        await server.stop()
        return time
    }

    static func makeStore(items: Int) -> Store<ShopState, ShopAction, Never> {
        Store(initial: ShopState(items: items)) { (state: inout ShopState, action: ShopAction) in
            reduceShop(&state, action)
        }
    }
}
