internal import Dispatch
internal import StrobeReflection
public import StrobeTree

extension History {
    /// Finds the entries that changed the value at a path, newest first.
    ///
    /// The log is replayed on the debug thread, a few milliseconds at a time. For a store that cannot be replayed, only
    /// entries with retained states or changes count.
    ///
    ///     for line in try await history.blame(Path(["cart", "total"])).lines { print(line.seq, line.changes) }
    ///
    /// - Parameters:
    ///   - path: The path, at which there may be nothing now.
    ///   - seq: The state to begin with; by default, the current one.
    ///   - limit: The maximum number of entries, from 1 to 1,000.
    ///   - patience: After how many seconds to stop, from 0 to 60: `next` says where to continue.
    /// - Throws: `noSuchSeq`, `seqEvicted`, `stateUnknown`, `tree` with `noSuchPath` if there is nothing at the path
    ///   now and no entry changed it, `cancelled` or `ended`.
    /// - Complexity: O(*n*) reductions and comparisons back to the last entry that is returned.
    public func blame(
        _ path: Path, at seq: Int? = nil, limit: Int = 1, patience: Double = 2
    ) async throws(HistoryError) -> Blame {
        let milliseconds = Int(min(max(patience, 0), 60) * 1_000)
        let walk = BlameWalk<State>(
            path, redaction, limit: min(max(limit, 1), 1_000), at: seq, deadline: .now() + .milliseconds(milliseconds))
        let blame = try await sliced(walk) { replica, walk, slice throws(HistoryError) in
            try replica.blame(&walk, slice)
        }
        // A caller that continues from an older entry knows that there was something.
        guard seq == nil, blame.lines.isEmpty, blame.next == nil else { return blame }
        let state = try await state(at: blame.seq).state
        do {
            _ = try Node(state, redaction: redaction).descendant(at: path)
        } catch {
            throw HistoryError(.tree, error.message, tree: error)
        }
        return blame
    }
}
