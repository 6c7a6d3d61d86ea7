import SeededTesting
import Strobe
import StrobeHistory
import StrobeReflection
import StrobeTree
import Testing

@Suite("Minimising")
struct MinimizeTests {
    /// A machine that fails after three actions in this order, with any others in between.
    struct Lock: Codable, Equatable, Sendable {
        var step = 0
        var noise = 0
        var isBroken = false
    }

    enum Turn: Codable, Equatable, Sendable { case first, second, third, noise(Int) }

    @Sendable
    static func turn(_ lock: inout Lock, _ turn: Turn) {
        switch (turn, lock.step) {
        case (.first, 0), (.second, 1): lock.step += 1
        case (.third, 2): lock.isBroken = true
        case (.noise(let number), _): lock.noise &+= number
        default: break
        }
    }

    @Test("of 10,000 actions the three that a failure needs are found", arguments: [1, 2, 3, 4])
    func three(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let store = Store(initial: Lock(), reduce: Self.turn)
        let history = History(store: store)
        let places = Set((1...10_000).shuffled(using: &generator).prefix(3)).sorted()
        for seq in 1...10_000 {
            switch places.firstIndex(of: seq) {
            case 0?: store.dispatch(.first)
            case 1?: store.dispatch(.second)
            case 2?: store.dispatch(.third)
            default: store.dispatch(.noise(seq))
            }
        }
        let least = try await history.minimize(Condition(parsing: ".isBroken == true"), to: 10_000)
        #expect(least.kept == places && least.isMinimal)
        #expect(least.tests < 200)
        let branch = least.branch
        #expect(branch.base == 0 && branch.from == 1 && branch.to == 10_000 && branch.seq == 3)
        let entries = try await history.entries(inBranch: branch.id, from: 1)
        #expect(entries.map(\.entry.action) == [.first, .second, .third])
        #expect(entries.map(\.originSeq) == places)
        #expect(try await history.state(inBranch: branch.id).state == Lock(step: 2, isBroken: true))
        #expect(try await history.state().seq == 10_000)
    }

    @Test("what is kept makes the condition true, and nothing of it can be left out", arguments: 1...40)
    func minimal(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store, options: smallOptions)
        var log = LogModel()
        for step in 0..<60 {
            if step % 19 == 18 {
                let past = log.states[step / 2]
                store.restore(past)
                log.add(.put(past))
            } else {
                let move = Move.random(&generator)
                store.dispatch(move)
                log.add(.move(move))
            }
        }
        let from = Int.random(in: 1...30, using: &generator)
        let to = Int.random(in: from...60, using: &generator)
        let goal = log.states[to]
        let condition = try Condition(parsing: "/count == \(goal.count) && count(/cards) == \(goal.cards.count)")
        func holds(_ seqs: some Sequence<Int>) -> Bool {
            var state = log.states[from - 1]
            for seq in seqs { log.steps[seq - 1].apply(to: &state) }
            return state.count == goal.count && state.cards.count == goal.cards.count
        }
        let least = try await history.minimize(condition, from: from, to: to)
        #expect(least.isMinimal && holds(least.kept))
        for place in least.kept.indices {
            #expect(!holds(least.kept.enumerated().filter { $0.offset != place }.map(\.element)))
        }
        #expect(least.kept.allSatisfy { (from...to).contains($0) })
        let end = try await history.state(inBranch: least.branch.id).state
        #expect(end.count == goal.count && end.cards.count == goal.cards.count)
        #expect(least.branch.seq == from - 1 + least.kept.count)
    }

    @Test("a condition that holds before any action needs no action")
    func nothingNeeded() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        for _ in 0..<10 { store.dispatch(.nothing) }
        let least = try await history.minimize(Condition(parsing: "/count == 0"))
        #expect(least.kept.isEmpty && least.isMinimal)
        #expect(least.branch.seq == 0 && least.branch.base == 0)
        let none = try await history.minimize(Condition(parsing: "/count == 0"), from: 11)
        #expect(none.kept.isEmpty && none.branch.base == 10)
    }

    @Test("without an end the range ends with the first entry after which the condition holds")
    func firstEnd() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        for move in [Move.nothing, .add(3), .add(-1), .nothing, .add(2), .add(-4)] { store.dispatch(move) }
        let least = try await history.minimize(Condition(parsing: "/count >= 4"))
        #expect(least.branch.from == 1 && least.branch.to == 5 && least.kept == [2, 5])
        let step = try await history.minimize(Condition(parsing: "changed(/count) && /count < 3"), from: 2)
        #expect(step.branch.to == 3 && step.kept == [3])
        await #expect(throws: HistoryError.self) {
            try await history.minimize(Condition(parsing: "/count >= 4"), to: 6)
        }
    }

    @Test("a condition about the last step is asked with the state before it and with its entry")
    func lastStep() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        for move in [Move.nothing, .add(1), .nothing, .add(5), .nothing, .add(2)] { store.dispatch(move) }
        let jump = try await history.minimize(Condition(parsing: "/count - before(/count) == 2"))
        #expect(jump.kept == [6])
        let named = try await history.minimize(
            Condition(parsing: "action like \"*add*5*\" && /count == 6"), to: 4)
        #expect(named.kept == [2, 4])
    }

    @Test("a condition that does not hold, and ranges that are not there, are refused")
    func refused() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        for _ in 0..<5 { store.dispatch(.add(1)) }
        func code(_ text: String, from: Int? = nil, to: Int? = nil) async throws -> HistoryError.Code? {
            do {
                _ = try await history.minimize(Condition(parsing: text), from: from, to: to)
            } catch let error as HistoryError {
                return error.code
            }
            return nil
        }
        #expect(try await code("/count == 9") == .neverHolds)
        #expect(try await code("/count == 5", to: 6) == .noSuchSeq)
        #expect(try await code("/count == 5", to: .max) == .noSuchSeq)
        #expect(try await code("/count == 5", from: 0) == .seqEvicted)
        #expect(try await code("/count == 5", from: .min) == .seqEvicted)
        #expect(try await code("/count == 5", from: 4, to: 2) == .invalidEdit)
        #expect(try await code("/count == 5", from: .max) == .invalidEdit)
        #expect(try await history.branches().isEmpty)
    }

    @Test("a long search can be cancelled, and others are answered meanwhile")
    func cancelled() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        for _ in 0..<20_000 { store.dispatch(.add(1)) }
        // Every entry is needed, which takes long to verify.
        let task = Task { try await history.minimize(Condition(parsing: "/count == 20000")) }
        for _ in 0..<20 { #expect(try await history.state(at: 7).state.count == 7) }
        task.cancel()
        let result = await task.result
        let error = #expect(throws: HistoryError.self) { try result.get() }
        #expect(error?.code == .cancelled)
    }
}
