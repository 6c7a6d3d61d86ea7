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
        for items in [10, 1_000, 100_000] {
            Measure.heading("dispatch, \(items) items", size: items)
            let (titled, counted) = (Self.makeStore(items: items), Self.makeStore(items: items))
            // Half of the actions change the count, none changes the title.
            let subscriptions = [titled.subscribe(to: \.title) { _ in }, counted.subscribe(to: \.count) { _ in }]
            let followed = Self.makeStore(items: items)
            let history = History(store: followed)
            let times = measure.times(
                turns: turns,
                [plainLoop(items: items)]
                    + [Self.makeStore(items: items), titled, counted, followed].map {
                        dispatching(to: $0, items: items)
                    })
            withExtendedLifetime(subscriptions) {}
            precondition(history.seq == followed.seq)
            let (plain, bare) = (times[0], times[1])
            Measure.row("plain reducer loop", plain)
            Measure.row("store", bare, baseline: plain)
            for (label, time) in [("stays", times[2]), ("changes", times[3])] {
                Measure.row(
                    "store with a subscriber to what \(label)", time, baseline: plain, limit: bare.median + 60)
            }
            Measure.row("store with history, nobody attached", times[4], baseline: plain, limit: 75)
            Measure.row(
                "store with history, the shadow following", withShadow(items: items), baseline: plain, limit: 150)
            Measure.row(
                "store with a client subscribed to changes", try await withClient(items: items), baseline: plain,
                limit: 150)
        }
    }

    private func plainLoop(items: Int) -> () -> Void {
        var state = ShopState(items: items)
        return {
            withUnsafeMutablePointer(to: &state) { state in
                for turn in 0..<turns { reduceShop(&state.pointee, shopAction(turn, items: items)) }
            }
        }
    }

    private func dispatching(to store: Store<ShopState, ShopAction, Never>, items: Int) -> () -> Void {
        { for turn in 0..<turns { store.dispatch(shopAction(turn, items: items)) } }
    }

    private func withShadow(items: Int) -> Timing {
        let store = Self.makeStore(items: items)
        let history = History(store: store)
        history.attach()
        let updates = history.updates()
        let reader = Task { for await _ in updates {} }
        let time = measure.time(turns: turns, dispatching(to: store, items: items))
        reader.cancel()
        history.detach()
        return time
    }

    /// A client on a Unix socket that reads everything.
    private func withClient(items: Int) async throws -> Timing {
        let store = Self.makeStore(items: items)
        let server = DebugServer(configuration: .init(discovery: false))
        server.add(store, id: "shop")
        let endpoints = try await server.start(on: [.unix(path: "/tmp/strobe-benchmark-\(items)-\(getpid()).sock")])
        let client = try await DebugClient.connect(to: endpoints[0])
        _ = try await client.initialize(client: .init(name: "benchmark", version: "1"), access: .read)
        let reader = Task { for await _ in client.events {} }
        _ = try await client.send(Subscribe(store: "shop", events: [.state]))
        let time = measure.time(turns: turns, dispatching(to: store, items: items))
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
