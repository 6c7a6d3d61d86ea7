internal import Foundation
internal import StrobeTree

extension Shadow {
    /// Compares the live state with the replayed one.
    ///
    /// - Returns: The number at which they were compared; `nil` when there is nothing to compare.
    func verify() -> Int? {
        guard let reduce else { return nil }
        var found: (seq: Int, changes: [Change])?
        // A writer of another make changes its state a moment before it appends: look again before it is blamed.
        for attempt in 0..<(source.live.isExact ? 1 : 3) {
            if attempt > 0 { Thread.sleep(forTimeInterval: 0.005) }
            guard let live = source.live.snapshot(), live.seq >= tip.seq, live.seq <= lastSeq else {
                return nil
            }
            advance(&tip, to: live.seq, reduce)
            let changes = differences(from: tip.state, to: live.state)
            guard !changes.isEmpty else {
                lastEqualSeq = live.seq
                return live.seq
            }
            found = (live.seq, changes)
        }
        guard let found else { return nil }
        fallBack(Divergence(seq: found.seq, lastEqualSeq: lastEqualSeq, changes: Array(found.changes.prefix(16))))
        return found.seq
    }

    private func differences(from replayed: State, to live: State) -> [Change] {
        if StateDiff.areEqual(replayed, live) { return [] }
        return (try? StateDiff.changes(from: replayed, to: live, at: .root).get()) ?? []
    }

    /// Trusts the reducer no more.
    private func fallBack(_ new: Divergence) {
        divergence = new
        source.mode.stopReplaying()
        checkpoints.dropAllButFirst()
        tip = checkpoints.first
        cursor = nil
        entryChanges = EntryChanges()
        tallies = []
        lastUpdate = nil
        // What was shown to followers may have been wrong, and is not a place to go on from.
        for follower in followers.values { follower.state = nil }
        if attachments > 0 { startRetaining() }
    }
}
