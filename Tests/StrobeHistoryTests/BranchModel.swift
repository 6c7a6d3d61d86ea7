import SeededTesting
import StrobeHistory

/// The model of a store's log: every action, every restored state, and every state.
struct LogModel {
    enum Step {
        case move(Move)
        case put(Board)

        func apply(to board: inout Board) {
            switch self {
            case .move(let move): _ = play(&board, move)
            case .put(let state): board = state
            }
        }

        var isPut: Bool { if case .put = self { true } else { false } }
    }

    /// The states from seq 0 on.
    var states = [Board()]
    /// The steps between them: the first leads to seq 1.
    var steps: [Step] = []

    var last: Int { steps.count }

    mutating func add(_ step: Step) {
        steps.append(step)
        var state = states[states.count - 1]
        step.apply(to: &state)
        states.append(state)
    }
}

/// The model of a branch: the list of log entries, edited step by step, and replayed.
struct BranchModel {
    struct Item {
        var step: LogModel.Step
        var originSeq: Int?
        var isEdited: Bool
    }

    let base: Int
    var items: [Item] = []
    /// The states from `base` on.
    var states: [Board] = []

    var seq: Int { base + items.count }

    init(_ edits: [BranchEdit<Move>], from: Int, to: Int, of log: LogModel) {
        base = from - 1
        var skipped: Set<Int> = []
        var replaced: [Int: Move] = [:]
        var moved: Set<Int> = []
        for edit in edits {
            switch edit {
            case .skip(let seqs): skipped.formUnion(seqs)
            case .replace(let seq, let move): replaced[seq] = move
            case .move(let seq, _): moved.insert(seq)
            case .insert: break
            }
        }
        func item(_ seq: Int, isEdited: Bool) -> Item {
            replaced[seq].map { Item(step: .move($0), originSeq: seq, isEdited: true) }
                ?? Item(step: log.steps[seq - 1], originSeq: seq, isEdited: isEdited)
        }
        for seq in from..<to + 2 {
            for edit in edits {
                switch edit {
                case .insert(let move, seq): items.append(Item(step: .move(move), originSeq: nil, isEdited: true))
                case .move(let other, seq): items.append(item(other, isEdited: true))
                default: break
                }
            }
            if seq <= to, !skipped.contains(seq), !moved.contains(seq) { items.append(item(seq, isEdited: false)) }
        }
        states = [log.states[base]]
        for item in items {
            var state = states[states.count - 1]
            item.step.apply(to: &state)
            states.append(state)
        }
    }

    /// The seq of the first entry with an error, and their number: states restored after the first difference.
    var errors: [Int] {
        let first = items.indices.first { items[$0].originSeq != base + 1 + $0 || items[$0].isEdited } ?? items.count
        return items.indices.filter { items[$0].step.isPut && ($0 >= first || items[$0].isEdited) }.map {
            base + 1 + $0
        }
    }

    /// Edits that do not conflict, over a non-empty range.
    static func randomEdits(
        from: Int, to: Int, _ generator: inout SeededGenerator
    ) -> [BranchEdit<Move>] {
        var skipped: Set<Int> = []
        var replaced: Set<Int> = []
        var moved: Set<Int> = []
        var edits: [BranchEdit<Move>] = []
        for _ in 0..<Int.random(in: 1..<7, using: &generator) {
            let seq = Int.random(in: from...to, using: &generator)
            let before = Int.random(in: from...to + 1, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                let seqs = seq...min(to, seq + Int.random(in: 0..<5, using: &generator))
                guard replaced.union(moved).isDisjoint(with: seqs) else { continue }
                skipped.formUnion(seqs)
                edits.append(.skip(seqs))
            case 1:
                guard !skipped.contains(seq), replaced.insert(seq).inserted else { continue }
                edits.append(.replace(seq, .random(&generator)))
            case 2:
                guard !skipped.contains(seq), moved.insert(seq).inserted else { continue }
                edits.append(.move(seq, before: before))
            default: edits.append(.insert(.random(&generator), before: before))
            }
        }
        return edits
    }
}
