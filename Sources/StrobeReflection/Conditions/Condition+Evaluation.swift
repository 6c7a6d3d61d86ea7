public import StrobeTree

extension Condition {
    /// Whether a state matches.
    ///
    /// A value that does not exist is missing: every comparison with it is false, and `exists` tests for it.
    ///
    /// - Parameters:
    ///   - after: The state after the entry.
    ///   - before: The state before it; without one nothing has changed, and what was before is missing.
    ///   - facts: What is known of the entry.
    ///   - meter: Counts the steps that it takes, and ends it.
    /// - Throws: `undecided` if that depends on the rest of a text beyond what is examined, `tooMuchWork` or
    ///   `interrupted` where the meter says so.
    public func answer(
        after: Node, before: Node? = nil, facts: EntryFacts = EntryFacts(), meter: WorkMeter = WorkMeter()
    ) throws(TreeError) -> Bool {
        try evaluation(after, before, facts, meter).answer(expression)
    }

    /// The same; what cannot be decided does not fit.
    public func evaluate(after: Node, before: Node? = nil, facts: EntryFacts = EntryFacts()) -> Bool {
        (try? answer(after: after, before: before, facts: facts)) ?? false
    }

    private func evaluation(
        _ after: Node, _ before: Node?, _ facts: EntryFacts, _ meter: WorkMeter
    ) -> ConditionEvaluation<NodePlaces> {
        ConditionEvaluation(
            places: NodePlaces(paths: places, after: after, before: before), facts: facts, meter: meter)
    }
}
