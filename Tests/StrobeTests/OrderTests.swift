import Foundation
import Strobe
import Synchronization
import Testing

@Suite("Order of dispatch")
struct OrderTests {
    @Test("three subscribers see every state once and in order, though the second one dispatches")
    func threeSubscribers() {
        for _ in 0..<1_000 {
            let seen = Collector<String>()
            let store = Store(initial: 0) { (state: inout Int, action: Int) in state += action }
            let first = store.subscribe { seen.add("a\($0)") }
            let second = store.subscribe { state in
                seen.add("b\(state)")
                if state < 4 { store.dispatch(1) }
            }
            let third = store.subscribe { seen.add("c\($0)") }
            store.dispatch(1)
            #expect(seen.all == (1...4).flatMap { ["a\($0)", "b\($0)", "c\($0)"] })
            #expect(store.snapshot() == (4, 4))
            for subscription in [first, second, third] { subscription.cancel() }
        }
    }

    @Test("three subscribers elsewhere see every state once and in order as well", arguments: [0, 1, 2])
    func threeSubscribersElsewhere(place: Int) async throws {
        for _ in 0..<1_000 {
            let seen = [Collector<Int>(), Collector<Int>(), Collector<Int>()]
            let store = Store(initial: 0) { (state: inout Int, action: Int) in state += action }
            let subscriptions = seen.enumerated().map { index, seen in
                let delivery: Delivery =
                    switch place {
                    case 0: .queue(.main)
                    case 1: .queue(.global())
                    default: .executor(globalConcurrentExecutor)
                    }
                return store.subscribe(on: delivery) { [weak store] state in
                    seen.add(state)
                    if index == 1, state < 4 { store?.dispatch(1) }
                }
            }
            store.dispatch(1)
            for seen in seen { #expect(try await seen.wait(for: 4) == [1, 2, 3, 4]) }
            #expect(store.snapshot() == (4, 4))
            for subscription in subscriptions { subscription.cancel() }
        }
    }

    @Test("a middleware, an effect and a subscriber that all dispatch come in the same order each time")
    func threeWays() {
        for _ in 0..<1_000 {
            let log = Collector<String>()
            let store = Store(initial: 0) { (state: inout Int, action: String) -> [String] in
                log.add("reduce \(action)")
                state += 1
                return action.count == 1 ? [action] : []
            }
            store.addMiddleware(on: .inline) { state, action, context in
                log.add("see \(action) at \(state)")
                if action == "a" { context.dispatch("am") }
            }
            store.setInlineEffectHandler { effect, context in context.dispatch("\(effect)e") }
            let subscription = store.subscribe { [weak store] state in
                log.add("state \(state)")
                if state == 1 { store?.dispatch("as") }
            }
            store.dispatch("a")
            let order = ["a", "am", "as", "ae"].enumerated().flatMap { seq, action in
                ["see \(action) at \(seq)", "reduce \(action)", "state \(seq + 1)"]
            }
            #expect(log.all == order)
            subscription.cancel()
        }
    }

    @Test("what a subscriber dispatches is reduced in the order in which it was dispatched")
    func firstInFirstOut() {
        let store = Store(initial: [Int]()) { (state: inout [Int], action: Int) in state.append(action) }
        let subscription = store.subscribe { state in
            if state.count == 1 { for action in 2...5 { store.dispatch(action) } }
            if state.count == 2 { store.dispatch(6) }
        }
        store.dispatch(1)
        #expect(store.state == [1, 2, 3, 4, 5, 6])
        subscription.cancel()
    }

    @Test("actions from eight threads are all reduced, and every commit is seen once")
    func manyThreads() {
        #if DEBUG
            let turns = 5_000
        #else
            let turns = 100_000
        #endif
        for withSubscriber in [false, true] {
            let store = Store(initial: 0) { (state: inout Int, action: Int) in state &+= action }
            let seen = Atomic<Int>(0)
            let last = Atomic<Int>(0)
            let outOfOrder = Atomic<Int>(0)
            let subscription = store.subscribe { state in
                seen.add(1, ordering: .relaxed)
                if last.exchange(state, ordering: .relaxed) >= state { outOfOrder.add(1, ordering: .relaxed) }
            }
            if !withSubscriber { subscription.cancel() }
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                for _ in 0..<turns { store.dispatch(1) }
            }
            #expect(store.snapshot() == (8 * turns, 8 * turns))
            #expect(seen.load(ordering: .relaxed) == (withSubscriber ? 8 * turns : 0))
            #expect(outOfOrder.load(ordering: .relaxed) == 0)
            subscription.cancel()
        }
    }

    @Test("an action that another thread dispatches during a delivery waits, and its completion is called")
    func completionFromAnotherThread() async throws {
        let store = Store(initial: 0) { (state: inout Int, action: Int) -> [String] in
            state += action
            return ["did \(action)"]
        }
        let results = Collector<Result<Receipt<String>, StoreError>>()
        let subscription = store.subscribe { state in
            guard state == 1 else { return }
            // Another thread, while this one delivers; it must return at once.
            let done = DispatchSemaphore(value: 0)
            Thread {
                store.dispatch(10, measured: true) { results.add($0) }
                done.signal()
            }.start()
            #expect(done.wait(timeout: .now() + 10) == .success)
            #expect(results.all.isEmpty)
            #expect(store.seq == 1)
        }
        store.dispatch(1)
        let receipt = try #require(try await results.wait(for: 1).first?.get())
        #expect(receipt.seq == 2)
        #expect(receipt.effects == ["did 10"])
        #expect(receipt.durationNanos != nil)
        #expect(store.state == 11)
        subscription.cancel()
    }

    @Test("a receipt has no duration unless one was asked for")
    func unmeasured() async throws {
        let store = Store(initial: 0) { (state: inout Int, action: Int) in state += action }
        #expect(try await store.receipt(of: 1).durationNanos == nil)
        #expect(try await store.receipt(of: 1, origin: .app, measured: true).durationNanos != nil)
    }
}
