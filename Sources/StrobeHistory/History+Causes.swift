extension History {
    /// When a transition was reduced, in microseconds since 1970; `nil` if not kept.
    public func time(of seq: Int) -> Int64? {
        guard seq > baseSeq, seq <= self.seq else { return nil }
        return log.entry(at: seq - startSeq - 1, seq: seq)?.time
    }

    /// Returns the transitions whose actions were dispatched by the effects of one.
    ///
    /// - Parameters:
    ///   - seq: The number of the transition.
    ///   - limit: The maximum number, oldest first.
    /// - Returns: Their numbers, in order, and how many more there are.
    /// - Throws: `cancelled` when the task is cancelled, and `ended`.
    /// - Complexity: O(*n*) in the number of transitions after it, about a millisecond for a million.
    public func effects(of seq: Int, limit: Int) async throws(HistoryError) -> (seqs: [Int], more: Int) {
        let startSeq = startSeq
        let found = try await sliced(CauseSearch(next: seq - startSeq)) { replica, search, slice in
            let log = replica.source.log
            repeat {
                let first = max(search.next, log.firstIndex)
                let end = min(log.count, first + LogLayout.mostEntriesPerChunk)
                guard first < end else { return search }
                log.forEachEntry(in: first..<end) { index, stamp, action in
                    let number = startSeq + 1 + index
                    guard action != nil, stamp.cause(of: number) == seq else { return }
                    if search.seqs.count < limit { search.seqs.append(number) } else { search.more += 1 }
                }
                search.next = end
            } while !slice.isOver
            return nil
        }
        return (found.seqs, found.more)
    }
}

/// The progress of a search for what an entry caused.
private struct CauseSearch: Sendable {
    /// The index to continue with.
    var next: Int
    var seqs: [Int] = []
    var more = 0
}
