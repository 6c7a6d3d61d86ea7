internal import Dispatch
internal import StrobeReflection
public import StrobeTree

extension History {
    /// Finds the entries that changed what is at a path, the newest first.
    ///
    /// The log is replayed on the debug thread, a few milliseconds at a time. Of a store that cannot be replayed the entries
    /// count whose states are retained, or whose changes are kept.
    ///
    ///     for line in try await history.blame(Path(["cart", "total"])).lines { print(line.seq, line.changes) }
    ///
    /// - Parameters:
    ///   - path: Where to look; there may be nothing at present.
    ///   - seq: The state to begin with; the present one without.
    ///   - limit: How many entries at most, from 1 to 1,000.
    ///   - patience: After how many seconds to stop looking, from 0 to 60: `next` says where to go on.
    /// - Throws: `noSuchSeq`, `seqEvicted`, `stateUnknown`, `tree` with `noSuchPath` when at present there is nothing
    ///   at the path and no entry changed that, `cancelled` or `ended`.
    /// - Complexity: O(*n*) reductions and comparisons back to the last entry that is told.
    public func blame(
        _ path: Path, at seq: Int? = nil, limit: Int = 1, patience: Double = 2
    ) async throws(HistoryError) -> Blame {
        let milliseconds = Int(min(max(patience, 0), 60) * 1_000)
        let walk = BlameWalk<State>(
            path, redaction, limit: min(max(limit, 1), 1_000), at: seq, deadline: .now() + .milliseconds(milliseconds))
        let blame = try await sliced(walk) { $0.blame(&$1, $2) }
        // Whoever goes on from an older entry knows that there was something.
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
