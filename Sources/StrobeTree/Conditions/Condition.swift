/// A question about a state that is answered with yes or no, parsed once for many states.
///
///     let condition = try Condition(parsing: "/cart/total < 0 && .session.case == \"loaded\"")
///
/// The language is specified in `protocols/conditions`.
public struct Condition: Sendable, Hashable {
    /// The longest text that is read, in bytes.
    public static var maxLength: Int { 4_096 }
    /// How much of a text `contains`, `like` and `matches` examine, in bytes.
    public static var maxTextLength: Int { 65_536 }
    /// How deep parentheses and negations may be nested.
    public static var maxDepth: Int { 64 }

    /// The functions of the language.
    package static var functions: [String] { ConditionReader.functions }
    /// What a condition can ask about the entry whose state it examines.
    package static var facts: [String] { ConditionExpression.Fact.allCases.map(\.rawValue) }

    package let expression: ConditionExpression
    /// The paths by their numbers.
    package let places: [Path]
    /// The first place of each in the text.
    let offsets: [Offset]

    /// Reads a condition.
    ///
    /// - Parameter text: The text, of 4,096 bytes at most.
    /// - Throws: `malformedCondition` with the byte offset, what was expected there and the nearest spelling, or `tooLarge`.
    public init(parsing text: String) throws(TreeError) {
        var reader = try ConditionReader(text)
        expression = try reader.condition()
        (places, offsets) = (reader.paths, reader.offsets)
    }

    /// The paths that it reads, each once, in the order in which they are named, including those that may be cases.
    public var paths: [Path] { places }

    /// The paths that it names as such.
    public var namedPaths: [Path] {
        let named = expression.namedPaths
        return places.indices.filter(named.contains).map { places[$0] }
    }

    /// The paths of which it asks whether they changed.
    public var changedPaths: [Path] {
        func paths(_ part: ConditionExpression) -> [Path] {
            if case .changed(let index, _) = part { [places[index]] } else { part.parts.flatMap(paths) }
        }
        return paths(expression)
    }

    /// The cases of actions that it names.
    public var actionNames: [String] {
        func names(_ part: ConditionExpression) -> [String] {
            if case .isAction(let name, _, _) = part { [name] } else { part.parts.flatMap(names) }
        }
        return names(expression)
    }

    init(_ expression: ConditionExpression, of condition: Condition) {
        self.expression = expression
        (places, offsets) = (condition.places, condition.offsets)
    }

    /// Whether it asks for the state before the entry as well: `changed(...)` or `before(...)`.
    public var needsBefore: Bool { expression.needsBefore }

    /// Whether it asks about the entry itself: its action, origin, number, duration, source or error.
    public var needsFacts: Bool {
        expression.contains { part in
            switch part {
            case .fact, .isAction: true
            default: false
            }
        }
    }

    /// Whether it uses the reason for which a store rejects an action.
    public var needsError: Bool {
        expression.contains { $0 == .fact(.error) }
    }

    /// Whether it uses the duration of the reducer, which is measured only while a client is attached.
    public var needsDuration: Bool {
        expression.contains { $0 == .fact(.duration) }
    }
}

extension Condition: CustomStringConvertible {
    /// The condition in its plainest form, which reads back as the same condition.
    public var description: String {
        let text = ConditionPrinter(paths: places).text(expression)
        // Parentheses that only help people may nest deeper, or make it longer, than the reader accepts.
        if (try? Condition(parsing: text)) == self { return text }
        return ConditionPrinter(paths: places, isSparing: true).text(expression)
    }
}

extension Condition: Codable {
    /// Decodes the text.
    public init(from decoder: any Decoder) throws {
        try self.init(parsing: decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
