import Dispatch
import Strobe
import Synchronization
import Testing

private struct Seen: Sendable, Equatable {
    var who = ""
    var state: Int
    var action: Load
}

/// Records its calls.
private struct Recorder: Middleware {
    let name: String
    let seen: Collector<Seen>

    func apply(state: Int, action: Load, context: EffectContext<Load>) {
        seen.add(Seen(who: name, state: state, action: action))
    }
}

@Suite("Middleware")
struct MiddlewareTests {
    private func makeStore() -> Store<Int, Load, String> {
        Store(initial: 0) { (state: inout Int, action: Load) -> [String] in
            switch action {
            case .load:
                state += 1
                return ["get"]
            case .loaded(let value): state = value
            case .failed: state = -1
            }
            return []
        }
    }

    @Test("each middleware is called once for each action, in the order of adding, with the state before it")
    func order() {
        let store = makeStore()
        let seen = Collector<Seen>()
        for name in ["a", "b"] { store.addMiddleware(Recorder(name: name, seen: seen), on: .inline) }
        store.dispatch(.loaded(5))
        store.dispatch(.failed)
        #expect(
            seen.all == [
                Seen(who: "a", state: 0, action: .loaded(5)), Seen(who: "b", state: 0, action: .loaded(5)),
                Seen(who: "a", state: 5, action: .failed), Seen(who: "b", state: 5, action: .failed),
            ])
        #expect(store.snapshot() == (2, -1))
    }

    @Test("an inline middleware comes before the reducer, outside the lock, and what it dispatches after the action")
    func inline() {
        let log = Collector<String>()
        let store = Store(initial: 0) { (state: inout Int, action: Int) in
            log.add("reduce \(action)")
            state += action
        }
        store.addMiddleware(on: .inline) { [weak store] state, action, context in
            log.add("see \(action) at \(store?.snapshot().seq ?? -1)")
            if action == 1 {
                context.dispatch(10)
                store?.dispatch(20)
            }
        }
        let subscription = store.subscribe { log.add("state \($0)") }
        store.dispatch(1)
        #expect(
            log.all == [
                "see 1 at 0", "reduce 1", "state 1", "see 10 at 1", "reduce 10", "state 11", "see 20 at 2",
                "reduce 20", "state 31",
            ])
        subscription.cancel()
    }

    @Test("actions of all ways into the store are seen, restored and edited states are not")
    func ways() async throws {
        let store = makeStore()
        let seen = Collector<Seen>()
        store.addMiddleware(Recorder(name: "", seen: seen), on: .inline)
        store.setInlineEffectHandler { _, context in context.dispatch(.loaded(2)) }
        let subscription = store.subscribe { [weak store] state in
            guard state == 2 else { return }
            store?.dispatch(.loaded(3))
            // Another thread, while this one delivers.
            let done = DispatchSemaphore(value: 0)
            DispatchQueue.global().async { [store] in
                store?.dispatch(.loaded(4))
                done.signal()
            }
            done.wait()
        }
        store.dispatch(.load)
        store.restore(7)
        store.restore(8, origin: .edit)
        store.dispatch(.failed, origin: .inspector)
        _ = try await store.receipt(of: .loaded(9), origin: .script, ifSeq: store.seq)
        await #expect(throws: StoreError.self) { try await store.receipt(of: .load, ifSeq: 1) }
        #expect(
            seen.all == [
                Seen(state: 0, action: .load), Seen(state: 1, action: .loaded(2)), Seen(state: 2, action: .loaded(3)),
                Seen(state: 3, action: .loaded(4)), Seen(state: 8, action: .failed),
                Seen(state: -1, action: .loaded(9)),
            ])
        subscription.cancel()
    }

    @Test("what a cancelled effect asks for is not seen")
    func cancelled() async throws {
        let store = makeStore()
        let seen = Collector<Seen>()
        store.addMiddleware(Recorder(name: "", seen: seen), on: .inline)
        let begun = Collector<Int>()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        store.setEffectHandler(async: { _, context in
            begun.add(context.cause ?? 0)
            for await _ in gate {}
            context.dispatch(.loaded(1))
            begun.add(-1)
        })
        store.dispatch(.load)
        _ = try await begun.wait(for: 1)
        store.cancelAllEffects()
        open.finish()
        _ = try await begun.wait(for: 2)
        #expect(seen.all == [Seen(state: 0, action: .load)])
    }

    @Test("what a middleware dispatches has the action's transition as its cause, at once and later")
    func cause() async throws {
        let store = makeStore()
        let witness = Witness()
        store.install(witness)
        let contexts = Collector<EffectContext<Load>>()
        store.addMiddleware(on: .inline) { _, action, context in
            guard action == .load else { return }
            context.dispatch(.loaded(1))
            contexts.add(context)
        }
        store.dispatch(.failed)
        store.dispatch(.load)
        store.dispatch(.failed)
        contexts.all.first?.dispatch(.loaded(2))
        #expect(contexts.all.map(\.cause) == [2])
        #expect(witness.seen.all.map(\.cause) == [nil, nil, 2, nil, 2])
        #expect(witness.seen.all.map(\.origin) == [.app, .app, .effect, .app, .effect])
    }

    @Test("a middleware that never returns blocks no dispatch and no other middleware, and loses nothing")
    func blocked() async throws {
        let store = makeStore()
        let blocked = Collector<Seen>()
        let free = Collector<Seen>()
        let gate = DispatchSemaphore(value: 0)
        store.addMiddleware { state, action, _ in
            gate.wait()
            blocked.add(Seen(state: state, action: action))
            gate.signal()
        }
        store.addMiddleware { state, action, _ in free.add(Seen(state: state, action: action)) }
        let expected = (1...500).map { Seen(state: $0 - 1, action: .loaded($0)) }
        for number in 1...500 { store.dispatch(.loaded(number)) }
        #expect(store.snapshot() == (500, 500))
        #expect(try await free.wait(for: 500) == expected)
        #expect(blocked.all.isEmpty)
        gate.signal()
        #expect(try await blocked.wait(for: 500) == expected)
    }

    @Test("an action that a middleware elsewhere dispatches at once is reduced after the one it was called for")
    func elsewhere() async throws {
        for _ in 0..<100 {
            let store = Store(initial: [Int]()) { (state: inout [Int], action: Int) in state.append(action) }
            let done = Collector<[Int]>()
            store.addMiddleware { _, action, context in
                if action < 5 { context.dispatch(action + 1) }
            }
            let subscription = store.subscribe { if $0.count == 5 { done.add($0) } }
            store.dispatch(1)
            #expect(try await done.wait(for: 1) == [[1, 2, 3, 4, 5]])
            subscription.cancel()
        }
    }

    @Test("a state that an inline middleware saw is not copied by the reducer")
    func unshared() {
        let addresses = Protected<Set<UInt>>([])
        let store = Store(initial: Array(repeating: 0, count: 1_000)) { (state: inout [Int], action: Int) in
            state[0] = action
            state.withUnsafeBufferPointer { buffer in
                _ = addresses.withLock { $0.insert(UInt(bitPattern: buffer.baseAddress)) }
            }
        }
        let sum = Atomic<Int>(0)
        store.addMiddleware(on: .inline) { state, _, _ in sum.add(state[0], ordering: .relaxed) }
        for number in 0..<10 { store.dispatch(number) }
        #expect(addresses.withLock { $0.count } == 1)
        #expect(sum.load(ordering: .relaxed) == (0..<9).reduce(0, +))
    }

    @Test("a middleware that is added while actions wait sees those that are reduced after it came")
    func late() {
        let store = makeStore()
        let seen = Collector<Seen>()
        let subscription = store.subscribe { [weak store] state in
            guard state == 1 else { return }
            store?.dispatch(.loaded(2))
            store?.addMiddleware(Recorder(name: "late", seen: seen), on: .inline)
        }
        store.dispatch(.loaded(1))
        #expect(seen.all == [Seen(who: "late", state: 1, action: .loaded(2))])
        subscription.cancel()
    }

    @Test("a middleware that a reducer adds is refused with a diagnostic")
    func addedByReducer() {
        let faults = Collector<StoreError>()
        let box = Protected<Store<Int, Int, Never>?>(nil)
        let store = Store(initial: 0) { (state: inout Int, action: Int) in
            state += action
            box.withLock { $0 }?.addMiddleware { _, _, _ in }
        }
        box.withLock { $0 = store }
        store.setFaultHandler { faults.add($0) }
        store.dispatch(1)
        #expect(faults.all.map(\.code) == [.reentered])
        box.withLock { $0 = nil }
    }

    @Test("a middleware does not keep its store alive, and what it dispatches afterwards does nothing")
    func life() {
        let contexts = Collector<EffectContext<Load>>()
        weak var store: Store<Int, Load, String>?
        do {
            let made = makeStore()
            made.addMiddleware(on: .inline) { _, _, context in contexts.add(context) }
            made.dispatch(.load)
            store = made
        }
        #expect(store == nil)
        contexts.all.first?.dispatch(.load)
    }

    @Test("with eight threads, every action is seen once, with the state that it found")
    func threads() {
        let turns = 2_000
        let store = Store(initial: 0) { (state: inout Int, action: Int) in state += action }
        let next = Atomic<Int>(0)
        let wrong = Atomic<Int>(0)
        store.addMiddleware(on: .inline) { state, _, _ in
            if next.add(1, ordering: .relaxed).oldValue != state { wrong.add(1, ordering: .relaxed) }
        }
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<turns { store.dispatch(1) }
        }
        #expect(store.seq == 8 * turns)
        #expect(next.load(ordering: .relaxed) == 8 * turns)
        #expect(wrong.load(ordering: .relaxed) == 0)
    }
}
