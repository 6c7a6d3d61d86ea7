import Strobe
import StrobeHistory
import StrobeTree
import Testing

/// History of stores that cannot be replayed.
@Suite("History of an observed store", .timeLimit(.minutes(5)))
struct ObservedStoreTests {
    /// Adds numbers, and waits in the addition of 100 until the test uses the stream.
    private struct Fixture {
        let store: AsyncStore<Int, Int>
        let history: History<Int, Int, Never>
        let arrived: AsyncStream<Void>
        let proceed: AsyncStream<Void>.Continuation

        init() {
            let (gate, proceed) = AsyncStream.makeStream(of: Void.self)
            let (arrived, arrive) = AsyncStream.makeStream(of: Void.self)
            store = AsyncStore(initial: 0) { state, action in
                if action == 100 {
                    arrive.yield()
                    for await _ in gate { break }
                }
                return state + action
            }
            history = History(observing: store)
            self.arrived = arrived
            self.proceed = proceed
        }

        /// Sends an action and waits until its reducer is suspended.
        func suspend() async {
            store.dispatch(100, origin: .app)
            for await _ in arrived { break }
        }
    }

    @Test("it logs every action, says that it cannot replay, and knows the states since a client attached")
    func logging() async throws {
        let fixture = Fixture()
        let (store, history) = (fixture.store, fixture.history)
        try await store.receipt(of: 1)
        #expect(!history.isReplaying)
        history.attach()
        #expect(try await history.state() == (1, 1))
        try await store.receipt(of: 2, origin: .inspector)
        try await store.restore(7, cause: 1, note: "undone")
        #expect(try await history.state(at: 2).state == 3)
        #expect(try await history.changes(of: 3) == [Change(.replace, .root, value: 7, old: 3)])
        let entries = history.entries(from: 1)
        #expect(entries.map(\.action) == [1, 2, nil])
        #expect(entries.map(\.origin) == [.app, .inspector, .restore])
        #expect(entries[1].durationNanos != nil && entries[2].cause == 1 && entries[2].note == "undone")
        #expect(history.firstSeq == 1)
        await #expect(throws: HistoryError.self) { try await history.dryRun(1) }
    }

    @Test("a client that attaches while a reducer is suspended sees the state before it, and then the one it returns")
    func attachedWhileSuspended() async throws {
        let fixture = Fixture()
        let (store, history) = (fixture.store, fixture.history)
        try await store.receipt(of: 1)
        await fixture.suspend()
        store.dispatch(5)
        history.attach()
        var updates = history.updates(changes: true).makeAsyncIterator()
        #expect(try await history.state() == (1, 1))
        #expect(history.seq == 1)
        fixture.proceed.yield()
        try await store.receipt(of: 1)
        #expect(try await history.state() == (4, 107))
        #expect(try await history.changes(of: 2) == [Change(.replace, .root, value: 101, old: 1)])
        var last = 1
        while last < 4, let update = await updates.next() {
            #expect(update.fromSeq == last && update.changes?.isEmpty == false)
            last = update.seq
        }
        #expect(last == 4)
    }

    @Test("a cancelled reduction is an entry with the reason, and changed nothing")
    func cancelled() async throws {
        let fixture = Fixture()
        let (store, history) = (fixture.store, fixture.history)
        history.attach()
        _ = try await history.state()
        await fixture.suspend()
        #expect(store.cancelReduction())
        fixture.proceed.yield()
        try await store.receipt(of: 1)
        #expect(try history.entry(1).rejection == "cancelled")
        #expect(try history.entry(2).rejection == nil)
        #expect(try await history.changes(of: 1) == [])
        #expect(try await history.state() == (2, 1))
    }

    @Test("it does not keep the store alive, and its past can be asked for after the end")
    func end() async throws {
        weak var observed: AsyncStore<Int, Int>?
        let history: History<Int, Int, Never>
        do {
            let store = AsyncStore(initial: 0) { (state: Int, action: Int) in state + action }
            observed = store
            history = History(observing: store)
            history.attach()
            #expect(try await history.state() == (0, 0))
            try await store.receipt(of: 3)
        }
        // The task that reduced the action lets go of the store a moment after its receipt.
        let end = ContinuousClock.now + .seconds(30)
        while observed != nil, ContinuousClock.now < end { await Task.yield() }
        #expect(observed == nil)
        #expect(try await history.state() == (1, 3))
        #expect(history.entries(from: 1).map(\.action) == [3])
    }

    @Test("a duration of more than 4 seconds is kept in microseconds")
    func longDuration() {
        let history = History<Int, Int, Never>(initial: 0, reduce: nil)
        for nanos in [0, 4_294_967_294, 4_294_967_295, 90_000_000_999, UInt64.max] {
            history.append(1, durationNanos: nanos)
        }
        history.append(1)
        #expect(
            history.entries(from: 1).map(\.durationNanos) == [
                0, 4_294_967_294, 4_294_967_000, 90_000_000_000, 4_294_967_294_000, nil,
            ])
    }
}
