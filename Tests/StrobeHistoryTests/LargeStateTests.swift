import Strobe
import StrobeHistory
import StrobeReflection
import StrobeTree
import Synchronization
import Testing

/// States that exceed the budget, and their cost for the program.
@Suite("A state beyond the budget", .timeLimit(.minutes(5)))
struct LargeStateTests {
    private struct Page: Codable, Equatable, Sendable {
        var number: Int
        var text: String
    }

    private struct Book: Codable, Equatable, Sendable {
        var pages: [Page]
        var turns = 0

        init(pages count: Int) {
            pages = (0..<count).map { Page(number: $0, text: "the text of page number \($0), longer than a few words") }
        }
    }

    private enum Step: Codable, Equatable, Sendable {
        case turn
        case write(Int)
    }

    private final class Count: Sendable {
        private let count = Atomic<Int>(0)

        var number: Int { count.load(ordering: .relaxed) }

        func add() { count.add(1, ordering: .relaxed) }
    }

    /// A store that counts the runs of its reducer anywhere, and the copies of its pages by the program.
    private final class Program: Sendable {
        let store: Store<Book, Step, Never>
        let runs = Count()
        let copies = Count()
        private let place = Atomic<UInt>(0)

        init(pages: Int) {
            let runs = runs
            store = Store(initial: Book(pages: pages)) { (book: inout Book, step: Step) -> Void in
                runs.add()
                LargeStateTests.read(&book, step)
            }
            _ = noteCopy()
        }

        func dispatch(_ count: Int) {
            for number in 0..<count {
                store.dispatch(number % 2 == 0 ? .turn : .write(number))
                if noteCopy() { copies.add() }
            }
        }

        /// Whether the pages are at another address than the last time.
        private func noteCopy() -> Bool {
            let now = store.withState { $0.pages.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
            return place.exchange(now, ordering: .relaxed) != now
        }
    }

    @Sendable private static func read(_ book: inout Book, _ step: Step) {
        book.turns += 1
        if case .write(let number) = step { book.pages[number % book.pages.count].number += 1 }
    }

    private static let budget = 1 << 18
    private static var options: HistoryOptions {
        var options = HistoryOptions()
        options.budgetBytes = budget
        options.checkpointDistance = 64
        return options
    }

    /// Dispatches, and lets the debug thread run in between as in a program that is not at full load.
    private func play(
        _ count: Int, _ program: Program, _ history: History<Book, Step, Never>, states: Int
    ) async throws {
        let size = Footprint.bytes(of: program.store.state)
        for _ in 0..<count / 200 {
            program.dispatch(200)
            let memory = try await history.memory()
            #expect(memory.bytes <= memory.budgetBytes + states * size)
            #expect(memory.logBytes <= memory.budgetBytes / (size > memory.budgetBytes ? 2 : 1))
        }
    }

    @Test("without a client it is copied once, nothing is replayed, and only the log is kept")
    func nobodyAttached() async throws {
        let program = Program(pages: 10_000)
        #expect(Footprint.bytes(of: program.store.state) > Self.budget)
        let history = History(store: program.store, options: Self.options)
        try await play(100_000, program, history, states: 1)
        #expect(program.runs.number == 100_000)
        #expect(program.copies.number == 1)
        #expect(history.isReplayGivenUp && history.isReplaying)
        let givenUp = try #require(try await history.memory().givenUp)
        #expect(givenUp.statesFrom == nil && givenUp.logFrom == history.baseSeq + 1)
        #expect(givenUp.logFrom > 90_000 && givenUp.logFrom < 100_000)
        #expect(try history.entry(givenUp.logFrom).action != nil)
    }

    @Test("a client that attaches sees the states from then on, and learns which were given up")
    func attaching() async throws {
        let program = Program(pages: 10_000)
        let history = History(store: program.store, options: Self.options)
        try await play(50_000, program, history, states: 1)
        history.attach()
        await history.attached()
        #expect(!history.isReplayGivenUp && history.firstSeq == 50_000)
        let givenUp = try #require(try await history.memory().givenUp)
        #expect(givenUp.statesFrom == 50_000 && givenUp.logFrom < 50_000)
        #expect(try await history.state().state == program.store.state)
        await #expect {
            try await history.state(at: 49_999)
        } throws: { error in
            let error = error as? HistoryError
            return error?.code == .seqEvicted && error?.firstSeq == 50_000
        }
        #expect(history.entries(from: 49_999).map(\.seq) == [49_999, 50_000])
        #expect(try await history.changes(ofEach: 49_999...50_000).allSatisfy { $0 == nil })
        program.dispatch(1)
        let change = Change(.replace, Path(["turns"]), value: 50_001, old: 50_000)
        #expect(try await history.changes(of: 50_001) == [change])
        #expect(try await history.verify().divergence == nil)
        // Without a client it is as before, and giving up begins later.
        history.detach()
        try await play(50_000, program, history, states: 1)
        #expect(try await history.memory().givenUp?.statesFrom == nil)
    }

    @Test("a question without a session is answered with the current state")
    func asking() async throws {
        let program = Program(pages: 10_000)
        let history = History(store: program.store, options: Self.options)
        try await play(50_000, program, history, states: 1)
        #expect(try await history.state().state == program.store.state)
        #expect(history.firstSeq == 50_000)
        #expect(try await history.dryRun(.turn).seq == 50_000)
    }

    @Test("while a client is attached each transition is replayed twice at most, and two states are kept")
    func attached() async throws {
        let program = Program(pages: 10_000)
        let history = History(store: program.store, options: Self.options)
        history.attach()
        await history.attached()
        try await play(100_000, program, history, states: 2)
        #expect(program.runs.number <= 3 * 100_000)
        let first = history.firstSeq
        #expect(first > 80_000 && first < 100_000)
        for seq in [first, first + 1, 100_000] { #expect(try await history.state(at: seq).state.turns == seq) }
        #expect(try await history.memory().givenUp == nil)
        #expect(try await history.verify().divergence == nil)
    }

    @Test("a state that was looked up is released after the last request")
    func lookedUp() async throws {
        let program = Program(pages: 10_000)
        let history = History(store: program.store, options: Self.options)
        history.attach()
        program.dispatch(500)
        #expect(try await history.state(at: 250).state.turns == 250)
        let size = Footprint.bytes(of: program.store.state)
        let deadline = ContinuousClock.now + .seconds(60)
        var memory = try await history.memory()
        while memory.bytes > memory.budgetBytes + 2 * size, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(20))
            memory = try await history.memory()
        }
        #expect(memory.bytes <= memory.budgetBytes + 2 * size)
    }

    @Test("of a state that fits all of the log is replayed, and the program copies no more than a part of what it logs")
    func fitting() async throws {
        let program = Program(pages: 200)
        let size = Footprint.bytes(of: program.store.state)
        #expect(size < Self.budget / 8)
        let history = History(store: program.store, options: Self.options)
        try await play(100_000, program, history, states: 1)
        #expect(try await history.memory().givenUp == nil)
        #expect(program.runs.number == 100_000)
        let first = history.firstSeq
        #expect(first > 90_000 && first < 99_000)
        #expect(try await history.state(at: first).state.turns == first)
        let logged = try await history.memory().logBytes * 100_000 / (history.seq - history.baseSeq)
        #expect(program.copies.number * size <= logged / 2 + 2 * size)
    }

    @Test("once the store is gone, states that were given up are unknown, and the log is not")
    func storeGone() async throws {
        var program: Program? = Program(pages: 10_000)
        let history = try History(store: #require(program?.store), options: Self.options)
        try await play(50_000, #require(program), history, states: 1)
        program = nil
        history.attach()
        await #expect {
            try await history.state()
        } throws: { error in
            (error as? HistoryError)?.code == .stateUnknown
        }
        #expect(history.entries(from: 50_000).map(\.seq) == [50_000])
    }

    @Test("a foreign store that does not report its state is replayed instead, each transition once")
    func silentWriter() async throws {
        let runs = Count()
        let size = Footprint.bytes(of: Book(pages: 10_000))
        let history = History<Book, Step, Never>(
            initial: Book(pages: 10_000),
            reduce: { book, step in
                runs.add()
                Self.read(&book, step)
                return []
            }, options: Self.options)
        for seq in 1...50_000 {
            history.append(.turn)
            guard seq % 200 == 0 else { continue }
            let memory = try await history.memory()
            #expect(memory.bytes <= memory.budgetBytes + size)
        }
        #expect(runs.number <= 50_000)
        let first = history.firstSeq
        #expect(first > 40_000)
        #expect(try await history.state(at: first).state.turns == first)
        #expect(try await history.memory().givenUp == nil)
    }

    @Test("of a store that is not replayed no state is retained, and the present one is what can be asked for")
    func notReplayed() async throws {
        let live = Mutex(Book(pages: 10_000))
        let copies = Count()
        let history = History<Book, Step, Never>(
            initial: live.withLock { $0 }, reduce: nil, present: { live.withLock { $0 } }, options: Self.options)
        history.attach()
        await history.attached()
        var place: UInt = 0
        for seq in 1...1_000 {
            let state = live.withLock { book -> Book in
                Self.read(&book, .write(seq))
                let now = book.pages.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
                if now != place { copies.add() }
                place = now
                return book
            }
            history.append(.write(seq), state: state)
        }
        #expect(copies.number <= 2)
        #expect(history.firstSeq > history.seq)
        #expect(try await history.state().state == live.withLock { $0 })
        let givenUp = try #require(try await history.memory().givenUp)
        #expect(givenUp.cause == .notReplayed && givenUp.statesFrom == 1_000 && givenUp.logFrom == 1)
        await #expect(throws: HistoryError.self) { try await history.state(at: 999) }
    }
}
