import Strobe
import StrobeHistory

/// What a dispatch costs the program, with and without a debugger, for a small and a large state.
struct DispatchBenchmark {
    var measure: Measure
    var turns: Int

    func run() {
        for items in [10, 100_000] {
            Measure.heading("dispatch, \(items) items")
            let plain = plainLoop(items: items)
            Measure.row("plain reducer loop", plain)
            Measure.row("store", store(items: items), baseline: plain)
            Measure.row(
                "store with history, nobody attached", withHistory(items: items), baseline: plain, limit: 75)
            Measure.row(
                "store with history, the shadow following", withShadow(items: items), baseline: plain, limit: 150)
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

    static func makeStore(items: Int) -> Store<ShopState, ShopAction, Never> {
        Store(initial: ShopState(items: items)) { (state: inout ShopState, action: ShopAction) in
            reduceShop(&state, action)
        }
    }
}
