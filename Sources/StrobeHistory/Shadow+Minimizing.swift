internal import Strobe

extension Shadow {
    /// Goes on with minimising for a slice.
    ///
    /// - Returns: Whether it is done.
    func minimize(
        _ minimizer: inout Minimizer<State>, _ slice: Slice, holds: (Minimizer<State>.Spot) -> Bool
    ) -> Result<Bool, HistoryError> {
        guard reduce != nil else { return .failure(notReplayable) }
        if let first = minimizer.kept.first, first <= replayBase {
            return .failure(.entryEvicted(first, first: replayBase + 1))
        }
        let (log, start, replay) = (source.log, source.start, source.replay)
        let outcome = minimizer.run(
            { seq, state in log.replay(seq - start - 1..<seq - start, on: &state, with: replay) }, holds: holds,
            pause: { slice.isOver })
        switch outcome {
        case .paused: return .success(false)
        case .done: return .success(true)
        case .neverHolds:
            return .failure(HistoryError(.neverHolds, minimizer.neverHolds))
        }
    }
}
