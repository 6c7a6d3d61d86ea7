import Dispatch
import Strobe
import Testing

private protocol ShopAction: Sendable {}
private struct Rename: ShopAction { var name: String }
private struct Sell: ShopAction { var count: Int }
private struct Refresh: ShopAction {}
private struct Refreshed: ShopAction { var stock: Int }

private struct Shop: Sendable, Equatable {
    var name = "shop"
    var stock = 10
    var log: [String] = []
}

private func rename(_ shop: Shop, _ action: any ShopAction) -> Shop {
    var shop = shop
    if let action = action as? Rename { shop.name = action.name }
    shop.log.append("rename saw \(shop.stock)")
    return shop
}

private func sell(_ shop: Shop, _ action: any ShopAction) -> Shop {
    var shop = shop
    if let action = action as? Sell { shop.stock -= action.count }
    if let action = action as? Refreshed { shop.stock = action.stock }
    shop.log.append("sell saw \(shop.name)")
    return shop
}

/// Fetches on request.
private struct Provider: Middleware {
    let stock: @Sendable () -> Int

    func apply(state: Shop, action: any ShopAction, context: EffectContext<any ShopAction>) {
        if action is Refresh { context.dispatch(Refreshed(stock: stock())) }
    }
}

private final class Listener: UpdateListener {
    let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    func stateUpdated() {
        action()
    }
}

@Suite("Redux stores")
struct ReduxStoreTests {
    private typealias Redux = ReduxStore<Shop, any ShopAction>

    @Test("reducers are called in order, each with the state that the one before returned")
    func reducers() {
        let store = Redux(state: Shop(), reducers: [rename, sell], serialDispatcher: .inline)
        store.dispatch(Rename(name: "new"))
        #expect(store.state == Shop(name: "new", stock: 10, log: ["rename saw 10", "sell saw new"]))
        store.dispatch(Sell(count: 3))
        #expect(store.state.stock == 7)
        #expect(store.store.seq == 2)
    }

    @Test("dispatch returns at once, and actions are reduced on the serial dispatcher, in order")
    func serial() {
        let jobs = JobList()
        let store = Redux(state: Shop(), reducers: [sell], serialDispatcher: jobs.delivery)
        store.dispatch(Sell(count: 1))
        store.dispatch(Rename(name: "no reducer knows it"))
        store.dispatch(Sell(count: 2))
        #expect(store.state == Shop())
        jobs.run()
        #expect(store.state.stock == 7)
        #expect(store.store.seq == 3)
    }

    @Test("with its own dispatchers, what eight threads dispatch is all reduced")
    func threads() async throws {
        let store = ReduxStore<Int, Int>(state: 0, reducers: [{ $0 + $1 }])
        let done = Collector<Int>()
        let subscription = store.store.subscribe { if $0 == 4_000 { done.add($0) } }
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<500 { store.dispatch(1) }
        }
        #expect(try await done.wait(for: 1) == [4_000])
        subscription.cancel()
    }

    @Test("listeners are called on the main dispatcher, and are held weakly")
    @MainActor func listeners() {
        let jobs = MainJobList()
        let calls = Collector<Int>()
        let store = Redux(
            state: Shop(), reducers: [sell], serialDispatcher: .inline, mainDispatcher: jobs.delivery)
        var listener: Listener? = Listener { [weak store] in calls.add(store?.state.stock ?? -1) }
        if let listener { store.addListener(listener) }
        store.dispatch(Sell(count: 1))
        store.dispatch(Sell(count: 1))
        #expect(calls.all == [])
        jobs.run()
        #expect(calls.all == [8, 8])
        listener = nil
        store.dispatch(Sell(count: 1))
        jobs.run()
        #expect(calls.all == [8, 8])
    }

    @Test("middleware is called before the reducer, and what it dispatches takes the serial dispatcher as well")
    func middleware() {
        let serial = JobList()
        let middle = JobList()
        let store = Redux(
            state: Shop(), reducers: [sell], serialDispatcher: serial.delivery,
            middleware: [Provider(stock: { 99 })], middlewareDispatcher: middle.delivery)
        store.dispatch(Refresh())
        serial.run()
        #expect(store.store.seq == 1)
        middle.run()
        #expect(store.store.seq == 1)
        serial.run()
        #expect(store.store.seq == 2)
        #expect(store.state.stock == 99)
    }

    @Test("a middleware that blocks delays neither actions nor another middleware")
    func blockedMiddleware() async throws {
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        let stuck = Provider(stock: {
            gate.wait()
            return 0
        })
        let store = Redux(
            state: Shop(), reducers: [sell], middleware: [stuck, Provider(stock: { 50 })])
        let stocks = Collector<Int>()
        let subscription = store.store.subscribe { stocks.add($0.stock) }
        store.dispatch(Refresh())
        store.dispatch(Sell(count: 1))
        #expect(Set(try await stocks.wait(for: 3)).isSuperset(of: [10, 50]))
        subscription.cancel()
    }

    @Test("what a debugger dispatches at the store underneath is seen by middleware, reducers and listeners")
    @MainActor func underneath() {
        let jobs = MainJobList()
        let calls = Collector<Int>()
        let store = Redux(
            state: Shop(), reducers: [sell], serialDispatcher: .inline, mainDispatcher: jobs.delivery,
            middleware: [Provider(stock: { 99 })], middlewareDispatcher: .inline)
        let listener = Listener { calls.add(1) }
        store.addListener(listener)
        store.store.dispatch(Refresh(), origin: .inspector)
        jobs.run()
        #expect(store.state.stock == 99)
        #expect(calls.all.count == 2)
        withExtendedLifetime(listener) {}
    }

    @Test("the actions of a thunk take the serial dispatcher, and it can be cancelled")
    func thunks() async throws {
        let serial = JobList()
        let store = Redux(state: Shop(), reducers: [sell], serialDispatcher: serial.delivery)
        let steps = Collector<Int>()
        let thunk = Thunk<Shop, any ShopAction>("restock") { context in
            context.dispatch(Refreshed(stock: (context.state?.stock ?? 0) + 5))
            steps.add(1)
        }
        store.dispatch(thunk)
        _ = try await steps.wait(for: 1)
        #expect(store.state.stock == 10)
        serial.run()
        #expect(store.state.stock == 15)
        let id = try #require(store.dispatch(thunk))
        _ = try await steps.wait(for: 2)
        // Its action waits, so it still counts as running; cancelling it discards the action.
        #expect(store.store.cancelEffect(id))
        serial.run()
        #expect(store.state.stock == 15)
    }

    @Test("a store that is gone drops what waits")
    func life() {
        let jobs = JobList()
        weak var underneath: Store<Shop, any ShopAction, Never>?
        do {
            let store = Redux(
                state: Shop(), reducers: [sell], serialDispatcher: jobs.delivery, middleware: [Provider(stock: { 1 })])
            underneath = store.store
            store.dispatch(Sell(count: 1))
        }
        #expect(underneath == nil)
        jobs.run()
    }

    @Test("a reducer that dispatches gets a diagnostic, whatever the dispatcher")
    func dispatchingReducer() {
        let jobs = JobList()
        let box = Protected<ReduxStore<Int, Int>?>(nil)
        let store = ReduxStore<Int, Int>(
            state: 0,
            reducers: [
                { state, action in
                    if action == 1 { box.withLock { $0 }?.dispatch(2) }
                    return state + action
                }
            ], serialDispatcher: jobs.delivery)
        box.withLock { $0 = store }
        let faults = Collector<StoreError>()
        store.store.setFaultHandler { faults.add($0) }
        store.dispatch(1)
        jobs.run()
        #expect(store.state == 1)
        #expect(faults.all.map(\.code) == [.reentered])
        box.withLock { $0 = nil }
    }

    @Test("a listener that always dispatches is cut off, whether actions are reduced at once or on a queue")
    @MainActor func endlessListener() async throws {
        for serial in [Delivery.serialQueue(), .inline, .custom { $0() }] {
            let store = ReduxStore<Int, Int>(
                state: 0, reducers: [{ $0 + $1 }], serialDispatcher: serial, nestingLimit: 5)
            store.store.chainSpan = .seconds(3_600)
            let faults = Collector<StoreError>()
            store.store.setFaultHandler { faults.add($0) }
            let listener = Listener { [weak store] in store?.dispatch(1) }
            store.addListener(listener)
            store.dispatch(1)
            #expect(try await faults.wait(for: 1).first?.code == .runawayLoop)
            withExtendedLifetime(listener) {}
        }
    }
}
