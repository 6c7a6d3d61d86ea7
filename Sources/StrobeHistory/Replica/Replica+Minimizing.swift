internal import Strobe

extension Replica {
    /// Continues minimising for a slice.
    ///
    /// - Returns: Whether it is done.
    func minimize(_ minimizer: inout Minimizer<State>, _ slice: TimeSlice) throws(HistoryError) -> Bool {
        guard reduce != nil else { throw notReplayable }
        if let first = minimizer.kept.first, first <= replayBase {
            throw .entryEvicted(first, first: replayBase + 1)
        }
        let (log, start, replay) = (source.log, source.start, source.replay)
        let outcome = try minimizer.run(
            { seq, state in log.replay(seq - start - 1..<seq - start, on: &state, with: replay) },
            pause: { slice.isOver })
        switch outcome {
        case .paused: return false
        case .done: return true
        case .neverHolds: throw HistoryError(.neverHolds, minimizer.neverHolds)
        }
    }
}
