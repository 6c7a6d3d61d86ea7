import Strobe
import Synchronization
import Testing

enum Ping: Sendable { case ping(Int), pong }

private protocol Ball: Sendable {}
private struct Serve: Ball {}
private struct Return: Ball {}

@Suite("Faults")
struct FaultTests {
    @Test("a runaway loop is cut off at the limit, and the fault names the actions")
    func runaway() throws {
        let faults = Collector<StoreError>()
        let store = Store(initial: 0) { (state: inout Int, action: Ping) in state += 1 }
        store.setFaultHandler { faults.add($0) }
        let subscription = store.subscribe { state in
            store.dispatch(state % 2 == 0 ? .ping(state) : .pong)
        }
        store.dispatch(.ping(0))
        #expect(store.state == 1_001)
        let fault = try #require(faults.all.first)
        #expect(faults.all.count == 1)
        #expect(fault.code == .runawayLoop)
        #expect(fault.actions.suffix(2) == ["ping", "pong"])
        #expect(fault.message.contains("ping, pong"))
        subscription.cancel()
        store.dispatch(.pong)
        #expect(store.state == 1_002)
    }

    @Test("what a thread dispatches while it replays the reducer is refused, and reported once for the store")
    func replay() {
        let faults = Collector<StoreError>()
        let store = Store(initial: 0) { (count: inout Int, step: Int) in count += step }
        store.setFaultHandler { faults.add($0) }
        store.install(StoreObserver())
        store.refuseDispatchesOfThisThread()
        store.dispatch(1)
        store.dispatch(1)
        #expect(store.snapshot() == (0, 0))
        #expect(faults.all.map(\.code) == [.reentered])
        store.acceptDispatchesOfThisThread()
        store.dispatch(1)
        #expect(store.snapshot() == (1, 1))
    }

    @Test("a runaway loop of actions behind a protocol names their types")
    func runawayTypes() throws {
        let faults = Collector<StoreError>()
        let store = Store(initial: 0, nestingLimit: 10) { (state: inout Int, action: any Ball) in state += 1 }
        store.setFaultHandler { faults.add($0) }
        let subscription = store.subscribe { state in store.dispatch(state % 2 == 0 ? Serve() : Return()) }
        store.dispatch(Serve())
        #expect(try #require(faults.all.first).actions.suffix(2) == ["Serve", "Return"])
        subscription.cancel()
    }

    @Test("a loop that doubles with each action is cut off as well")
    func wideRunaway() {
        let faults = Collector<StoreError>()
        let store = Store(initial: 0, nestingLimit: 20) { (state: inout Int, action: Ping) in state += 1 }
        store.setFaultHandler { faults.add($0) }
        let subscription = store.subscribe { _ in
            store.dispatch(.pong)
            store.dispatch(.pong)
        }
        store.dispatch(.pong)
        #expect(faults.all.map(\.code) == [.runawayLoop])
        #expect(store.state < 100_000)
        subscription.cancel()
    }

    @Test("the completion of an action that was cut off gets the error")
    func refusedCompletion() {
        let results = Collector<StoreError.Code?>()
        let store = Store(initial: 0, nestingLimit: 3) { (state: inout Int, action: Ping) in state += 1 }
        store.setFaultHandler { _ in }
        let subscription = store.subscribe { _ in
            store.dispatch(.pong) { result in
                if case .failure(let error) = result { results.add(error.code) } else { results.add(nil) }
            }
        }
        store.dispatch(.pong)
        #expect(results.all.filter { $0 != nil } == [.runawayLoop])
        #expect(results.all.count == 4)
        subscription.cancel()
    }

    @Test("a fault handler that dispatches is not called for its own action")
    func dispatchingHandler() {
        let calls = Atomic<Int>(0)
        let store = Store(initial: 0, nestingLimit: 3) { (state: inout Int, action: Ping) in state += 1 }
        store.setFaultHandler { _ in
            calls.add(1, ordering: .relaxed)
            store.dispatch(.pong)
        }
        let subscription = store.subscribe { _ in store.dispatch(.ping(1)) }
        store.dispatch(.ping(0))
        #expect(calls.load(ordering: .relaxed) == 1)
        subscription.cancel()
        store.setFaultHandler { _ in }
    }

    @Test("a reducer that dispatches gets a diagnostic, and its action is ignored")
    func dispatchingReducer() throws {
        let faults = Collector<StoreError>()
        let box = Protected<Store<Int, Ping, Never>?>(nil)
        let store = Store(initial: 0) { (state: inout Int, action: Ping) in
            state += 1
            if case .ping = action { box.withLock { $0 }?.dispatch(.pong) }
        }
        box.withLock { $0 = store }
        store.setFaultHandler { faults.add($0) }
        store.dispatch(.ping(1))
        #expect(store.state == 1)
        let fault = try #require(faults.all.first)
        #expect(fault.code == .reentered)
        #expect(fault.actions == ["pong"])
        #expect(fault.message.contains("reducer"))
        box.withLock { $0 = nil }
    }

    @Test("a reducer that reads its store ends the process with a diagnostic, not in a deadlock")
    func readingReducer() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let box = Protected<Store<Int, Int, Never>?>(nil)
            let store = Store(initial: 0) { (state: inout Int, action: Int) in
                state += box.withLock { $0 }?.state ?? 0
            }
            box.withLock { $0 = store }
            store.dispatch(1)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("from inside its own reducer"))
    }
}
