import SeededTesting
import Strobe
import StrobeHistory
import StrobeReflection
import StrobeTree
import Testing

@Suite("Finding where a condition holds, and what changed a place")
struct FindTests {
    /// A store with a random log, and all its states.
    private struct Past {
        let history: History<Board, Move, Wish>
        let store: Store<Board, Move, Wish>
        var states = [Board()]

        init(seed: UInt64, count: Int) {
            var generator = SeededGenerator(seed: seed)
            store = Store(initial: Board(), reduce: play)
            history = History(store: store, options: smallOptions)
            for step in 0..<count {
                if step % 23 == 22, let past = states.randomElement(using: &generator) {
                    store.restore(past, note: "back")
                    states.append(past)
                } else {
                    let move = Move.random(&generator)
                    store.dispatch(move)
                    var next = states[states.count - 1]
                    _ = play(&next, move)
                    states.append(next)
                }
            }
        }

        /// The seqs of a range whose states match.
        func hits(_ condition: Condition, _ range: ClosedRange<Int>) -> [Int] {
            range.filter { seq in
                let entry = try? history.entry(seq)
                return condition.evaluate(
                    after: Node(states[seq]), before: seq == 0 ? nil : Node(states[seq - 1]),
                    facts: EntryFacts(
                        seq: seq, origin: entry?.origin.rawValue,
                        action: { entry?.action.map { String(describing: $0) } }
                    ))
            }
        }
    }

    private static let conditions = [
        ".count > 4", ".count < -2 && exists(.cards[2])", "changed(.cards[0].isDone)", "count(.cards) == 3",
        "before(.count) > .count", "changed(.cards) && count(.cards) < count(before(.cards))", "changed(.names)",
        "action like \"toggle*\" && changed(.)", "origin == \"restore\" && .count > 0", "seq == 17", ".count > 1000",
        ".names contains \"~\"", "!(changed(.))",
    ]

    @Test("the first and the last state are those that a look at every state finds", arguments: [1, 2, 3])
    func scanning(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let past = Past(seed: seed, count: 120)
        if seed == 2 { past.history.attach() }
        for text in Self.conditions {
            let condition = try Condition(parsing: text)
            for _ in 0..<4 {
                let ends = [Int.random(in: 0...120, using: &generator), Int.random(in: 0...120, using: &generator)]
                let (from, to) = (ends.min() ?? 0, ends.max() ?? 0)
                let hits = past.hits(condition, from...to)
                let first = try await past.history.find(condition, from: from, to: to)
                #expect(first.seq == hits.first, "\(text) in \(from)...\(to)")
                #expect(first.range == from...to)
                #expect(first.tests == (hits.first ?? to) - from + 1)
                let last = try await past.history.find(condition, from: from, to: to, last: true)
                #expect(last.seq == hits.last, "the last of \(text) in \(from)...\(to)")
            }
            let whole = try await past.history.find(condition)
            #expect(whole.seq == past.hits(condition, 0...120).first)
            #expect(whole.range == 0...120)
        }
    }

    @Test("a condition that is monotone takes a number of tests that grows with the logarithm")
    func bisection() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store, options: smallOptions)
        for _ in 0..<1_000 { store.dispatch(.add(1)) }
        for bound in [0, 1, 2, 499, 500, 999, 1_000] {
            let reached = try Condition(parsing: ".count >= \(bound)")
            let first = try await history.find(reached, monotone: true)
            #expect(first.seq == bound)
            #expect(first.tests <= 11)
            let below = try Condition(parsing: ".count <= \(bound)")
            #expect(try await history.find(below, last: true, monotone: true).seq == bound)
        }
        let never = try Condition(parsing: ".count > 1000")
        let none = try await history.find(never, monotone: true)
        #expect(none.seq == nil)
        #expect(none.tests == 1)
        #expect(try await history.find(Condition(parsing: ".count < 0"), last: true, monotone: true).seq == nil)
        let changed = try Condition(parsing: "before(.count) >= 300")
        #expect(try await history.find(changed, monotone: true).seq == 301)
    }

    @Test("ranges beyond the log or in the wrong order are refused")
    func ranges() async throws {
        let past = Past(seed: 4, count: 10)
        let condition = try Condition(parsing: ".count > 0")
        for (from, to) in [(0, 11), (7, 5)] {
            await #expect(throws: HistoryError.self) { try await past.history.find(condition, from: from, to: to) }
        }
    }

    @Test("of a store that is not replayed, the retained states are examined, and reported as the range")
    func retained() async throws {
        var options = HistoryOptions()
        options.replays = false
        options.retainedStates = 8
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store, options: options)
        history.attach()
        _ = try await history.state()
        for _ in 0..<20 { store.dispatch(.add(1)) }
        let found = try await history.find(Condition(parsing: ".count > 3"))
        #expect(found.range == history.firstSeq...20)
        #expect(found.seq == history.firstSeq)
        #expect(try await history.find(Condition(parsing: ".count < 17"), last: true).seq == 16)
        #expect(try await history.find(Condition(parsing: ".count >= 17"), monotone: true).seq == 17)
        let blame = try await history.blame(Path(["count"]), limit: 3, patience: 60)
        #expect(blame.lines.map(\.seq) == [20, 19, 18])
        #expect(blame.lines[0].changes == [Change(.replace, Path(["count"]), value: 20, old: 19)])
        #expect(blame.next == 17)
    }

    @Test("a search that is cancelled ends")
    func cancellation() async throws {
        let past = Past(seed: 5, count: 100)
        let condition = try Condition(parsing: ".count > 100000")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await past.history.find(condition)
        }
        await #expect(throws: HistoryError.self) { try await task.value }
    }

    @Test("blame returns the entries that changed a place, the newest first", arguments: [6, 7, 8])
    func blame(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let past = Past(seed: seed, count: 150)
        let paths = [
            "/count", "/cards", "/cards/0", "/cards/0/title", "/cards/2/isDone", "/names", "/names/a", "/names/b~1c",
            "",
        ]
        for text in paths {
            let path = try Path(pointer: text)
            let at = Int.random(in: 100...150, using: &generator)
            let expected = (1...at).reversed().filter { seq in
                let (old, new) = (past.states[seq - 1], past.states[seq])
                let before = try? Node(old).descendant(at: path).value()
                return before != (try? Node(new).descendant(at: path).value())
            }
            var found: [Blame.Line] = []
            var next: Int? = at
            while let start = next {
                let blame = try await past.history.blame(path, at: start, limit: 7, patience: 60)
                #expect(blame.seq == start)
                found += blame.lines
                next = blame.next
            }
            #expect(found.map(\.seq) == expected, "\(text) at \(at)")
            for line in found {
                let (old, new) = (Node(past.states[line.seq - 1]), Node(past.states[line.seq]))
                if let before = try? old.descendant(at: path), let after = try? new.descendant(at: path) {
                    #expect(line.changes == Differ().changes(from: before, to: after))
                } else {
                    #expect(line.changes.count == 1)
                }
            }
        }
    }

    @Test("a place that there never was is refused with the nearest name")
    func nowhere() async throws {
        let past = Past(seed: 9, count: 30)
        await #expect {
            try await past.history.blame(Path(["coumt"]), limit: 3, patience: 60)
        } throws: { error in
            (error as? HistoryError)?.tree?.suggestion == "count"
        }
        // A value that exists and never changed is reported as such.
        let quiet = History(store: Store(initial: Board(), reduce: play))
        #expect(try await quiet.blame(Path(["count"]), patience: 60).lines.isEmpty)
    }

    @Test("blame without time says where to continue")
    func impatience() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        store.dispatch(.add(1))
        for _ in 0..<9_000 { store.dispatch(.nothing) }
        let blame = try await history.blame(Path(["count"]), patience: 0)
        #expect(blame.lines.isEmpty)
        let next = try #require(blame.next)
        #expect(next < 9_001 && blame.from == next + 1)
        #expect(try await history.blame(Path(["count"]), at: next, patience: 60).lines.map(\.seq) == [1])
    }

    @Test("a range that is not kept any more is said to be gone, with what is kept")
    func gone() async throws {
        let past = Past(seed: 5, count: 40)
        try await past.history.commit(30)
        let condition = try Condition(parsing: "seq > 0")
        let error = await #expect(throws: HistoryError.self) { try await past.history.find(condition, to: 10) }
        #expect(error?.code == .seqEvicted && error?.firstSeq == 30)
    }
}
