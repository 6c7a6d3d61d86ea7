import Strobe
import StrobeHistory
import StrobeTree
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
        #expect(try await history.verify() == nil)
    }

    @Test("an entry tells action, origin, cause and effects")
    func entries() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        store.dispatch(.add(2))
        store.dispatch(.nothing, origin: .inspector, cause: 1)
        store.restore(Board(), origin: .edit)
        let entries = history.entries(from: 1)
        #expect(entries.map(\.seq) == [1, 2, 3])
        #expect(entries.map(\.action) == [.add(2), .nothing, nil])
        #expect(entries.map(\.origin) == [.app, .inspector, .edit])
        #expect(entries.map(\.cause) == [nil, 1, nil])
        #expect(entries.map(\.effects) == [[.announce(2)], [], []])
        #expect(entries.map(\.time) == entries.map(\.time).sorted())
        #expect(history.entries(from: 2, limit: 1).map(\.seq) == [2])
        #expect(history.entries(from: 9).isEmpty)
        #expect(try history.entry(3).seq == 3)
        #expect(throws: HistoryError.self) { try history.entry(4) }
    }
}
