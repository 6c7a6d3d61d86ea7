internal import Strobe

extension Replica {
    /// Continues minimising for a slice.
    ///
    /// - Returns: Whether it is done.
    func minimize(_ minimizer: inout Minimizer<State>, _ slice: TimeSlice) -> Result<Bool, HistoryError> {
        guard reduce != nil else { return .failure(notReplayable) }
        if let first = minimizer.kept.first, first <= replayBase {
            return .failure(.entryEvicted(first, first: replayBase + 1))
        }
        let (log, start, replay) = (source.log, source.start, source.replay)
        return Result { () throws(HistoryError) in
            try minimizer.run(
                { seq, state in log.replay(seq - start - 1..<seq - start, on: &state, with: replay) },
                pause: { slice.isOver })
        }.flatMap { outcome in
            switch outcome {
            case .paused: .success(false)
            case .done: .success(true)
            case .neverHolds: .failure(HistoryError(.neverHolds, minimizer.neverHolds))
            }
        }
    }
}
