import Strobe
import Testing

@Suite("Cancelling a reduction", .timeLimit(.minutes(5)))
struct ReductionCancellationTests {
    private func store(_ gate: Gate) -> AsyncStore<Int, Int> {
        AsyncStore(initial: 0) { state, action in
            if action == 1 { await gate.wait() }
            return state + action
        }
    }

    @Test("a cancelled reduction changes nothing; its entry says so, and the next action is reduced")
    func cancelled() async throws {
        let gate = Gate(heedsCancellation: true)
        let store = store(gate)
        let observer = TransitionNotes<Int, Int>()
        store.install(observer)
        let request = ReceiptRequest()
        store.dispatch(1, origin: .app, cause: nil, ifSeq: nil, request: request)
        store.dispatch(2)
        _ = try await gate.arrivals.wait(for: 1)
        #expect(store.cancelReduction())
        let receipt = try await request.receipt()
        #expect(receipt.rejection == "cancelled" && receipt.seq == 1)
        try await store.receipt(of: 3)
        #expect(store.state == 5)
        #expect(
            observer.told.all == [
                "1 app 1 rejected: cancelled -> 0 timed", "2 app 2 -> 2 timed", "3 app 3 -> 5 timed",
            ])
    }

    @Test("it can be cancelled by the id it is listed under, once")
    func byID() async throws {
        let gate = Gate()
        let store = store(gate)
        #expect(!store.cancelReduction())
        store.dispatch(1)
        _ = try await gate.arrivals.wait(for: 1)
        let id = try #require(store.pending?.effect)
        #expect(store.runningEffects.map(\.id) == [id])
        #expect(!store.cancelEffect(id + 1))
        #expect(store.cancelEffect(id))
        #expect(!store.cancelEffect(id))
        gate.open()
        try await store.receipt(of: 2)
        #expect(store.state == 2)
    }

    @Test("a reducer that heeds no cancellation is waited for, so that no two reductions overlap")
    func stubborn() async throws {
        let gate = Gate()
        let store = store(gate)
        store.dispatch(1)
        store.dispatch(2)
        _ = try await gate.arrivals.wait(for: 1)
        #expect(store.cancelReduction())
        #expect(store.pending?.isCancelled == true && store.pending?.effect == nil)
        #expect(store.runningEffects.isEmpty)
        #expect(store.queued.count == 1 && store.seq == 0)
        gate.open()
        try await store.receipt(of: 3)
        #expect(store.snapshot() == (3, 5))
    }

    @Test("the task of the reducer knows that it was cancelled, and later ones are not")
    func task() async throws {
        let gate = Gate(heedsCancellation: true)
        let seen = Collector<Bool>()
        let store = AsyncStore(initial: 0) { (state: Int, action: Int) in
            if action == 1 { await gate.wait() }
            seen.add(Task.isCancelled)
            return state + action
        }
        store.dispatch(1)
        _ = try await gate.arrivals.wait(for: 1)
        store.cancelReduction()
        try await store.receipt(of: 2)
        #expect(seen.all == [true, false])
    }

    @Test("a restore that waits behind a cancelled reduction takes place")
    func restore() async throws {
        let gate = Gate(heedsCancellation: true)
        let store = store(gate)
        store.dispatch(1)
        _ = try await gate.arrivals.wait(for: 1)
        store.cancelReduction()
        #expect(try await store.restore(40).seq == 2)
        #expect(store.state == 40)
    }
}
