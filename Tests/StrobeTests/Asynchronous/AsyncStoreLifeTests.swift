import Strobe
import Testing

@Suite("The end of an asynchronous store", .timeLimit(.minutes(5)))
struct AsyncStoreLifeTests {
    private let gate = Gate()
    private let returned = Collector<Bool>()

    private func makeStore() -> AsyncStore<Int, Int> {
        AsyncStore(initial: 0) { [gate, returned] state, action in
            await gate.wait()
            returned.add(Task.isCancelled)
            return state + action
        }
    }

    @Test("a suspended reduction does not keep the store alive, and all waiting callers are notified")
    func end() async throws {
        var store: AsyncStore<Int, Int>? = makeStore()
        weak var observed: AsyncStore<Int, Int>?
        observed = store
        let witness = TransitionNotes<Int, Int>()
        store?.install(witness)
        let requests = (0..<3).map { _ in ReceiptRequest() }
        for request in requests { store?.dispatch(1, origin: .app, cause: nil, ifSeq: nil, request: request) }
        let states = try #require(store?.states())
        _ = try await gate.arrivals.wait(for: 1)
        store = nil
        #expect(observed == nil)
        #expect(witness.told.all == ["uninstalled"])
        for request in requests {
            await #expect { try await request.receipt() } throws: { ($0 as? StoreError)?.code == .ended }
        }
        var last: Int?
        for await state in states { last = state }
        #expect(last == 0)
        gate.open()
        // The reducer was cancelled, and its result is dropped.
        #expect(try await returned.wait(for: 1) == [true])
        #expect(gate.arrivals.all.count == 1)
    }

    @Test("late work ends with the store, and what it returns is dropped")
    func late() async throws {
        let network = Gate(heedsCancellation: true)
        var store: AsyncStore<Int, Int>? = AsyncStore(initial: 0) { Late(later: $0, network: network) }
        weak var observed: AsyncStore<Int, Int>?
        observed = store
        try await store?.receipt(of: 1)
        _ = try await network.arrivals.wait(for: 1)
        store = nil
        #expect(observed == nil)
    }

    private struct Late: AsyncReducer {
        let later: Later<Int>
        let network: Gate

        func reduce(state: Int, action: Int) async -> Int {
            later("network") { [network] in
                await network.wait()
                return 10
            }
            return state + action
        }
    }

    @Test("the reducer goes with the store")
    func reducer() async throws {
        final class Token: Sendable {}
        struct Holding: AsyncReducer {
            let later: Later<Int>
            let token: Token
            func reduce(state: Int, action: Int) async -> Int { state + action }
        }
        weak var token: Token?
        let told = Collector<Int>()
        do {
            let new = Token()
            token = new
            let store = AsyncStore(initial: 0) { Holding(later: $0, token: new) }
            let subscription = store.subscribe { told.add($0) }
            store.dispatch(1)
            _ = try await told.wait(for: 1)
            subscription.cancel()
            try await store.receipt(of: 2)
        }
        // The task of the last reduction may still be ending.
        for _ in 0..<10_000 where token != nil { await Task.yield() }
        #expect(token == nil)
    }
}
