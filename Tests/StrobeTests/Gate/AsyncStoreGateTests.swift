import SeededTesting
import Strobe
import Testing

@Suite("The gate of an asynchronous store", .timeLimit(.minutes(5)))
struct AsyncStoreGateTests {
    private let gate = Gate()

    private func makeStore() -> AsyncStore<[Int], Int> {
        AsyncStore(initial: []) { (state: [Int], action: Int) in
            await Task.yield()
            return state + [action]
        }
    }

    private func code(_ error: any Error) -> StoreError.Code? { (error as? StoreError)?.code }

    @Test("holds actions before their reduction begins, and releases the requested number")
    func release() async throws {
        let store = makeStore()
        try await store.receipt(of: 1)
        let keeper = SwitchKeeper<[Int], Int>(isNoting: true)
        store.setGateKeeper(keeper)
        store.dispatch(2, origin: .inspector, cause: 1)
        store.dispatch(3)
        let third = ReceiptRequest()
        store.dispatch(4, origin: .app, cause: nil, ifSeq: nil, request: third)
        #expect(store.pending == nil && store.runningEffects.isEmpty && store.snapshot() == (1, [1]))
        #expect(store.held.map(\.id) == [1, 2, 3] && store.held.map(\.action) == [2, 3, 4])
        #expect(store.held.first?.origin == .inspector && store.held.first?.cause == 1)
        #expect(store.queued.map(\.action) == [2, 3, 4] && store.heldCount == 3)
        store.release(3)
        #expect(try await third.receipt().seq == 4)
        #expect(store.state == [1, 2, 3, 4] && store.heldCount == 0)
        // The gate keeper is notified before the waiting caller.
        #expect(
            keeper.told.all == [
                "1: 2 in [1]? held", "#2 2 -> [1, 2]", "#3 3 -> [1, 2, 3]", "#4 4 -> [1, 2, 3, 4]",
            ])
    }

    @Test("asks the keeper with the state that the one before left")
    func asks() async throws {
        let store = makeStore()
        let keeper = SwitchKeeper<[Int], Int>(isClosed: false) { action, state in state.count == 2 && action == 3 }
        store.setGateKeeper(keeper)
        for action in 1...4 { store.dispatch(action) }
        while store.heldCount < 2 { await Task.yield() }
        #expect(store.state == [1, 2] && store.held.map(\.action) == [3, 4] && store.pending == nil)
        store.recheckHeld()
        #expect(store.heldCount == 2)
        store.setGateKeeper(nil)
        #expect(try await store.receipt(of: 5).seq == 5)
        #expect(store.state == [1, 2, 3, 4, 5])
    }

    @Test("lets the reduction at hand end, and holds what waits behind it")
    func atHand() async throws {
        let store = AsyncStore(initial: []) { [gate] (state: [Int], action: Int) in
            await gate.wait(as: action)
            return state + [action]
        }
        store.dispatch(1)
        store.dispatch(2)
        _ = try await gate.arrivals.wait(for: 1)
        store.setGateKeeper(SwitchKeeper())
        #expect(store.heldCount == 0 && store.queued.map(\.action) == [2])
        gate.open()
        while store.heldCount == 0 { await Task.yield() }
        #expect(store.snapshot() == (1, [1]) && store.held.map(\.action) == [2])
    }

    @Test("never holds a restored state, and notifies the keeper of it")
    func restore() async throws {
        let store = makeStore()
        let keeper = SwitchKeeper<[Int], Int>(isNoting: true)
        store.setGateKeeper(keeper)
        store.dispatch(1)
        try await store.restore([7])
        #expect(store.snapshot() == (1, [7]) && store.heldCount == 1)
        store.setGateKeeper(nil)
        try await store.receipt(of: 2)
        #expect(store.state == [7, 1, 2])
        #expect(keeper.told.all == ["1: 1 in []? held", "#1 restored -> [7]"])
    }

    @Test("what is dropped is answered as cancelled, what is replaced keeps its place")
    func dropAndReplace() async throws {
        let store = makeStore()
        let observer = TransitionNotes<[Int], Int>()
        store.install(observer)
        store.setGateKeeper(SwitchKeeper())
        let request = ReceiptRequest()
        store.dispatch(1)
        store.dispatch(2, origin: .app, cause: nil, ifSeq: nil, request: request)
        store.dispatch(3)
        #expect(store.dropHeld([2, 7]) == [2] && store.replaceHeld(3, with: 30) && !store.replaceHeld(2, with: 9))
        await #expect {
            try await request.receipt()
        } throws: {
            code($0) == .cancelled && ($0 as? StoreError)?.message.contains("dropped at the gate") == true
        }
        store.setGateKeeper(nil)
        try await store.receipt(of: 4)
        #expect(store.state == [1, 30, 4])
        #expect(observer.told.all.dropFirst().first?.hasPrefix("2 app 30 was Int -> ") == true)
    }

    @Test("a waiting caller gets the number at the gate, and may withdraw the action there")
    func takenBack() async throws {
        let store = makeStore()
        store.setGateKeeper(SwitchKeeper())
        let ids = Collector<Int>()
        let requests = (1...2).map { _ in ReceiptRequest(whenHeld: { ids.add($0) }) }
        for request in requests { store.dispatch(1, origin: .app, cause: nil, ifSeq: nil, request: request) }
        #expect(ids.all == [1, 2])
        requests[0].cancel()
        #expect(store.heldCount == 1 && store.held.map(\.id) == [2] && store.queued.count == 1)
        store.release(1)
        #expect(try await requests[1].receipt().seq == 1)
    }

    @Test("an action that names a number is refused when the store is at another by the time it is released")
    func stale() async throws {
        let store = makeStore()
        store.setGateKeeper(SwitchKeeper())
        let request = ReceiptRequest()
        store.dispatch(1)
        store.dispatch(2, origin: .app, cause: nil, ifSeq: 0, request: request)
        store.dispatch(3)
        store.dispatch(4)
        store.release(2)
        await #expect { try await request.receipt() } throws: { code($0) == .stale }
        while store.heldCount > 1 || store.seq < 2 { await Task.yield() }
        #expect(store.state == [1, 3] && store.held.map(\.action) == [4])
    }

    @Test("late work that is cancelled takes back what it asked for at the gate")
    func cancelledWork() async throws {
        let store = AsyncStore(initial: 0) { later in Counting(gate: gate, later: later) }
        try await store.receipt(of: 0)
        store.setGateKeeper(SwitchKeeper())
        gate.open()
        while store.heldCount == 0 { await Task.yield() }
        let effect = try #require(store.runningEffects.first)
        #expect(store.held.first?.origin == .effect && store.cancelEffect(effect.id))
        #expect(store.heldCount == 0)
        store.setGateKeeper(nil)
        #expect(try await store.receipt(of: 2).seq == 2)
        #expect(store.state == 2)
    }

    @Test("answers callers that wait at the gate when the store ends")
    func storeEnds() async throws {
        var store: AsyncStore<[Int], Int>? = makeStore()
        store?.setGateKeeper(SwitchKeeper())
        let request = ReceiptRequest()
        store?.dispatch(1, origin: .app, cause: nil, ifSeq: nil, request: request)
        store = nil
        await #expect { try await request.receipt() } throws: { code($0) == .ended }
    }

    @Test("refuses what is one too many, and reports it once", .enabled(if: LongTests.areRun))
    func full() async throws {
        let store = AsyncStore(initial: 0) { (count: Int, action: Int) in count + action }
        let faults = Collector<StoreError>()
        store.setFaultHandler { faults.add($0) }
        store.setGateKeeper(SwitchKeeper())
        for _ in 1...100_003 { store.dispatch(1) }
        await #expect { try await store.receipt(of: 1) } throws: { code($0) == .gateFull }
        #expect(store.heldCount == 100_000 && faults.all.map(\.code) == [.gateFull])
        store.setGateKeeper(nil)
        try await store.receipt(of: 1)
        #expect(store.state == 100_001)
    }
}

/// Adds its actions, and schedules one more after the first.
private struct Counting: AsyncReducer {
    let gate: Gate
    let later: Later<Int>

    func reduce(state: Int, action: Int) async -> Int {
        if action == 0 {
            later("one more") {
                await gate.wait()
                return 1
            }
        }
        return state + action
    }
}
