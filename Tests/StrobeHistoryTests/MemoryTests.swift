import SeededTesting
import Strobe
import StrobeHistory
import StrobeTree
import Synchronization
import Testing

/// How a history handles a log that exceeds its budget.
@Suite("The budget of a history", .timeLimit(.minutes(5)))
struct MemoryTests {
    private struct Page: Codable, Equatable, Sendable {
        var number: Int
        var text: String
    }

    private struct Book: Codable, Equatable, Sendable {
        var pages: [Page] = []
        var turns = 0
    }

    private enum Step: Codable, Equatable, Sendable {
        case turn
        case write(Page)
    }

    private static func options(_ bytes: Int) -> HistoryOptions {
        var options = HistoryOptions()
        options.budgetBytes = bytes
        options.checkpointDistance = 64
        return options
    }

    @Sendable private static func read(_ book: inout Book, _ step: Step) {
        book.turns += 1
        if case .write(let page) = step {
            if book.pages.count < 50 { book.pages.append(page) } else { book.pages[page.number % 50] = page }
        }
    }

    private static func step(_ number: Int, length: Int) -> Step {
        number % 3 == 0
            ? .turn : .write(Page(number: number, text: String(repeating: "a", count: length) + "\(number)"))
    }

    /// Checks that the history stays within its budget, and all of its states against the model.
    private func expectBounded(
        _ history: History<Book, Step, Never>, _ model: [Int: Book], last: Int, _ comment: Comment
    ) async throws {
        let memory = try await history.memory()
        #expect(memory.bytes <= memory.budgetBytes, comment)
        let first = history.firstSeq
        #expect(first > 0 && first < last, comment)
        #expect(history.seq == last)
        var generator = SeededGenerator(seed: UInt64(last))
        var seqs = [first, first + 1, last]
        for _ in 0..<20 { seqs.append(.random(in: first...last, using: &generator)) }
        for seq in seqs {
            let state = try await history.state(at: seq).state
            #expect(state.turns == seq, comment)
            if let known = model[seq] { #expect(state == known, comment) }
        }
        await #expect {
            try await history.state(at: first - 1)
        } throws: { error in
            let error = error as? HistoryError
            return error?.code == .seqEvicted && error?.firstSeq == first
        }
        #expect(throws: HistoryError.self) { try history.entry(first) }
        #expect(try history.entry(first + 1).seq == first + 1)
        #expect(history.entries(from: 1, limit: 3).map(\.seq) == [first + 1, first + 2, first + 3])
        #expect(try await history.verify().divergence == nil)
    }

    @Test(
        "beyond the budget the oldest transitions go, and what is left is right", arguments: [false, true], [20, 2_000])
    func eviction(isAttached: Bool, length: Int) async throws {
        let store = Store(initial: Book()) { (book: inout Book, step: Step) in Self.read(&book, step) }
        let history = History(store: store, options: Self.options(1 << 20))
        if isAttached { history.attach() }
        var model: [Int: Book] = [:]
        var seq = 0
        for round in 1...3 {
            for _ in 0..<10_000 {
                seq += 1
                store.dispatch(Self.step(seq, length: length))
                // The debug thread runs now and then, as in a program that is not at full load.
                if seq % 256 == 0 { _ = try await history.memory() }
                if seq % 1_000 == 0 { model[seq] = store.state }
            }
            try await expectBounded(history, model, last: seq, "round \(round)")
        }
    }

    @Test("without a client the reducer runs once, and the program is asked for a state only now and then")
    func oneRun() async throws {
        let runs = Atomic<Int>(0)
        let store = Store(initial: Book()) { (book: inout Book, step: Step) in
            runs.add(1, ordering: .relaxed)
            Self.read(&book, step)
        }
        let history = History(store: store, options: Self.options(1 << 20))
        for seq in 1...60_000 {
            store.dispatch(Self.step(seq, length: 100))
            if seq % 256 == 0 { _ = try await history.memory() }
        }
        #expect(history.firstSeq > 0)
        #expect(runs.load(ordering: .relaxed) == 60_000)
        let memory = try await history.memory()
        // One in each eighth of the budget, and the first.
        #expect(memory.checkpoints <= 10 && memory.bytes <= memory.budgetBytes)
    }

    @Test("without a client the memory is never over the budget when it is measured, wherever the program stopped")
    func asked() async throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<40 {
            let store = Store(initial: Book()) { (book: inout Book, step: Step) in Self.read(&book, step) }
            let history = History(store: store, options: Self.options(1 << 18))
            // The writer reports a state only while it writes, and it is idle when it is asked for one.
            let last = Int.random(in: 2_000...8_000, using: &generator)
            for seq in 1...last { store.dispatch(Self.step(seq, length: 50)) }
            let memory = try await history.memory()
            #expect(memory.bytes <= memory.budgetBytes, "at \(last)")
            #expect(history.firstSeq > 0)
            #expect(try await history.state(at: history.firstSeq).state.turns == history.firstSeq)
        }
    }

    @Test("restored states count, and are dropped with their part of the log")
    func restores() async throws {
        let store = Store(initial: Book()) { (book: inout Book, step: Step) in Self.read(&book, step) }
        let history = History(store: store, options: Self.options(1 << 20))
        history.attach()
        for seq in 1...400 {
            var book = Book()
            book.turns = seq
            book.pages = (0..<100).map { Page(number: $0, text: String(repeating: "b", count: 100) + "\(seq) \($0)") }
            store.restore(book, note: "put in \(seq)")
            _ = try await history.memory()
        }
        let memory = try await history.memory()
        #expect(memory.bytes <= memory.budgetBytes)
        let first = history.firstSeq
        #expect(first > 200 && first < 400)
        for seq in first...400 { #expect(try await history.state(at: seq).state.turns == seq) }
        #expect(try history.entry(first + 1).note == "put in \(first + 1)")
    }

    @Test("a few huge actions do not wait for thousands of others to be noticed")
    func hugeActions() async throws {
        let store = Store(initial: Book()) { (book: inout Book, step: Step) in book.turns += 1 }
        let history = History(store: store, options: Self.options(1 << 20))
        for seq in 1...400 {
            store.dispatch(.write(Page(number: seq, text: String(repeating: "c", count: 50_000))))
            _ = try await history.memory()
        }
        let memory = try await history.memory()
        #expect(memory.logBytes <= memory.budgetBytes)
        #expect(history.firstSeq > 300)
        #expect(try await history.state(at: history.firstSeq).state.turns == history.firstSeq)
    }

    @Test("a state larger than the budget leaves a part of the log all the same")
    func largeState() async throws {
        var book = Book()
        book.pages = (0..<10_000).map { Page(number: $0, text: String(repeating: "d", count: 100) + "\($0)") }
        let store = Store(initial: book) { (book: inout Book, step: Step) in book.turns += 1 }
        let history = History(store: store, options: Self.options(1 << 20))
        history.attach()
        for seq in 1...30_000 {
            store.dispatch(.turn)
            if seq % 1_000 == 0 { _ = try await history.memory() }
        }
        let memory = try await history.memory()
        #expect(memory.stateBytes > memory.budgetBytes)
        #expect(memory.logBytes <= memory.budgetBytes / 2 && memory.logBytes > 0)
        let first = history.firstSeq
        #expect(first > 0 && first < 30_000)
        #expect(try await history.state(at: first).state.turns == first)
        #expect(try await history.state(at: 30_000).state.turns == 30_000)
    }

    @Test("what a store without replay keeps is bounded, and changes outlive the states they were computed from")
    func retained() async throws {
        let live = Mutex(Book())
        var options = Self.options(16 << 20)
        options.retainedStates = 64
        let history = History<Book, Step, Never>(
            initial: Book(), reduce: nil, present: { live.withLock { $0 } }, options: options)
        history.attach()
        _ = try await history.state()
        for seq in 1...2_000 {
            let step = Self.step(seq, length: 200)
            let state = live.withLock { book in
                Self.read(&book, step)
                return book
            }
            history.append(step, state: state)
            // A reader that reads each entry is never behind.
            _ = try await history.changes(of: seq)
        }
        let memory = try await history.memory()
        #expect(memory.bytes <= memory.budgetBytes)
        #expect(memory.checkpoints <= 64)
        #expect(history.firstSeq >= 2_000 - 64)
        let early = try await history.changes(of: 1_500)
        #expect(early.contains(Change(.replace, Path(["turns"]), value: 1_500, old: 1_499)))
        await #expect {
            try await history.state(at: 1_500)
        } throws: { error in
            (error as? HistoryError)?.code == .seqEvicted
        }
        history.detach()
        #expect(try await history.changes(of: 1_999).isEmpty == false)
    }

    @Test("a committed state is the first one: what came before is gone, what comes after is right")
    func commit() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store, options: smallOptions)
        for _ in 0..<100 { store.dispatch(.add(1)) }
        history.note("before")
        #expect(try await history.commit(40) == 40)
        #expect(history.firstSeq == 40 && history.baseSeq == 40 && history.seq == 100)
        for seq in 40...100 { #expect(try await history.state(at: seq).state.count == seq) }
        await #expect {
            try await history.state(at: 39)
        } throws: { error in
            (error as? HistoryError)?.code == .seqEvicted && (error as? HistoryError)?.firstSeq == 40
        }
        #expect {
            try history.entry(40)
        } throws: { error in
            (error as? HistoryError)?.code == .seqEvicted && (error as? HistoryError)?.firstSeq == 41
        }
        #expect(history.entries(from: 1, limit: 2).map(\.seq) == [41, 42])
        #expect(try await history.changes(of: 41) == [Change(.replace, Path(["count"]), value: 41, old: 40)])
        await #expect(throws: HistoryError.self) { try await history.changes(of: 40) }
        store.dispatch(.add(1))
        #expect(try await history.commit() == 101)
        #expect(history.entries(from: 1).isEmpty)
        #expect(try await history.state().state.count == 101)
        #expect(history.notes(in: 0...200).isEmpty)
        await #expect(throws: HistoryError.self) { try await history.commit(100) }
        await #expect(throws: HistoryError.self) { try await history.commit(102) }
        store.dispatch(.add(1))
        #expect(try await history.state(at: 102).state.count == 102)
        #expect(try await history.verify().divergence == nil)
    }

    @Test("followers, graphs and readers get over it when their part of the log goes")
    func followers() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store, options: smallOptions)
        var reader = history.updates(from: 0).makeAsyncIterator()
        for _ in 0..<50 { store.dispatch(.add(1)) }
        #expect(await reader.next()?.fromSeq == 0)
        for _ in 0..<50 { store.dispatch(.add(1)) }
        try await history.commit(90)
        var last = 0
        while last < 100, let update = await reader.next() {
            #expect(update.changes?.first?.path == Path(["count"]))
            last = update.seq
        }
        #expect(last == 100)
    }

    @Test("notes follow the transition that they were made after, and the oldest are dropped")
    func notes() {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        let told = Mutex<[LogNote]>([])
        history.onNote { note in told.withLock { $0.append(note) } }
        history.note("first")
        store.dispatch(.add(1))
        let second = history.note(String(repeating: "x", count: 5_000))
        #expect(second.afterSeq == 1 && second.text.count == 1_000)
        #expect(history.notes(in: 0...0).map(\.text) == ["first"])
        #expect(history.notes(in: 1...9) == [second])
        #expect(told.withLock { $0.map(\.afterSeq) } == [0, 1])
        for number in 0..<1_500 { history.note("\(number)") }
        #expect(history.notes(in: 0...9).count == 1_000)
        #expect(history.notes(in: 0...9).last?.text == "1499")
    }

    @Test("many threads read and dispatch while the oldest part goes")
    func concurrently() async throws {
        let store = Store(initial: Board(), reduce: play)
        var options = Self.options(1 << 18)
        options.checkpoints = 4
        let history = History(store: store, options: options)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for turn in 0..<30_000 {
                        store.dispatch(.add(1))
                        if turn % 64 == 0 { await Task.yield() }
                    }
                }
            }
            for reader in 0..<2 {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(reader))
                    for turn in 0..<200 {
                        if turn % 20 == reader { history.attach() }
                        if turn % 20 == reader + 10 { history.detach() }
                        // Of a log that has just been emptied, the first seq is the next one.
                        let first = history.firstSeq
                        let seq = Int.random(in: first...max(first, history.seq), using: &generator)
                        if let state = try? await history.state(at: seq) { #expect(state.state.count == seq) }
                        for entry in history.entries(from: seq, limit: 20) { #expect(entry.effects.count == 1) }
                        if turn % 50 == 49 { _ = try? await history.commit(history.seq - 1_000) }
                    }
                }
            }
        }
        #expect(history.firstSeq > 0)
        #expect(try await history.state().state.count == 60_000)
    }
}
