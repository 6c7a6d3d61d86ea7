/// An operand of a condition whose value is wanted, taken apart once for many states: `/cart/total`, `count(/items)`,
/// `before(/count)`, or a whole condition, whose value is true or false.
///
///     let count = try ConditionValue(parsing: "count(/items)")
public struct ConditionValue: Sendable, Hashable {
    package let expression: ConditionExpression
    package let places: [Path]
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

    /// The value, checked with the shapes of states and actions.
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

    /// The path, if it is only a path.
    public var path: Path? {
        guard case .place(let place) = expression, !place.isBefore else { return nil }
        return places[place.path]
    }
}
