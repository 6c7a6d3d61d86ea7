internal import StrobeTree

extension Shadow {
    /// What one transition changed, where that need not be worked out.
    func knownChanges(of seq: Int) throws(HistoryError) -> [Change]? {
        if let known = entryChanges[seq] { return known }
        guard seq > base else { throw .seqEvicted(seq, first: base + 1) }
        guard let pages = source.log.pages, let action = pages.entry(at: seq - source.start - 1)?.action else {
            return nil
        }
        return pages.source.changes(of: action)
    }

    /// What comes of an action on a state, without doing it.
    func attempt(_ action: Action, on before: Point) -> Result<Attempt<State, Effect>, HistoryError> {
        guard let reduce else { return .failure(notReplayable) }
        if let refusal = source.safety.refusal(of: action) {
            return .failure(.notReplayable("\(refusal): trying it out could change what the program uses"))
        }
        if let reason = source.rejection?(before.state, action) {
            return .success(Attempt(state: before.state, effects: [], rejection: reason))
        }
        var after = before.state
        let effects = reduce(&after, action)
        return .success(Attempt(state: after, effects: effects, rejection: nil))
    }
}

/// What came of an action that was tried on a state.
struct Attempt<State: Sendable, Effect: Sendable>: Sendable {
    let state: State
    let effects: [Effect]
    let rejection: String?
}
