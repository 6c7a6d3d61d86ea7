import Foundation
import Strobe
import Synchronization
import Testing

enum Load: Sendable, Equatable { case load, loaded(Int), failed }

/// Records what a store reports to its observer.
final class Witness: StoreObserver<Int, Load, String>, @unchecked Sendable {
    struct Seen: Equatable, Sendable {
        var seq: Int
        var action: Load?
        var state: Int
        var origin: Origin
        var cause: Int?
        var effects: [String]
    }

    let seen = Collector<Seen>()
    let sources = Collector<String?>()
    let durations = Collector<UInt64?>()
    let ends = Atomic<Int>(0)

    override func didReduce(_ action: Load, effects: [String], info: TransitionInfo, state: () -> Int) {
        seen.add(
            .init(
                seq: info.seq, action: action, state: state(), origin: info.origin, cause: info.cause,
                effects: effects))
        sources.add(info.source?.description)
        durations.add(info.timing?.durationNanos)
    }

    override func didRestore(_ state: Int, note: String?, info: TransitionInfo) {
        seen.add(.init(seq: info.seq, action: nil, state: state, origin: info.origin, cause: info.cause, effects: []))
    }

    override func didUninstall() {
        ends.add(1, ordering: .relaxed)
    }
}

@Suite("Effects and the debug hook")
struct EffectTests {
    func makeStore() -> Store<Int, Load, String> {
        Store(initial: 0) { (state: inout Int, action: Load) -> [String] in
            switch action {
            case .load: return ["get"]
            case .loaded(let value): state = value
            case .failed: state = -1
            }
            return []
        }
    }

    @Test("the effects of an action are handed over in their order, after subscribers were notified")
    func order() {
        let told = Collector<String>()
        let store = Store(initial: 0) { (count: inout Int, step: Int) -> [String] in
            count += step
            return ["first", "second", "third"]
        }
        store.setInlineEffectHandler { effect, _ in told.add(effect) }
        let subscription = store.subscribe { told.add("state \($0)") }
        store.dispatch(1)
        #expect(told.all == ["state 1", "first", "second", "third"])
        subscription.cancel()
    }

    @Test("what an effect dispatches at once has its cause, and is reduced after subscribers saw the present state")
    func inlineEffect() {
        let store = makeStore()
        let witness = Witness()
        store.install(witness)
        let log = Collector<String>()
        let subscription = store.subscribe { log.add("state \($0)") }
        store.setInlineEffectHandler { effect, context in
            log.add(effect)
            context.dispatch(.loaded(7))
            log.add("after")
        }
        store.dispatch(.load)
        #expect(log.all == ["state 0", "get", "after", "state 7"])
        #expect(
            witness.seen.all == [
                .init(seq: 1, action: .load, state: 0, origin: .app, cause: nil, effects: ["get"]),
                .init(seq: 2, action: .loaded(7), state: 7, origin: .effect, cause: 1, effects: []),
            ])
        subscription.cancel()
    }

    @Test("an asynchronous effect comes back as an action with its cause")
    func asyncEffect() async throws {
        let store = makeStore()
        let witness = Witness()
        store.install(witness)
        store.setEffectHandler(async: { _, context in
            await Task.yield()
            context.dispatch(.loaded(context.cause ?? 0))
        })
        store.dispatch(.failed)
        store.dispatch(.load)
        let seen = try await witness.seen.wait(for: 3)
        #expect(seen.last == .init(seq: 3, action: .loaded(2), state: 2, origin: .effect, cause: 2, effects: []))
    }

    @Test("an effect that ends after its store does nothing")
    func lateEffect() async throws {
        var store: Store? = makeStore()
        let contexts = Collector<EffectContext<Load>>()
        store?.setInlineEffectHandler { _, context in contexts.add(context) }
        store?.dispatch(.load)
        weak let gone = store
        store = nil
        #expect(gone == nil)
        contexts.all.first?.dispatch(.failed)
    }

    @Test("a restored state is a transition without effects, which subscribers and the observer get")
    func restore() throws {
        let store = makeStore()
        let witness = Witness()
        #expect(store.install(witness) == (0, 0))
        let seen = Collector<Int>()
        let receipts = Collector<Int?>()
        let subscription = store.subscribe { seen.add($0) }
        store.dispatch(.loaded(3))
        store.restore(9, cause: 1) { receipts.add(try? $0.get().seq) }
        store.restore(10, origin: .edit)
        #expect(seen.all == [3, 9, 10])
        #expect(receipts.all == [2])
        #expect(store.snapshot() == (3, 10))
        #expect(
            witness.seen.all.dropFirst() == [
                .init(seq: 2, action: nil, state: 9, origin: .restore, cause: 1, effects: []),
                .init(seq: 3, action: nil, state: 10, origin: .edit, cause: nil, effects: []),
            ])
        subscription.cancel()
    }

    @Test("a restore that names another number than the present is refused, and leaves everything as it is")
    func staleRestore() throws {
        let store = makeStore()
        let answers = Collector<StoreError.Code?>()
        for state in [9, 10] {
            store.restore(state, ifSeq: 0) { result in
                if case .failure(let error) = result { answers.add(error.code) } else { answers.add(nil) }
            }
        }
        #expect(answers.all == [nil, .stale])
        #expect(store.snapshot() == (1, 9))
    }

    @Test("the observer gets every transition after the snapshot that it was installed with, and no other")
    func atomicInstall() {
        let store = Store(initial: 0) { (state: inout Int, action: Load) -> [String] in
            state += 1
            return []
        }
        let witness = Witness()
        let start = Protected(0)
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            for turn in 0..<2_000 {
                if worker == 0, turn == 1_000 { start.withLock { $0 = store.install(witness).seq } }
                store.dispatch(.load)
            }
        }
        let first = start.withLock { $0 }
        #expect(witness.seen.all.map(\.seq) == Array((first + 1)...8_000))
        #expect(witness.seen.all.map(\.state) == witness.seen.all.map(\.seq))
    }

    @Test("several observers are called until they are uninstalled or the store ends, each is notified of that")
    func uninstall() {
        let first = Witness()
        let second = Witness()
        do {
            let store = makeStore()
            store.install(first)
            store.install(second)
            store.install(first)
            store.dispatch(.failed)
            store.uninstall(first)
            store.uninstall(first)
            #expect(first.ends.load(ordering: .relaxed) == 1)
            #expect(second.ends.load(ordering: .relaxed) == 0)
            store.dispatch(.failed)
        }
        #expect(first.seen.all.map(\.seq) == [1])
        #expect(second.seen.all.map(\.seq) == [1, 2])
        #expect(second.ends.load(ordering: .relaxed) == 1)
    }

    @Test("durations are measured on request, and call sites are known in debug builds")
    func measuring() {
        let store = makeStore()
        let witness = Witness()
        store.install(witness)
        store.dispatch(.failed)
        store.setMeasuring(true)
        store.dispatch(.failed)
        store.setMeasuring(false)
        store.dispatch(.failed)
        #expect(witness.durations.all.map { $0 != nil } == [false, true, false])
        #if DEBUG
            #expect(witness.sources.all.allSatisfy { $0?.hasPrefix("StrobeTests/EffectTests.swift:") == true })
        #else
            #expect(witness.sources.all == [nil, nil, nil])
        #endif
    }

    #if DEBUG
        @Test("what an effect dispatches is known by the place in its handler")
        func effectSource() {
            let store = makeStore()
            let witness = Witness()
            store.install(witness)
            let line = #line + 1
            store.setInlineEffectHandler { _, context in context.dispatch(.loaded(1)) }
            store.dispatch(.load)
            #expect(witness.sources.all.last == "\(#fileID):\(line)")
        }
    #endif
}
