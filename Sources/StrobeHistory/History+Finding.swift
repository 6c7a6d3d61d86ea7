public import StrobeTree

extension History {
    /// Finds the first or the last state for which a condition holds.
    ///
    /// The log is replayed on the debug thread, a few milliseconds at a time. For a store that cannot be replayed, only
    /// retained states count.
    ///
    ///     let found = try await history.find(Condition(parsing: "/cart/total < 0"))
    ///     if let seq = found.seq { print(try history.entry(seq)) }
    ///
    /// - Parameters:
    ///   - condition: The condition. The first state has no state before it.
    ///   - from: The first state to examine; one no longer kept means the first that is.
    ///   - to: The last state to examine; by default, the current one.
    ///   - last: Whether to find the last such state.
    ///   - monotone: Whether the condition, once it holds, holds from then on (or, for `last`, once it does not, never
    ///     holds again): then the search is binary.
    ///   - mayHide: Whether something at a path may be hidden, in any state.
    ///   - label: The label of an action, for conditions that use it.
    ///   - form: Its JSON form, for labels that omit something.
    ///   - reason: The reason of a rejection, as it may be read.
    /// - Throws: `noSuchSeq`, `seqEvicted` if nothing of the range is kept, `stateUnknown`, `cancelled` or `ended`.
    /// - Complexity: O(*n*) reductions and tests, or O(log *n*) tests if monotone.
    public func find(
        _ condition: Condition, from: Int? = nil, to: Int? = nil, last: Bool = false, monotone: Bool = false,
        mayHide: (Path) -> Bool = { _ in false },
        label: @escaping @Sendable (Action) -> String = { String(describing: $0) },
        form: @escaping @Sendable (Action) -> Value? = { _ in nil },
        reason: @escaping @Sendable (String) -> String = { $0 }
    ) async throws(HistoryError) -> Found {
        let walk = FindWalk<State>(
            condition, redaction, mayHide: mayHide, isLast: last, isMonotone: monotone, from: from, to: to)
        return try await sliced(walk) { replica, walk, slice throws(HistoryError) in
            try replica.find(&walk, ActionWords(label: label, form: form, reason: reason), slice)
        }
    }
}
