public import StrobeTree

extension ConditionValue {
    /// The value for one state, with a text in angle brackets for a large one; `nil` if it is missing.
    ///
    /// - Parameters:
    ///   - after: The state after the entry.
    ///   - before: The state before it; without one nothing has changed, and what was before is missing.
    ///   - facts: What is known of the entry.
    ///   - meter: Counts the steps that it takes, and ends it.
    /// - Throws: As `Condition.answer(after:before:facts:meter:)`.
    public func value(
        after: Node, before: Node? = nil, facts: EntryFacts = EntryFacts(), meter: WorkMeter = WorkMeter()
    ) throws(TreeError) -> Value? {
        let evaluation = ConditionEvaluation(
            places: NodePlaces(paths: places, after: after, before: before), facts: facts, meter: meter)
        let operand = try evaluation.operand(expression)
        try meter.check()
        return operand.shown
    }
}
