/// One difference between a branch and the log.
///
/// All numbers are those of the log, whatever the other edits do, so that their order does not matter; only insertions
/// before the same entry keep the order in which they were given.
///
///     let branch = try await history.makeBranch(edits: [.skip(3...5), .replace(7, .load), .move(9, before: 2)])
public enum BranchEdit<Action: Sendable>: Sendable {
    /// Leaves entries out.
    case skip(ClosedRange<Int>)
    /// Reduces another action in the place of an entry.
    case replace(Int, Action)
    /// Reduces an action before an entry; one past the last entry means at the end.
    case insert(Action, before: Int)
    /// Reduces an entry before another one; one past the last entry means at the end.
    case move(Int, before: Int)

    /// The numbers of the log that the edit names.
    var seqs: ClosedRange<Int> {
        switch self {
        case .skip(let seqs): seqs
        case .replace(let seq, _): seq...seq
        case .insert(_, let before): before...before
        case .move(let seq, let before): min(seq, before)...max(seq, before)
        }
    }

    /// The action that it adds.
    var action: Action? {
        switch self {
        case .replace(_, let action), .insert(let action, _): action
        case .skip, .move: nil
        }
    }

    /// The last entry that must exist for the edit.
    var lastEntry: Int {
        switch self {
        case .skip(let seqs): seqs.upperBound
        case .replace(let seq, _): seq
        case .insert(_, let before): before - 1
        case .move(let seq, let before): max(seq, before - 1)
        }
    }
}
