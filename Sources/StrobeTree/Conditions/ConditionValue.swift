/// An operand of a condition whose value is wanted, taken apart once for many states: `/cart/total`, `count(/items)`,
/// `before(/count)`, or a whole condition, whose value is true or false.
///
///     let count = try ConditionValue(parsing: "count(/items)")
///     count.value(after: Node(state))
public struct ConditionValue: Sendable, Hashable {
    private let expression: ConditionExpression
    private let places: [Path]
    private let offsets: [Offset]

    /// Reads an operand, or a condition.
    ///
    /// - Parameter text: The text, of 4,096 bytes at most.
    /// - Throws: As `Condition(parsing:)`.
    public init(parsing text: String) throws(TreeError) {
        var reader = try ConditionReader(text)
        expression = try reader.expression()
        (places, offsets) = (reader.paths, reader.offsets)
    }

    /// The same, held against the shapes of states and actions.
    ///
    /// - Parameters: As of `Condition.checked(state:action:isThere:)`.
    /// - Throws: As that.
    public func checked(
        state: Schema?, action: Schema?, isThere: @escaping (Path) -> Bool = { _ in false }
    ) throws(TreeError) -> ConditionValue {
        var check = ConditionCheck(places: places, offsets: offsets, state: state, action: action, isThere: isThere)
        return ConditionValue(try check.check(expression), places, offsets)
    }

    private init(_ expression: ConditionExpression, _ places: [Path], _ offsets: [Offset]) {
        (self.expression, self.places, self.offsets) = (expression, places, offsets)
    }

    /// The paths that it looks at, each once, in the order in which they are named.
    public var paths: [Path] { places }

    /// The path where it is one and nothing else.
    public var path: Path? {
        guard case .place(let place) = expression, !place.isBefore else { return nil }
        return places[place.path]
    }

    /// The value for one state, with a text in angle brackets in place of what is large; `nil` where it is missing.
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
