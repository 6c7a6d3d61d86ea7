import Strobe
import StrobeHistory
import StrobeTree
import Synchronization
import Testing

@Suite("Stores that cannot be replayed")
struct FallbackTests {
    @Test("a reducer that is not pure is found, reported once, and not replayed any more")
    func impure() async throws {
        let calls = Atomic<Int>(0)
        let store = Store(initial: Board()) { (board: inout Board, move: Move) in
            // The live run adds 1, 2, 3; a replay continues with other numbers.
            board.count += calls.add(1, ordering: .relaxed).newValue
        }
        let history = History(store: store)
        let reports = Mutex<[Divergence]>([])
        history.onDivergence { divergence in reports.withLock { $0.append(divergence) } }
        for _ in 0..<3 { store.dispatch(.nothing) }
        var reader = history.updates().makeAsyncIterator()
        let divergence = try #require(try await history.verify().divergence)
        #expect(divergence.seq == 1)
        #expect(divergence.path == Path(["count"]))
        #expect(divergence.kind == .impureReducer)
        #expect(divergence.lastEqualSeq == 0)
        #expect(divergence.changes.count == 1)
        #expect(!history.isReplaying)
        #expect(history.divergence == divergence)
        #expect(try await history.verify().divergence == divergence)
        #expect(reports.withLock { $0 } == [divergence])

        // From here on states are retained, and are those of the store.
        store.dispatch(.nothing)
        #expect(try await history.state().state == store.state)
        #expect(try await history.state(at: 3).state.count == 6)
        #expect(await reader.next()?.seq == 4)
        #expect(history.firstSeq == 3)
        await #expect {
            try await history.state(at: 2)
        } throws: { error in
            (error as? HistoryError)?.code == .seqEvicted && (error as? HistoryError)?.firstSeq == 3
        }
        await #expect {
            try await history.dryRun(.nothing)
        } throws: { error in
            (error as? HistoryError)?.code == .notReplayable
        }
    }

    @Test("a reducer that dispatches is refused when it is replayed")
    func dispatchingReducer() async throws {
        let faults = Mutex<[StoreError]>([])
        let box = Mutex<Store<Int, Move, Never>?>(nil)
        let store = Store(initial: 0) { (state: inout Int, move: Move) in
            state += 1
            if move == .nothing { box.withLock { $0 }?.dispatch(.add(1)) }
        }
        store.setFaultHandler { fault in faults.withLock { $0.append(fault) } }
        box.withLock { $0 = store }
        let history = History(store: store)
        for _ in 0..<3 { store.dispatch(.nothing) }
        history.attach()
        #expect(try await history.state().state == 3)
        #expect(history.seq == 3)
        // Three for the reducer itself, one for the whole replay.
        #expect(faults.withLock { $0.map(\.code) } == [.reentered, .reentered, .reentered, .reentered])
        box.withLock { $0 = nil }
    }

    @Test("a foreign store's states are kept while a client is attached, the newest ones")
    func ring() async throws {
        var options = HistoryOptions()
        options.retainedStates = 4
        let live = Mutex(0)
        let history = History<Int, Move, Never>(
            initial: 0, reduce: nil, present: { live.withLock { $0 } }, options: options)
        func reduce() {
            let state = live.withLock { state in
                state += 10
                return state
            }
            history.append(.add(10), state: state)
        }
        #expect(try await history.state(at: 0).state == 0)
        reduce()
        reduce()
        // No client was attached: only the initial state is known.
        #expect(try await history.state(at: 0).state == 0)
        await #expect {
            try await history.state()
        } throws: { error in
            (error as? HistoryError)?.code == .stateUnknown
        }
        history.attach()
        #expect(try await history.state() == (2, 20))
        for _ in 0..<5 { reduce() }
        #expect(try await history.state() == (7, 70))
        #expect(history.firstSeq == 4)
        for seq in 4...7 { #expect(try await history.state(at: seq).state == seq * 10) }
        #expect(try await history.changes(from: 4, to: 7) == [Change(.replace, .root, value: 70, old: 40)])
        await #expect {
            try await history.state(at: 3)
        } throws: { error in
            (error as? HistoryError)?.code == .seqEvicted && (error as? HistoryError)?.firstSeq == 4
        }
        #expect(history.entries(from: 1).map(\.seq) == Array(1...7))
        history.detach()
        await #expect(throws: HistoryError.self) { try await history.state(at: 6) }
    }

    @Test("a foreign store with a reducer is replayed, and its restores are entries")
    func foreignReplay() async throws {
        let history = History<Board, Move, Wish>(initial: Board(), reduce: play)
        history.append(.add(1), effects: [.announce(1)], origin: .inspector, durationNanos: 250)
        history.append(restored: Board(count: 40), origin: .edit, cause: 1)
        #expect(history.append(.add(2)) == 3)
        #expect(try await history.state(at: 1).state.count == 1)
        #expect(try await history.state(at: 2).state.count == 40)
        #expect(try await history.state().state.count == 42)
        let entries = history.entries(from: 1)
        #expect(entries.map(\.origin) == [.inspector, .edit, .app])
        #expect(entries.map(\.cause) == [nil, 1, nil])
        #expect(entries.map(\.durationNanos) == [250, nil, nil])
    }

    @Test("a foreign store whose reducer is not its own is found out")
    func foreignDivergence() async throws {
        let history = History<Int, Int, Never>(
            initial: 0,
            reduce: { state, action in
                state += action
                return []
            }, present: { 5 })
        history.append(4, state: 5)
        #expect(try await history.verify().divergence?.changes == [Change(.replace, .root, value: 5, old: 4)])
        #expect(!history.isReplaying)
    }
}
