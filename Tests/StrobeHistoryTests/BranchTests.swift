import SeededTesting
import Strobe
import StrobeHistory
import StrobeReflection
import StrobeTree
import Testing

@Suite("Branches")
struct BranchTests {
    /// A store with a history and its model.
    private func played(
        _ count: Int, _ generator: inout SeededGenerator
    ) -> (Store<Board, Move, Wish>, History<Board, Move, Wish>, LogModel) {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store, options: smallOptions)
        var model = LogModel()
        for step in 0..<count {
            if step % 23 == 22, let past = model.states.randomElement(using: &generator) {
                store.restore(past)
                model.add(.put(past))
            } else {
                let move = Move.random(&generator)
                store.dispatch(move)
                model.add(.move(move))
            }
        }
        return (store, history, model)
    }

    @Test("a branch is the list of the log, edited and replayed", arguments: 1...30)
    func model(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let (_, history, log) = played(60, &generator)
        let from = Int.random(in: 1...60, using: &generator)
        let to = Int.random(in: from...60, using: &generator)
        let edits = BranchModel.randomEdits(from: from, to: to, &generator)
        let expected = BranchModel(edits, from: from, to: to, of: log)
        let info = try await history.makeBranch(edits: edits, from: from, to: to)
        #expect(info.base == from - 1 && info.from == from && info.to == to && info.seq == expected.seq)
        #expect(info.errorCount == expected.errors.count && info.firstErrorSeq == expected.errors.first)
        for seq in (info.base...info.seq).shuffled(using: &generator) {
            let found = try await history.state(inBranch: info.id, at: seq)
            #expect(found.seq == seq && found.state == expected.states[seq - info.base])
        }
        let entries = try await history.entries(inBranch: info.id, from: 0, limit: 1_000, withChanges: true)
        #expect(entries.map(\.entry.seq) == Array(info.base + 1..<info.seq + 1))
        #expect(entries.map(\.originSeq) == expected.items.map(\.originSeq))
        #expect(entries.map(\.isEdited) == expected.items.map(\.isEdited))
        #expect(entries.filter { $0.error != nil }.map(\.entry.seq) == expected.errors)
        for (index, entry) in entries.enumerated() {
            var state = expected.states[index]
            if case .move(let move) = expected.items[index].step {
                #expect(entry.entry.action == move)
                #expect(entry.entry.effects == play(&state, move))
            } else {
                #expect(entry.entry.action == nil)
            }
            #expect(entry.changes == Differ().changes(from: expected.states[index], to: expected.states[index + 1]))
        }
        let last = try await history.state()
        #expect(last.state == log.states[log.last] && history.seq == log.last)
    }

    @Test("without a range a branch begins with the first entry that an edit names, and ends with the log")
    func range() async throws {
        var generator = SeededGenerator(seed: 5)
        let (_, history, _) = played(10, &generator)
        let info = try await history.makeBranch(edits: [.replace(7, .add(1)), .move(9, before: 4)], name: "late")
        #expect(info.id == "1" && info.name == "late")
        #expect(info.base == 3 && info.from == 4 && info.to == 10 && info.seq == 10)
        let appended = try await history.makeBranch(edits: [.insert(.add(1), before: 11)])
        #expect(appended.base == 10 && appended.from == 11 && appended.to == 10 && appended.seq == 11)
        let copy = try await history.makeBranch(edits: [])
        #expect(copy.base == 10 && copy.seq == 10)
        #expect(try await history.state(inBranch: copy.id).state == history.state().state)
        #expect(try await history.branches().map(\.id) == ["1", "2", "3"])
        #expect(try await history.branch("late").id == "1")
        #expect(try await history.dropBranch("late").id == "1")
        #expect(try await history.branches().map(\.id) == ["2", "3"])
        #expect(try await history.makeBranch(edits: []).id == "4")
    }

    @Test("a branch is compared with the log and with other branches, and before its base it is the log")
    func differences() async throws {
        var generator = SeededGenerator(seed: 6)
        let (_, history, log) = played(40, &generator)
        let one = try await history.makeBranch(edits: [.skip(20...24), .insert(.add(9), before: 30)])
        let two = try await history.makeBranch(edits: [.replace(33, .name("a", 77))])
        let first = BranchModel(one.edits, from: one.from, to: one.to, of: log)
        let second = BranchModel(two.edits, from: two.from, to: two.to, of: log)
        let differ = Differ()
        let live = try await history.changes(from: .branch(one.id), to: .live)
        #expect(live.from == one.seq && live.to == 40)
        #expect(live.changes == differ.changes(from: first.states[first.states.count - 1], to: log.states[40]))
        let both = try await history.changes(from: .branch(two.id, at: 35), to: .branch(one.id, at: 25))
        #expect(both.from == 35 && both.to == 25)
        #expect(both.changes == differ.changes(from: second.states[35 - 32], to: first.states[25 - 19]))
        #expect(try await history.changes(from: .branch(one.id, at: 12), to: .seq(12)).changes.isEmpty)
        #expect(try await history.changes(from: .branch(one.id, at: 19), to: .seq(19)).changes.isEmpty)
        var tried = first.states[first.states.count - 1]
        let wishes = play(&tried, .add(3))
        let run = try await history.dryRun(.add(3), at: .branch(one.id))
        #expect(run.effects == wishes && run.seq == one.seq)
    }

    @Test("a branch stays as it is while the log grows, and after the last one has detached")
    func staying() async throws {
        var generator = SeededGenerator(seed: 7)
        let (store, history, log) = played(50, &generator)
        history.attach()
        let info = try await history.makeBranch(edits: [.skip(5...9)])
        let expected = BranchModel(info.edits, from: 5, to: 50, of: log)
        for _ in 0..<100 { store.dispatch(.random(&generator)) }
        history.detach()
        for seq in [info.seq, 30, info.base, 6] {
            #expect(try await history.state(inBranch: info.id, at: seq).state == expected.states[seq - info.base])
        }
    }

    @Test("a restored state overwrites the edits of the branch before it, and is an error if there were any")
    func overwritten() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        store.dispatch(.add(1))
        store.restore(Board(count: 40), note: "set /count to 40")
        store.dispatch(.add(2))
        let info = try await history.makeBranch(edits: [.insert(.add(500), before: 1)], to: 3)
        #expect(info.errorCount == 1 && info.firstErrorSeq == 3)
        let entries = try await history.entries(inBranch: info.id, from: 1)
        #expect(entries.map { $0.error != nil } == [false, false, true, false])
        #expect(entries[2].entry.note == "set /count to 40" && entries[2].entry.rejection == nil)
        #expect(try await history.state(inBranch: info.id).state.count == 42)
        let later = try await history.makeBranch(edits: [.insert(.add(500), before: 3)], from: 1)
        #expect(later.errorCount == 0)
        #expect(try await history.state(inBranch: later.id).state.count == 542)
    }

    @Test("what the store would reject in a branch is an error of that entry, and changes nothing")
    func rejected() async throws {
        let store = Store(initial: Desk(), reduce: workOrReject)
        let history = History(store: store)
        for action in [DeskAction.load, .ready("a"), .retry] { store.dispatch(action) }
        let info = try await history.makeBranch(edits: [.insert(.close, before: 3)])
        #expect(info.errorCount == 1 && info.firstErrorSeq == 4)
        let entries = try await history.entries(inBranch: info.id, from: 1)
        #expect(entries.map(\.error) == [nil, "closed"])
        #expect(entries.map(\.entry.rejection) == [nil, "closed"])
        #expect(entries[1].entry.effects.isEmpty)
        #expect(try await history.state(inBranch: info.id).state.phase == .closed)
    }

    @Test("a cause is the number in the branch of the entry that it was, and none where that was skipped")
    func causes() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        store.dispatch(.add(1))
        store.dispatch(.add(2))
        store.dispatch(.add(3), origin: .effect, cause: 2)
        store.dispatch(.add(4), origin: .effect, cause: 1)
        let moved = try await history.makeBranch(edits: [.move(2, before: 1)])
        let entries = try await history.entries(inBranch: moved.id, from: 1)
        #expect(entries.map(\.entry.cause) == [nil, nil, 1, 2])
        #expect(entries.map(\.originSeq) == [2, 1, 3, 4])
        let skipped = try await history.makeBranch(edits: [.skip(2...2)])
        #expect(try await history.entries(inBranch: skipped.id, from: 1).map(\.entry.cause) == [nil, 1])
    }

    @Test(
        "edits that contradict each other or name what is not there are refused, and make no branch",
        arguments: [
            [BranchEdit<Move>.skip(3...4), .replace(4, .nothing)], [.skip(3...4), .move(3, before: 1)],
            [.replace(2, .nothing), .replace(2, .add(1))], [.move(2, before: 1), .move(2, before: 5)],
            [.skip(0...1)], [.skip(4...11)], [.replace(11, .nothing)], [.insert(.nothing, before: 12)],
            [.insert(.nothing, before: .min)], [.insert(.nothing, before: .max)], [.move(1, before: 12)],
            [.move(.max, before: 1)], [.skip(1...(.max))], [.skip(.min...(.max))],
        ])
    func refused(_ edits: [BranchEdit<Move>]) async throws {
        var generator = SeededGenerator(seed: 8)
        let (_, history, _) = played(10, &generator)
        let error = await #expect(throws: HistoryError.self) { try await history.makeBranch(edits: edits) }
        #expect(error?.code == .invalidEdit)
        #expect(try await history.branches().isEmpty)
    }

    @Test("ranges, names and numbers that cannot be are refused with what can be")
    func refusedRanges() async throws {
        var generator = SeededGenerator(seed: 9)
        let (_, history, _) = played(10, &generator)
        func code(_ make: @autoclosure () async throws -> some Sendable) async -> HistoryError.Code? {
            do { _ = try await make() } catch { return (error as? HistoryError)?.code }
            return nil
        }
        #expect(await code(try await history.makeBranch(edits: [.skip(3...4)], from: 4)) == .invalidEdit)
        #expect(await code(try await history.makeBranch(edits: [.skip(3...4)], to: 3)) == .invalidEdit)
        #expect(await code(try await history.makeBranch(edits: [], from: 0)) == .invalidEdit)
        #expect(await code(try await history.makeBranch(edits: [], from: .min)) == .invalidEdit)
        #expect(await code(try await history.makeBranch(edits: [], from: .max)) == .invalidEdit)
        #expect(await code(try await history.makeBranch(edits: [], from: 8, to: 6)) == .invalidEdit)
        #expect(await code(try await history.makeBranch(edits: [], to: 11)) == .noSuchSeq)
        #expect(await code(try await history.makeBranch(edits: [], to: .max)) == .noSuchSeq)
        let beyond = await #expect(throws: HistoryError.self) { try await history.makeBranch(edits: [.skip(40...41)]) }
        #expect(beyond?.message == "An edit names 40, but the last entry of the log is 10.")
        for name in ["", "1", "a b", "a@1", "-", String(repeating: "a", count: 65)] {
            #expect(await code(try await history.makeBranch(edits: [], name: name)) == .invalidEdit)
        }
        _ = try await history.makeBranch(edits: [], name: "late")
        #expect(await code(try await history.makeBranch(edits: [], name: "late")) == .invalidEdit)
        #expect(await code(try await history.state(inBranch: "late", at: 11)) == .noSuchSeq)
        #expect(await code(try await history.state(inBranch: "late", at: -1)) == .seqEvicted)
        #expect(await code(try await history.state(inBranch: "other")) == .noSuchBranch)
        #expect(await code(try await history.dropBranch("2")) == .noSuchBranch)
        #expect(try await history.entries(inBranch: "late", from: .min, limit: .max).isEmpty)
        for _ in 0..<63 { _ = try await history.makeBranch(edits: []) }
        #expect(await code(try await history.makeBranch(edits: [])) == .tooManyBranches)
    }

    @Test("a store that cannot be replayed has no branches, and says why")
    func notReplayed() async throws {
        let history = History<Int, Int, Never>(initial: 0, reduce: nil)
        history.append(1, state: 1)
        let error = await #expect(throws: HistoryError.self) { try await history.makeBranch(edits: [.skip(1...1)]) }
        #expect(error?.code == .notReplayable)
    }

    @Test("branches that hold more than half of the budget are refused, but for the first")
    func budget() async throws {
        var options = HistoryOptions()
        options.budgetBytes = 1 << 20
        let store = Store(initial: [Int](repeating: 0, count: 100_000)) { (list: inout [Int], number: Int) in
            list[number] += 1
        }
        let history = History(store: store, options: options)
        for number in 0..<100 { store.dispatch(number) }
        let first = try await history.makeBranch(edits: [.skip(7...7)])
        let error = await #expect(throws: HistoryError.self) { try await history.makeBranch(edits: [.skip(8...8)]) }
        #expect(error?.code == .tooManyBranches)
        #expect(try await history.branches().map(\.id) == [first.id])
        try await history.dropBranch(first.id)
        let second = try await history.makeBranch(edits: [.skip(8...8)])
        #expect(try await history.state(inBranch: second.id).state[7] == 0)
        #expect(try await history.state(inBranch: second.id).state[8] == 1)
    }

    @Test("what a branch repeats may leave the log: its end stays, and what cannot be replayed says so")
    func evicted() async throws {
        var generator = SeededGenerator(seed: 11)
        let (_, history, log) = played(40, &generator)
        let info = try await history.makeBranch(edits: [.skip(5...9)])
        let expected = BranchModel(info.edits, from: 5, to: 40, of: log)
        try await history.commit(30)
        let end = try await history.state(inBranch: info.id)
        #expect(end.seq == info.seq && end.state == expected.states[info.seq - info.base])
        var gone = 0
        for seq in info.base...info.seq {
            do {
                #expect(try await history.state(inBranch: info.id, at: seq).state == expected.states[seq - info.base])
            } catch {
                #expect(error.code == .seqEvicted && error.seq == seq && (error.firstSeq ?? 0) > seq)
                gone += 1
            }
        }
        #expect(gone > 0)
        let late = await #expect(throws: HistoryError.self) { try await history.makeBranch(edits: [.skip(30...30)]) }
        #expect(late?.code == .seqEvicted && late?.firstSeq == 31)
    }

    @Test("a cancelled branch is none, and others are answered while a long one is made")
    func cancelled() async throws {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum &+= number }
        let history = History(store: store)
        for number in 0..<200_000 { store.dispatch(number) }
        let task = Task { try await history.makeBranch(edits: [.skip(1...1)]) }
        task.cancel()
        let result = await task.result
        let error = #expect(throws: HistoryError.self) { try result.get() }
        #expect(error?.code == .cancelled)
        #expect(try await history.branches().isEmpty)
        let info = try await history.makeBranch(edits: [.skip(1...100_000)])
        #expect(try await history.state(inBranch: info.id).state == (100_000..<200_000).reduce(0, +))
    }

    @Test("edits that name all numbers there are, or the last ones, are refused", arguments: [nil, 1, 3] as [Int?])
    func extremes(_ from: Int?) async throws {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum &+= number }
        let history = History(store: store)
        for number in 0..<5 { store.dispatch(number) }
        let edits: [BranchEdit<Int>] = [
            .skip(0...Int.max), .skip(Int.min...Int.max), .move(.max, before: .min), .move(.min, before: .max),
            .insert(1, before: .min), .insert(1, before: .max), .replace(.max, 1), .replace(.min, 1),
        ]
        for edit in edits {
            await #expect(throws: HistoryError.self) { try await history.makeBranch(edits: [edit], from: from) }
        }
        #expect(try await history.branches().isEmpty)
    }
}
