public import StrobeTree

extension History {
    /// Finds the first or the last state for which a condition holds.
    ///
    /// The log is replayed on the debug thread, a few milliseconds at a time. Of a store that cannot be replayed the states
    /// count that are retained.
    ///
    ///     let found = try await history.find(Condition(parsing: "/cart/total < 0"))
    ///     if let seq = found.seq { print(try history.entry(seq)) }
    ///
    /// - Parameters:
    ///   - condition: The condition. For the first state there is nothing before it.
    ///   - from: The first state to look at; one that is not kept any more means the first that is.
    ///   - to: The last state to look at; the present one without.
    ///   - last: Whether the last such state is meant.
    ///   - monotone: Whether the condition, once it holds, holds from then on (or, for `last`, once it does not, never holds
    ///     again): then the states are halved again and again.
    ///   - mayHide: Whether something at a path may be hidden, in any state.
    ///   - label: The label of an action, for conditions that ask for it.
    ///   - form: Its JSON form, for those whose labels leave something out.
    /// - Throws: `noSuchSeq`, `seqEvicted` where nothing of the range is kept, `stateUnknown`, `cancelled` or `ended`.
    /// - Complexity: O(*n*) reductions and tests, or O(log *n*) tests where it is monotone.
    public func find(
        _ condition: Condition, from: Int? = nil, to: Int? = nil, last: Bool = false, monotone: Bool = false,
        mayHide: (Path) -> Bool = { _ in false },
        label: @escaping @Sendable (Action) -> String = { String(describing: $0) },
        form: @escaping @Sendable (Action) -> Value? = { _ in nil }
    ) async throws(HistoryError) -> Found {
        let walk = FindWalk<State>(
            test: ConfinedTest(condition, redaction, mayHide: mayHide), isLast: last, isMonotone: monotone, from: from,
            to: to)
        return try await sliced(walk) { $0.find(&$1, ActionWords(label: label, form: form), $2) }
    }
}
