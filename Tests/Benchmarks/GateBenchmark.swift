import Strobe
import StrobeClient
import StrobeProtocol
import StrobeServer
import StrobeTransport
import StrobeReflection
import StrobeTree

/// Measures the cost of breakpoints for each action that they do not stop, for a small and a large state.
struct GateBenchmark {
    var measure: Measure
    var turns: Int

    func run() async throws {
        for items in [10, 1_000, 100_000] {
            Measure.heading("breakpoints that stop nothing, \(items) items", size: items)
            let store = DispatchBenchmark.makeStore(items: items)
            let server = DebugServer(configuration: .init(access: .control, discovery: false))
            server.add(store, id: "shop")
            let (near, far) = MemoryConnection.pair()
            let serving = Task { await server.serve(far) }
            let client = DebugClient(connection: near)
            _ = try await client.initialize(client: .init(name: "benchmark", version: "1"), access: .control)
            _ = try await client.send(StateGet(path: Path(["count"])))
            let reader = Task { for await _ in client.events {} }

            let attached = dispatch(to: store, items: items)
            Measure.row("no breakpoint, a client attached", attached)
            let place = Path(["items", "\(items / 2)", "title"])
            let byID = Path(["items", "[id=\(items / 2)]", "title"])
            let breakpoints: [(label: String, limit: Double, BreakpointSet)] = [
                ("on an action's name", 150, BreakpointSet(action: ".removeAll")),
                ("on an action's payload", 10_000, BreakpointSet(action: ".increment(by: 7)")),
                ("on a path", 500, BreakpointSet(path: place)),
                ("on a path by id", 500, BreakpointSet(path: byID)),
                ("on a condition", 10_000, BreakpointSet(condition: "\(place.pointer) == \"x\" && count(/items) > 3")),
                ("on a path and an action", 500, BreakpointSet(action: ".toggle", path: place)),
            ]
            for (label, limit, breakpoint) in breakpoints {
                let id = try await client.send(breakpoint).breakpoint.id
                let first = first(to: store)
                let cost = dispatch(to: store, items: items)
                Measure.row("\(label), per action", cost, baseline: attached, limit: limit)
                if breakpoint.path == place, breakpoint.action == nil {
                    Measure.row("\(label), the first action that touches the list", first / 1_000, unit: "us")
                }
                let hits = try await client.send(BreakpointList()).breakpoints.first?.hits ?? -1
                precondition(hits == 0, "a breakpoint was hit \(hits) times that must not be")
                _ = try await client.send(BreakpointRemove(id: id))
            }
            try await logPoints(store, client, items: items, baseline: attached)
            await client.close()
            reader.cancel()
            await serving.value
            await server.stop()
        }
    }

    /// A log point that prints something for every action: more than any client reads.
    private func logPoints(
        _ store: Store<ShopState, ShopAction, Never>, _ client: DebugClient, items: Int, baseline: Timing
    ) async throws {
        _ = try await client.send(Subscribe(events: [.gate]))
        let id = try await client.send(BreakpointSet(action: "*", log: "count is {/count}")).breakpoint.id
        _ = first(to: store)
        Measure.row("a log point at every action", dispatch(to: store, items: items), baseline: baseline)
        _ = try await client.send(BreakpointRemove(id: id))
    }

    private func dispatch(to store: Store<ShopState, ShopAction, Never>, items: Int) -> Timing {
        // Breakpoints take microseconds, so fewer iterations suffice.
        let turns = turns / 10
        return measure.time(turns: turns) {
            for turn in 0..<turns { store.dispatch(shopAction(turn, items: items)) }
        }
    }

    /// The time of the first action that touches the list.
    private func first(to store: Store<ShopState, ShopAction, Never>) -> Double {
        let start = ContinuousClock.now
        store.dispatch(.toggle(1))
        return (ContinuousClock.now - start) / .nanoseconds(1)
    }
}
