import SeededTesting
import Strobe
import StrobeHistory
import StrobeReflection
import StrobeTree
import Synchronization

/// A step of a debugger or a program on a store; its numbers are interpreted by the state at that time, so that every
/// selection of steps is valid.
enum SessionStep: Sendable {
    case dispatch(Move)
    /// A number of small actions.
    case burst(Int)
    case jump(UInt64)
    case edit(Int)
    case branch(UInt64)
    case adopt(UInt64)
    case dropBranch(UInt64)
    case pause
    case step(Int)
    case resume
    case dropHeld(UInt64)
    case commit(UInt64)
    case attach
    case detach
    case read(UInt64)

    static func random(_ generator: inout SeededGenerator) -> SessionStep {
        let number = UInt64.random(in: 0..<1 << 40, using: &generator)
        return switch Int.random(in: 0..<40, using: &generator) {
        case 0...14: .dispatch(.random(&generator))
        case 15, 16: .jump(number)
        case 17, 18: .edit(Int(number % 100))
        case 19...22: .branch(number)
        case 23, 24: .adopt(number)
        case 25: .dropBranch(number)
        case 26, 27: .pause
        case 28, 29: .step(Int(number % 4))
        case 30, 31: .resume
        case 32: .dropHeld(number)
        case 33: .commit(number)
        case 34, 35: .attach
        case 36: .detach
        case 37: number % 16 == 0 ? .burst(5_000) : .burst(7)
        default: .read(number)
        }
    }
}

/// A store under a debugger, with a naive history that keeps every state.
final class SessionModel {
    /// A difference between the history and the model.
    struct Mismatch: Error, CustomStringConvertible {
        var description: String
    }

    /// Counts how often something happened, so that a test can require it.
    struct Coverage {
        var held = 0
        var adopted = 0
        var committed = 0
        var evicted = 0
        /// States of branches that were dropped with the log.
        var lost = 0

        static func + (a: Coverage, b: Coverage) -> Coverage {
            Coverage(
                held: a.held + b.held, adopted: a.adopted + b.adopted, committed: a.committed + b.committed,
                evicted: a.evicted + b.evicted, lost: a.lost + b.lost)
        }
    }

    /// Holds every action while it is paused.
    private final class Keeper: GateKeeper, @unchecked Sendable {
        // Atomic: the store reads it under its lock, the test sets it.
        let isPaused = Atomic(false)

        func answer(
            to _: UnsafePointer<Move>, at _: Int, state _: UnsafePointer<Board>, _: () -> HeldAction<Move>
        ) -> GateAnswer {
            isPaused.load(ordering: .acquiring) ? .held : .passes
        }
    }

    private let store = Store(initial: Board(), reduce: play)
    private let history: History<Board, Move, Wish>
    private let keeper = Keeper()
    private var log = LogModel()
    private var branches: [(id: String, model: BranchModel)] = []
    private var held: [Move] = []
    private var committed = 0
    private var attachments = 0
    private var coverage = Coverage()

    init(_ options: HistoryOptions) {
        history = History(store: store, options: options)
        store.setGateKeeper(keeper)
    }

    /// Runs some steps, and compares everything at the end.
    ///
    /// - Returns: The difference, or `nil`, and the counts.
    static func run(_ steps: [SessionStep], _ options: HistoryOptions) async -> (mismatch: String?, Coverage) {
        let model = SessionModel(options)
        do {
            for step in steps { try await model.perform(step) }
            try await model.compareAll()
            return (nil, model.coverage)
        } catch {
            return ("\(error)", model.coverage)
        }
    }

    // MARK: Steps

    private func perform(_ step: SessionStep) async throws {
        let last = log.last
        let base = history.baseSeq
        func pick(_ number: UInt64, from first: Int) -> Int { first + Int(number % UInt64(last - first + 1)) }
        switch step {
        case .dispatch(let move): dispatch(move)
        case .burst(let count):
            for number in 0..<count { dispatch(.add(number % 7)) }
            // Time for the debug thread to notice that this exceeds the budget.
            for _ in 0..<count where attachments > 0 && history.baseSeq == base { _ = try await history.memory() }
        case .jump(let number):
            let seq = pick(number, from: base)
            guard let state = try await state(at: seq) else { return }
            put(state, log.states[seq])
        case .edit(let count):
            var state = log.states[last]
            state.count = count
            put(state, state, origin: .edit)
        case .branch(let number): try await branch(number, from: base + 1)
        case .adopt(let number):
            guard !branches.isEmpty else { return }
            let (id, model) = branches[Int(number % UInt64(branches.count))]
            // Its last state is always available.
            let end = try await history.state(inBranch: id)
            try expect(end.seq == model.seq, "the end of branch \(id) is \(end.seq), not \(model.seq)")
            put(end.state, model.states[model.states.count - 1])
            coverage.adopted += 1
        case .dropBranch(let number):
            guard !branches.isEmpty else { return }
            try await history.dropBranch(branches.remove(at: Int(number % UInt64(branches.count))).id)
        case .pause: keeper.isPaused.store(true, ordering: .releasing)
        case .step(let count):
            store.release(count)
            letGo(count)
        case .resume:
            keeper.isPaused.store(false, ordering: .releasing)
            store.recheckHeld()
            letGo(held.count)
        case .dropHeld(let number):
            guard !held.isEmpty else { return }
            let place = Int(number % UInt64(held.count))
            let dropped = store.dropHeld([store.held[place].id])
            try expect(dropped.count == 1, "\(dropped.count) actions were dropped instead of one")
            held.remove(at: place)
        case .commit(let number):
            try await commit(pick(number, from: base))
        case .attach:
            history.attach()
            attachments += 1
        case .detach:
            guard attachments > 0 else { return }
            history.detach()
            attachments -= 1
        case .read(let number): try await compareState(at: pick(number, from: base))
        }
        try expect(store.heldCount == held.count, "\(store.heldCount) are held, not \(held.count)")
    }

    private func commit(_ seq: Int) async throws {
        do {
            try await history.commit(seq)
            committed = max(committed, seq)
            coverage.committed += 1
        } catch {
            try expect(
                error.code == .seqEvicted && history.baseSeq > seq,
                "commit of \(seq) fails (\(error)), and the log begins at \(history.baseSeq)")
        }
    }

    private func dispatch(_ move: Move) {
        store.dispatch(move)
        if keeper.isPaused.load(ordering: .acquiring) || !held.isEmpty {
            held.append(move)
            coverage.held += 1
        } else {
            log.add(.move(move))
        }
    }

    private func letGo(_ count: Int) {
        for move in held.prefix(count) { log.add(.move(move)) }
        held.removeFirst(min(count, held.count))
        guard !keeper.isPaused.load(ordering: .acquiring) else { return }
        for move in held { log.add(.move(move)) }
        held = []
    }

    private func put(_ state: Board, _ expected: Board, origin: Origin = .restore) {
        store.restore(state, origin: origin)
        log.add(.put(expected))
    }

    private func branch(_ number: UInt64, from first: Int) async throws {
        guard first <= log.last, branches.count < 8 else { return }
        var generator = SeededGenerator(seed: number)
        let to = Int.random(in: first...log.last, using: &generator)
        let from = Int.random(in: max(first, to - 50)...to, using: &generator)
        let edits = BranchModel.randomEdits(from: from, to: to, &generator)
        let expected = BranchModel(edits, from: from, to: to, of: log)
        do {
            let info = try await history.makeBranch(edits: edits, from: from, to: to)
            try expect(info.base == from - 1 && info.seq == expected.seq, "branch \(info.id) is \(info)")
            try expect(info.errorCount == expected.errors.count, "branch \(info.id) has \(info.errorCount) errors")
            branches.append((info.id, expected))
        } catch let error as HistoryError where error.code == .seqEvicted {
            try expect(history.baseSeq >= from, "\(from) is evicted, and the log begins at \(history.baseSeq)")
        }
    }

    // MARK: Comparing

    /// The state at a seq; `nil` if it was dropped.
    private func state(at seq: Int) async throws -> Board? {
        do {
            let found = try await history.state(at: seq)
            try expect(found.seq == seq, "asked for \(seq), got \(found.seq)")
            return found.state
        } catch let error as HistoryError where error.code == .seqEvicted {
            try expect(history.baseSeq > seq, "\(seq) is evicted, and the log begins at \(history.baseSeq)")
            return nil
        }
    }

    private func compareState(at seq: Int) async throws {
        guard let state = try await state(at: seq) else { return }
        try expect(state == log.states[seq], "the state at \(seq) is \(state), not \(log.states[seq])")
    }

    private func compareAll() async throws {
        try expect(store.seq == log.last && history.seq == log.last, "the log ends at \(history.seq), not \(log.last)")
        try expect(store.state == log.states[log.last], "the live state is not that of the model")
        try expect(history.baseSeq >= committed, "the log begins at \(history.baseSeq), before \(committed)")
        let first = history.baseSeq
        if first > committed { coverage.evicted += 1 }
        let stride = max(1, (log.last - first) / 40)
        for seq in Swift.stride(from: log.last, through: first, by: -stride) {
            try await compareState(at: seq)
            try await compareEntry(seq)
        }
        if first > 0 {
            let gone = try await state(at: first - 1)
            try expect(gone == nil, "the state at \(first - 1) is there, before the first")
        }
        for (id, model) in branches { try await compareBranch(id, model) }
    }

    private func compareEntry(_ seq: Int) async throws {
        guard seq > history.baseSeq, let entry = try? history.entry(seq) else { return }
        let step = log.steps[seq - 1]
        if case .move(let move) = step {
            try expect(entry.action == move, "entry \(seq) is \(String(describing: entry.action)), not \(move)")
        } else {
            try expect(entry.action == nil, "entry \(seq) is an action")
        }
        guard let changes = try? await history.changes(of: seq) else {
            return try expect(history.baseSeq >= seq, "the changes of \(seq) are not known")
        }
        let expected = Differ().changes(from: log.states[seq - 1], to: log.states[seq])
        try expect(changes == expected, "entry \(seq) changed \(changes), not \(expected)")
    }

    private func compareBranch(_ id: String, _ model: BranchModel) async throws {
        for seq in (model.base...model.seq).reversed() {
            do {
                let state = try await history.state(inBranch: id, at: seq).state
                let expected = model.states[seq - model.base]
                try expect(state == expected, "the state of branch \(id) at \(seq) is \(state), not \(expected)")
            } catch let error as HistoryError where error.code == .seqEvicted {
                try expect(
                    seq < model.seq && history.baseSeq > model.base,
                    "branch \(id) is evicted at \(seq), and the log begins at \(history.baseSeq)")
                coverage.lost += 1
            }
        }
    }

    private func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
        if !condition { throw Mismatch(description: message()) }
    }
}
