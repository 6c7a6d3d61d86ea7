import Strobe
import Testing

@Suite("Asynchronous store", .timeLimit(.minutes(5)))
struct AsyncStoreTests {
    private let gate = Gate()

    /// A store that records its actions, each once the gate is open.
    private func gatedStore() -> AsyncStore<[Int], Int> {
        AsyncStore(initial: []) { [gate] state, action in
            await gate.wait(as: action)
            return state + [action]
        }
    }

    private func code(_ error: any Error) -> StoreError.Code? { (error as? StoreError)?.code }

    @Test("actions that one thread sends are reduced in that order, whatever the reducer takes for each")
    func order() async throws {
        let store = AsyncStore(initial: []) { (state: [Int], action: Int) in
            for _ in 0..<(100 - action) { await Task.yield() }
            return state + [action]
        }
        for number in 0..<100 { store.dispatch(number) }
        #expect(try await store.receipt(of: 100).seq == 101)
        #expect(store.state == Array(0...100))
    }

    @Test("while the reducer is suspended the state is the old one, and what is pending and queued can be looked at")
    func pending() async throws {
        let store = gatedStore()
        #expect(store.pending == nil && store.queued.isEmpty)
        store.dispatch(1)
        store.dispatch(2, origin: .inspector)
        store.dispatch(3, origin: .effect, cause: 0)
        _ = try await gate.arrivals.wait(for: 1)
        let pending = try #require(store.pending)
        #expect(pending.action == 1)
        #expect(pending.origin == .app)
        let queued = store.queued
        #expect(queued.map(\.action) == [2, 3])
        #expect(queued.map(\.origin) == [.inspector, .effect])
        #expect(queued.map(\.cause) == [nil, 0])
        #expect(queued.allSatisfy { $0.effect == nil })
        #expect(pending.sinceNanos > 0 && queued[0].sinceNanos <= queued[1].sinceNanos)
        let listed = try #require(store.runningEffects.first)
        #expect(listed.phase == .reducing && listed.id == pending.effect && listed.cause == nil)
        #expect(store.snapshot() == (0, []))
        gate.open()
        try await store.receipt(of: 4)
        #expect(store.pending == nil && store.queued.isEmpty && store.runningEffects.isEmpty)
        #expect(store.snapshot() == (4, [1, 2, 3, 4]))
    }

    @Test("a subscriber gets every state once and in order, and what it sends is reduced after what waits")
    func subscribers() async throws {
        let store = AsyncStore(initial: 0) { (_: Int, action: Int) in action }
        let seen = Collector<Int>()
        let subscription = store.subscribe(initial: true) { [weak store] state in
            seen.add(state)
            #expect(store?.pending == nil)
            if state == 1 { store?.dispatch(10) }
        }
        let tens = Collector<Bool>()
        let other = store.subscribe(to: { $0 >= 10 }, initial: true) { tens.add($0) }
        store.dispatch(1)
        #expect(try await seen.wait(for: 3) == [0, 1, 10])
        #expect(try await tens.wait(for: 2) == [false, true])
        subscription.cancel()
        other.cancel()
        #expect(try await store.receipt(of: 5).seq == 3)
        #expect(seen.all == [0, 1, 10])
    }

    @Test("its states are a sequence that ends with the store")
    func states() async throws {
        var store: AsyncStore<Int, Int>? = AsyncStore(initial: 0) { $0 + $1 }
        let states = try #require(store?.states(buffering: 10))
        store?.dispatch(1)
        try await store?.receipt(of: 2)
        store = nil
        var all: [Int] = []
        for await state in states { all.append(state) }
        #expect(all == [0, 1, 3])
    }

    @Test("an action with an expected seq is refused in its turn if the store is at another one")
    func conditional() async throws {
        let store = gatedStore()
        store.dispatch(1)
        let early = ReceiptRequest()
        store.dispatch(2, origin: .inspector, cause: nil, ifSeq: 0, request: early)
        let right = ReceiptRequest()
        store.dispatch(3, origin: .inspector, cause: nil, ifSeq: 1, request: right)
        gate.open()
        await #expect { try await early.receipt() } throws: { code($0) == .stale }
        #expect(try await right.receipt().seq == 2)
        #expect(store.state == [1, 3])
    }

    @Test("a restore waits its turn, so that the reduction at hand cannot undo it")
    func restore() async throws {
        let store = gatedStore()
        store.dispatch(1)
        _ = try await gate.arrivals.wait(for: 1)
        let request = ReceiptRequest()
        store.restore([7], origin: .edit, cause: nil, note: nil, ifSeq: 1, request: request)
        store.dispatch(2)
        #expect(store.queued.map(\.action) == [nil, 2])
        gate.open()
        #expect(try await request.receipt().seq == 2)
        try await store.receipt(of: 3)
        #expect(store.state == [7, 2, 3])
        await #expect { try await store.restore([], ifSeq: 3) } throws: { code($0) == .stale }
        #expect(store.state == [7, 2, 3])
    }

    @Test("a cancelled caller withdraws its queued action")
    func takenBack() async throws {
        let store = gatedStore()
        store.dispatch(1)
        _ = try await gate.arrivals.wait(for: 1)
        let waiting = Task { try await store.receipt(of: 2) }
        while store.queued.isEmpty { await Task.yield() }
        waiting.cancel()
        await #expect { try await waiting.value } throws: { code($0) == .cancelled }
        #expect(store.queued.isEmpty)
        gate.open()
        try await store.receipt(of: 3)
        #expect(store.state == [1, 3])
    }

    @Test("a cancelled caller no longer waits for the action that is being reduced; the reduction continues")
    func abandoned() async throws {
        let store = gatedStore()
        let waiting = Task { try await store.receipt(of: 1) }
        _ = try await gate.arrivals.wait(for: 1)
        waiting.cancel()
        await #expect { try await waiting.value } throws: { code($0) == .cancelled }
        #expect(store.pending?.isCancelled == false)
        gate.open()
        try await store.receipt(of: 2)
        #expect(store.state == [1, 2])
    }

    @Test("an observer gets each action with the state after it and how long it took, and restores")
    func observer() async throws {
        let store = AsyncStore(initial: 0) { (state: Int, action: Int) in state + action }
        let observer = TransitionNotes<Int, Int>()
        #expect(store.install(observer) == (0, 0))
        try await store.receipt(of: 5, origin: .inspector)
        try await store.restore(1, cause: 0, note: "undone")
        try await store.receipt(of: 2, origin: .effect, cause: 1)
        store.uninstall(observer)
        try await store.receipt(of: 3)
        #expect(
            observer.told.all == [
                "1 inspector 5 -> 5 timed", "2 restore cause 0 (undone) -> 1", "3 effect cause 1 2 -> 3 timed",
                "uninstalled",
            ])
    }

    @Test("a reducer that waits for its own store gets an error at once; another task that it starts may wait")
    func waitsForItself() async throws {
        let faults = Collector<StoreError>()
        let store = SelfAsking()
        let asking = AsyncStore(initial: 0) { (state: Int, action: Int) in
            guard action == 1 else { return state + action }
            await store.wait(for: 10)
            store.begin(20)
            return state + 1
        }
        store.set(asking)
        asking.setFaultHandler { faults.add($0) }
        try await asking.receipt(of: 1)
        #expect(store.errors.all.map(\.code) == [.reentered])
        #expect(faults.all == store.errors.all)
        #expect(try await store.receipts.wait(for: 1) == [2])
        #expect(asking.state == 21)
    }

    @Test(
        "a reducer that reads the states of its own store gets none, and that is a fault at once; a task of it may",
        arguments: ["states", "values", "scope"])
    func readsItself(form: String) async throws {
        let faults = Collector<StoreError>()
        let box = Collector<AsyncStore<Int, Int>>()
        let read = Collector<[Int]>()
        let store = AsyncStore(initial: 7) { (state: Int, action: Int) in
            guard action == 1, let own = box.all.first else { return state + action }
            let stream =
                switch form {
                case "states": own.states()
                case "values": own.values(of: \.self)
                default: own.scope(state: \.self, action: { (action: Int) in action }).states()
                }
            var states: [Int] = []
            for await state in stream { states.append(state) }
            read.add(states)
            Task { for await state in own.states() where state == 8 { read.add([state]); break } }
            return state + 1
        }
        box.add(store)
        store.setFaultHandler { faults.add($0) }
        try await store.receipt(of: 1)
        #expect(try await read.wait(for: 2) == [[], [8]])
        #expect(faults.all.map(\.code) == [.reentered])
        #expect(faults.all.first?.message.contains("the sequence has ended") == true)
        // Another store's states may be waited for.
        let other = AsyncStore(initial: 0) { (_: Int, _: Int) in
            for await state in store.states() where state == 8 { return state }
            return -1
        }
        try await other.receipt(of: 1)
        #expect(other.state == 8 && faults.all.count == 1)
    }
}

/// Lets a reducer wait for its own store.
private final class SelfAsking: Sendable {
    let errors = Collector<StoreError>()
    let receipts = Collector<Int>()
    private let store = Protected<AsyncStore<Int, Int>?>(nil)

    func set(_ store: AsyncStore<Int, Int>) { self.store.withLock { $0 = store } }

    func wait(for action: Int) async {
        do throws(StoreError) {
            _ = try await store.withLock { $0 }?.receipt(of: action)
        } catch {
            errors.add(error)
        }
    }

    /// Waits in another task.
    func begin(_ action: Int) {
        Task {
            guard let seq = try await store.withLock({ $0 })?.receipt(of: action).seq else { return }
            receipts.add(seq)
        }
    }
}
