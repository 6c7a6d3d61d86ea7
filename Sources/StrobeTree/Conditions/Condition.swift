/// A question about a state that is answered with yes or no, and taken apart once for many states.
///
///     let condition = try Condition(parsing: "/cart/total < 0 && .session.case == \"loaded\"")
///     condition.evaluate(after: Node(state), before: nil)
///
/// The language is specified in `protocols/conditions`. Only what a condition names is looked into: the count of an array
/// costs the same whatever its length.
public struct Condition: Sendable, Hashable {
    /// The longest text that is read, in bytes.
    public static var maxLength: Int { 4_096 }
    /// How much of a text `contains`, `like` and `matches` look at, in bytes.
    public static var maxTextLength: Int { 65_536 }
    /// How deep parentheses and negations may be nested.
    public static var maxDepth: Int { 64 }

    let expression: ConditionExpression
    /// The paths by their numbers.
    let places: [Path]
    /// Where each of them stands first.
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

    /// The paths that it looks at, each once, in the order in which they are named; with those that may be meant as cases.
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

    /// Whether it asks about the entry itself: its action, origin, number or duration.
    public var needsFacts: Bool {
        expression.contains { part in
            switch part {
            case .fact, .isAction: true
            default: false
            }
        }
    }

    /// Whether it asks for how long the reducer took, which is measured only while somebody is attached.
    public var needsDuration: Bool {
        expression.contains { $0 == .fact(.duration) }
    }

    /// Whether a state fits.
    ///
    /// What is not there is missing: every comparison with it is false, and `exists` tells.
    ///
    /// - Parameters:
    ///   - after: The state after the entry.
    ///   - before: The state before it; without one nothing has changed, and what was before is missing.
    ///   - facts: What is known of the entry.
    ///   - meter: Counts the steps that it takes, and ends it.
    /// - Throws: `undecided` where that depends on what stands in a text behind what is looked at, `tooMuchWork` or
    ///   `interrupted` where the meter says so.
    public func answer(
        after: Node, before: Node? = nil, facts: EntryFacts = EntryFacts(), meter: WorkMeter = WorkMeter()
    ) throws(TreeError) -> Bool {
        try evaluation(after, before, facts, meter).answer(expression)
    }

    /// The same; what cannot be told does not fit.
    public func evaluate(after: Node, before: Node? = nil, facts: EntryFacts = EntryFacts()) -> Bool {
        (try? answer(after: after, before: before, facts: facts)) ?? false
    }

    private func evaluation(
        _ after: Node, _ before: Node?, _ facts: EntryFacts, _ meter: WorkMeter
    ) -> ConditionEvaluation<NodePlaces> {
        ConditionEvaluation(
            places: NodePlaces(paths: places, after: after, before: before), facts: facts, meter: meter)
    }

    /// What each path, function and fact of the condition was, in order, for messages.
    ///
    /// - Parameters:
    ///   - after: The state after the entry.
    ///   - before: The state before it.
    ///   - facts: What is known of the entry.
    /// - Returns: Each operand as it is written, once, with its value; `nil` where it is missing, and a text in angle
    ///   brackets in place of what is large.
    public func explain(
        after: Node, before: Node? = nil, facts: EntryFacts = EntryFacts()
    ) -> [(text: String, value: Value?)] {
        let evaluation = evaluation(after, before, facts, WorkMeter())
        let printer = ConditionPrinter(paths: places)
        var seen: Set<String> = []
        var explained: [(text: String, value: Value?)] = []
        func visit(_ part: ConditionExpression) {
            switch part {
            case .literal, .form: break
            case .place, .caseName, .count, .exists, .changed, .fact, .isAction:
                let text = printer.text(part)
                if seen.insert(text).inserted { explained.append((text, (try? evaluation.operand(part))?.shown)) }
            default: for part in part.parts { visit(part) }
            }
        }
        visit(expression)
        return explained
    }
}

extension Condition: CustomStringConvertible {
    /// The condition in its plainest form, which reads back as the same condition.
    public var description: String {
        let text = ConditionPrinter(paths: places).text(expression)
        // Parentheses that only help people may nest deeper, or make it longer, than what is read.
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
