internal import StrobeTree

extension Replica {
    /// What one transition changed, where that need not be computed.
    func knownChanges(of seq: Int) throws(HistoryError) -> [Change]? {
        if let known = entryChanges[seq] { return known }
        guard seq > base else { throw .seqEvicted(seq, first: base + 1) }
        guard let pages = source.log.pages, let action = pages.entry(at: seq - source.start - 1)?.action else {
            return nil
        }
        return pages.source.changes(of: action)
    }

    /// What comes of an action on a state, without doing it.
    func attempt(_ action: Action, on before: Point) throws(HistoryError) -> Attempt<State, Effect> {
        guard let reduce else { throw notReplayable }
        if let refusal = source.safety.refusal(of: action) {
            throw .notReplayable(
                "The action is not tried, because \(refusal): a dry run could change what the program uses.")
        }
        var after = before.state
        do {
            let effects = try reduce(&after, action)
            return Attempt(state: after, effects: effects, rejection: nil)
        } catch {
            return Attempt(state: after, effects: [], rejection: "\(error)")
        }
    }

    /// Continues computing what entries changed until the slice is over.
    ///
    /// - Returns: What was found; `nil` for more to do.
    func changes(_ walk: inout ChangesWalk<State>, _ slice: TimeSlice) -> [[Change]?]? {
        repeat {
            guard walk.changes.count < walk.seqs.count else {
                walk.difference.last = nil
                return walk.changes
            }
            let seq = walk.seqs.lowerBound + walk.changes.count
            do throws(HistoryError) {
                guard let changes = try changes(of: seq, &walk.difference) else { return nil }
                walk.changes.append(changes)
            } catch {
                walk.changes.append(nil)
            }
        } while !slice.isOver
        return nil
    }

    /// What one entry changed; `nil` if that takes longer than a slice.
    func changes(
        of seq: Int, _ difference: inout LongDifference<State>
    ) throws(HistoryError) -> [Change]? {
        if let known = try knownChanges(of: seq) { return known }
        var last = difference.last
        let changes = try difference.changes { () throws(HistoryError) in
            let before = if let last, last.seq == seq - 1, reduce != nil { last } else { try state(at: seq - 1) }
            let after = try state(at: seq)
            last = after
            return (before.state, after.state)
        }
        difference.last = last
        if let changes, !difference.stopsAtFirst { entryChanges.keep(changes, seq: seq, footprint) }
        return changes
    }
}

/// What came of an action that was tried on a state.
struct Attempt<State: Sendable, Effect: Sendable>: Sendable {
    let state: State
    let effects: [Effect]
    let rejection: String?
}
