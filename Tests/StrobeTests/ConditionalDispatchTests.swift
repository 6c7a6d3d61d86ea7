import Strobe
import Testing

@Suite("Dispatch at a number")
struct ConditionalDispatchTests {
    private let store = Store<Int, Int, Never>(initial: 0) { state, action in state += action }

    @Test("an action that names the present number is reduced")
    func present() async throws {
        store.dispatch(1)
        let receipt = try await store.receipt(of: 2, ifSeq: 1)
        #expect(receipt.seq == 2)
        #expect(store.state == 3)
    }

    @Test("an action that names another number is refused, and the store goes on untouched")
    func stale() async throws {
        store.dispatch(1)
        await #expect {
            try await store.receipt(of: 2, ifSeq: 0)
        } throws: { error in
            (error as? StoreError)?.code == .stale
        }
        #expect(store.snapshot() == (1, 1))
        #expect(try await store.receipt(of: 2).seq == 2)
    }

    @Test("the number is compared when the action's turn comes, not when it is dispatched")
    func turn() async throws {
        let result = AsyncStream<Result<Receipt<Never>, StoreError>>.makeStream()
        let subscription = store.subscribe { [weak store] state in
            guard state == 1 else { return }
            store?.dispatch(10)
            store?.dispatch(20, ifSeq: 1) { result.continuation.yield($0) }
        }
        store.dispatch(1)
        for await result in result.stream {
            #expect(throws: StoreError.self) { try result.get() }
            break
        }
        #expect(store.snapshot() == (2, 11))
        subscription.cancel()
    }
}
