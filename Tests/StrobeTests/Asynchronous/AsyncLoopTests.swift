import Dispatch
import Strobe
import Testing

@Suite("Loops of asynchronous reductions", .timeLimit(.minutes(5)))
struct AsyncLoopTests {
    private enum Game: Sendable { case serve, stop }

    /// Schedules the next serve as an effect, as often as there is one.
    private struct Player: AsyncReducer {
        let later: Later<Game>
        var answers = 1

        func reduce(state: Int, action: Game) async -> Int {
            if action == .serve {
                for _ in 0..<answers { later("serve") { .serve } }
            }
            return state + 1
        }
    }

    /// Waits for the only error, which names the loop, and checks that the store still works.
    private func checkFault<Store: ObservedStore<Int, Game>>(
        of store: Store, in faults: Collector<StoreError>
    ) async throws {
        let fault = try #require(try await faults.wait(for: 1).first)
        #expect(fault.code == .runawayLoop)
        #expect(fault.actions.count > 2 && Set(fault.actions) == ["serve"])
        try await store.receipt(of: .stop, origin: .app)
        // A single check: an action in transit when the loop was cut off may still arrive.
        let (seq, state) = store.snapshot()
        #expect(state == seq)
    }

    @Test("late work that always leaves more for later is cut off, in length and in breadth", arguments: [1, 2])
    func lateWork(answers: Int) async throws {
        let store = AsyncStore(initial: 0, nestingLimit: 5) { Player(later: $0, answers: answers) }
        store.chainSpan = .seconds(3_600)
        let faults = Collector<StoreError>()
        store.setFaultHandler { faults.add($0) }
        store.dispatch(.serve)
        try await checkFault(of: store, in: faults)
    }

    @Test("a subscriber that always sends is cut off, wherever it is called", arguments: [0, 1, 2])
    func subscriber(place: Int) async throws {
        let delivery: Delivery = [.inline, .queue(.main), .serialQueue()][place]
        let store = AsyncStore(initial: 0, nestingLimit: 5) { (count: Int, _: Game) in count + 1 }
        store.chainSpan = .seconds(3_600)
        let faults = Collector<StoreError>()
        store.setFaultHandler { faults.add($0) }
        let isOn = Collector<Bool>()
        let subscription = store.subscribe(on: delivery) { [weak store] _ in
            if faults.all.isEmpty, isOn.all.isEmpty { store?.dispatch(.serve) }
        }
        store.dispatch(.serve)
        try await checkFault(of: store, in: faults)
        subscription.cancel()
    }

    @Test("a reducer that sends to its own store is cut off, and the caller of the last one is notified")
    func reducer() async throws {
        let box = Collector<AsyncStore<Int, Game>>()
        let requests = Collector<ReceiptRequest>()
        let store = AsyncStore(initial: 0, nestingLimit: 5) { (count: Int, action: Game) in
            if action == .serve {
                let request = ReceiptRequest()
                requests.add(request)
                box.all.first?.dispatch(.serve, origin: .app, cause: nil, ifSeq: nil, request: request)
            }
            return count + 1
        }
        store.chainSpan = .seconds(3_600)
        let faults = Collector<StoreError>()
        store.setFaultHandler { faults.add($0) }
        box.add(store)
        store.dispatch(.serve)
        try await checkFault(of: store, in: faults)
        let last = try #require(requests.all.last)
        await #expect { try await last.receipt() } throws: { ($0 as? StoreError)?.code == .runawayLoop }
    }

    @Test("any number of actions that answer nothing is no loop")
    func manyFromOutside() async throws {
        let store = AsyncStore(initial: 0, nestingLimit: 1) { (count: Int, _: Game) in count + 1 }
        let faults = Collector<StoreError>()
        store.setFaultHandler { faults.add($0) }
        for _ in 0..<2_000 { store.dispatch(.serve) }
        try await store.receipt(of: .stop)
        #expect(store.state == 2_001)
        #expect(faults.all.isEmpty)
    }
}
