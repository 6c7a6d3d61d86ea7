import Strobe
import StrobeHistory
import StrobeReflection
import StrobeTree
import SeededTesting
import Testing

/// Options that make checkpoints overflow within a few dozen actions.
var smallOptions: HistoryOptions {
    var options = HistoryOptions()
    options.checkpoints = 4
    options.checkpointDistance = 3
    return options
}

@Suite("History")
struct HistoryTests {
    @Test("every state since the start is the one that a model kept", arguments: [1, 2, 3, 4])
    func states(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store, options: smallOptions)
        var model = [Board()]
        if seed % 2 == 0 { history.attach() }
        for step in 0..<300 {
            if step % 37 == 36, let past = model.randomElement(using: &generator) {
                store.restore(past)
                model.append(past)
            } else {
                let move = Move.random(&generator)
                store.dispatch(move)
                var next = model[model.count - 1]
                _ = play(&next, move)
                model.append(next)
            }
            if step % 50 == 0 {
                let seq = Int.random(in: 0..<model.count, using: &generator)
                #expect(try await history.state(at: seq).state == model[seq])
            }
        }
        #expect(try await history.state().seq == 300)
        for seq in model.indices.shuffled(using: &generator) {
            let (at, state) = try await history.state(at: seq)
            #expect(at == seq)
            #expect(state == model[seq])
        }
        #expect(try await history.verify().divergence == nil)
    }

    @Test("an entry has action, origin, cause and effects")
    func entries() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        store.dispatch(.add(2))
        store.dispatch(.nothing, origin: .inspector, cause: 1)
        store.restore(Board(), origin: .edit, note: "swept")
        let entries = history.entries(from: 1)
        #expect(entries.map(\.seq) == [1, 2, 3])
        #expect(entries.map(\.action) == [.add(2), .nothing, nil])
        #expect(entries.map(\.origin) == [.app, .inspector, .edit])
        #expect(entries.map(\.cause) == [nil, 1, nil])
        #expect(entries.map(\.effects) == [[.announce(2)], [], []])
        #expect(entries.map(\.note) == [nil, nil, "swept"])
        #expect(entries.map(\.time) == entries.map(\.time).sorted())
        #expect(history.entries(from: 2, limit: 1).map(\.seq) == [2])
        #expect(history.entries(from: 9).isEmpty)
        #expect(try history.entry(3).seq == 3)
        #expect(throws: HistoryError.self) { try history.entry(4) }
    }

    @Test("changes between any two states are those between the model's", arguments: [5, 6])
    func changes(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store, options: smallOptions)
        var model = [Board()]
        for _ in 0..<120 {
            let move = Move.random(&generator)
            store.dispatch(move)
            var next = model[model.count - 1]
            _ = play(&next, move)
            model.append(next)
        }
        for _ in 0..<60 {
            let from = Int.random(in: 0...120, using: &generator)
            let to = Int.random(in: 0...120, using: &generator)
            #expect(try await history.changes(from: from, to: to) == Differ().changes(from: model[from], to: model[to]))
        }
        let first = try await history.changes(ofEach: 1...120, stopsAtFirst: true)
        let each = try await history.changes(ofEach: 1...120)
        for seq in 1...120 {
            let expected = Differ().changes(from: model[seq - 1], to: model[seq])
            #expect(first[seq - 1] == Array(expected.prefix(1)))
            #expect(each[seq - 1] == expected)
            #expect(try await history.changes(of: seq) == expected)
            #expect(expected.isEmpty == (model[seq - 1] == model[seq]))
        }
    }

    @Test("changes can be asked for at a path, where something comes, changes or goes")
    func changesAtPath() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        store.dispatch(.insert(.init(id: 7, title: "x"), at: 0))
        store.dispatch(.toggle(0))
        store.dispatch(.add(1))
        store.dispatch(.remove(at: 0))
        let path = Path(["cards", "0"])
        #expect(
            try await history.changes(from: 1, to: 2, at: path) == [
                Change(.replace, path.appending("isDone"), value: true, old: false)
            ])
        #expect(try await history.changes(from: 2, to: 3, at: path).isEmpty)
        #expect(try await history.changes(from: 0, to: 1, at: path).map(\.op) == [.add])
        #expect(try await history.changes(from: 3, to: 4, at: path).map(\.op) == [.remove])
        await #expect {
            try await history.changes(from: 3, to: 4, at: Path(["nowhere"]))
        } throws: { error in
            (error as? HistoryError)?.tree?.code == .noSuchPath
        }
    }

    @Test("a number that is not there yet, or before the start, is an error that says so")
    func badNumbers() async throws {
        let store = Store(initial: Board(), reduce: play)
        for _ in 0..<3 { store.dispatch(.add(1)) }
        let history = History(store: store)
        store.dispatch(.add(1))
        #expect(history.firstSeq == 3)
        #expect(history.seq == 4)
        #expect(try await history.state(at: 3).state.count == 3)
        #expect(try await history.state(at: 4).state.count == 4)
        await #expect {
            try await history.state(at: 5)
        } throws: { error in
            (error as? HistoryError)?.code == .noSuchSeq
        }
        await #expect {
            try await history.state(at: 2)
        } throws: { error in
            (error as? HistoryError)?.code == .seqEvicted && (error as? HistoryError)?.firstSeq == 3
        }
        await #expect(throws: HistoryError.self) { try await history.changes(from: 3, to: -1) }
        await #expect(throws: HistoryError.self) { try await history.changes(of: Int.min) }
        #expect(history.entries(from: .min, limit: .max).map(\.seq) == [4])
    }

    @Test("a dry run returns changes and effects, and dispatches nothing")
    func dryRun() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        store.dispatch(.add(1))
        store.dispatch(.add(1))
        let now = try await history.dryRun(.add(5))
        #expect(now.seq == 2)
        #expect(now.effects == [.announce(7)])
        #expect(now.changes == [Change(.replace, Path(["count"]), value: 7, old: 2)])
        #expect(try await history.dryRun(.add(5), at: 1).effects == [.announce(6)])
        #expect(store.snapshot() == (2, Board(count: 2)))
        #expect(history.seq == 2)
    }

    @Test("the log outlives chunks, restores and the store")
    func longLog() async throws {
        var store: Store? = Store(initial: Board(), reduce: play)
        let history = try History(store: #require(store))
        for turn in 1...10_000 {
            if turn == 9_000 { store?.restore(Board(count: 1)) } else { store?.dispatch(.add(1)) }
        }
        store = nil
        #expect(history.seq == 10_000)
        #expect(try await history.state(at: 8_192).state.count == 8_192)
        #expect(try await history.state(at: 9_000).state.count == 1)
        #expect(try await history.state().state.count == 1_001)
        #expect(history.entries(from: 4_096, limit: 2).map(\.seq) == [4_096, 4_097])
        #expect(try await history.verify().divergence == nil)
    }

    @Test("two histories of a store each log from when they were made")
    func twoHistories() async throws {
        let store = Store(initial: Board(), reduce: play)
        let first = History(store: store)
        store.dispatch(.add(1))
        let second = History(store: store)
        store.dispatch(.add(1))
        first.attach()
        #expect(first.seq == 2 && first.entries(from: 1).map(\.seq) == [1, 2])
        #expect(second.seq == 2 && second.entries(from: 1).map(\.seq) == [2])
        #expect(try await first.state().state.count == 2)
        #expect(try await first.verify().divergence == nil)
        #expect(try await second.state().state.count == 2)
    }

    @Test("a history that ends leaves its store without observer")
    func end() async throws {
        let store = Store(initial: Board(), reduce: play)
        var history: History? = History(store: store)
        let updates = try #require(history).updates()
        store.dispatch(.add(1))
        history = nil
        store.dispatch(.add(1))
        for await update in updates { #expect(update.seq == 1) }
        #expect(store.state.count == 2)
    }
}
