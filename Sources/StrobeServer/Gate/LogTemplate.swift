internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

/// The text of a log point, with expressions in braces.
struct LogTemplate: Sendable {
    private enum Part: Sendable {
        case text(String)
        case value(ConditionValue, Schema?)
    }

    /// The maximum number of expressions in a text.
    static let expressions = 32
    /// The approximate maximum length of a shown value, in characters.
    private static let valueLength = 200

    let text: String
    private var parts: [Part]

    /// Parses a text.
    ///
    /// - Throws: `invalidParams` if an expression is neither a path nor a condition, or a brace is not closed.
    init(_ text: String) throws(ProtocolError) {
        self.text = text
        var parts: [Part] = []
        var words = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "{" || character == "}", rest.first == character {
                words.append(character)
                rest.removeFirst()
            } else if character == "{" {
                guard let end = Self.end(of: rest) else {
                    throw Self.wrong("a { is not closed; write {{ for a brace", expected: "}")
                }
                if !words.isEmpty { parts.append(.text(words)) }
                words = ""
                parts.append(try Self.expression(String(rest[..<end])))
                rest = rest[rest.index(after: end)...]
            } else {
                words.append(character)
            }
        }
        if !words.isEmpty { parts.append(.text(words)) }
        self.parts = parts
        let count = parts.count { if case .text = $0 { false } else { true } }
        guard count <= Self.expressions else {
            throw ProtocolError.tooLarge(
                "expressions", count: count, limit: Self.expressions, advice: "Set a second log point.")
        }
    }

    /// The paths in it.
    var paths: [Path] {
        parts.flatMap { part -> [Path] in
            if case .value(let value, _) = part { value.paths } else { [] }
        }
    }

    /// The template checked against the shapes of a store, which also determine the notation of its values.
    ///
    /// - Throws: `invalidParams` for an expression that can never be true.
    func checked(_ shapes: StoreShapes) throws(ProtocolError) -> LogTemplate {
        var template = self
        for (index, part) in parts.enumerated() {
            guard case .value(let value, _) = part else { continue }
            do throws(TreeError) {
                let schema = value.path.flatMap { shapes.state.part(at: $0) }
                template.parts[index] = .value(try shapes.checked(value), schema)
            } catch {
                let reason = error.message.prefix(1).lowercased() + error.message.dropFirst()
                throw Self.wrong(
                    reason.hasSuffix(".") ? String(reason.dropLast()) : reason,
                    expected: error.expected ?? "an expression")
            }
        }
        return template
    }

    /// Whether it has expressions.
    var looksAtState: Bool {
        parts.contains { if case .value = $0 { true } else { false } }
    }

    /// The text with the values of one transition.
    ///
    /// - Parameters:
    ///   - after: The state after it; may be omitted only if the text has no expressions.
    ///   - before: The state before it, if known.
    ///   - facts: The facts about the entry.
    ///   - redaction: The redaction rules of the states.
    ///   - meter: Counts the steps.
    /// - Throws: `undecided`, or `tooMuchWork` if the meter's limit is reached.
    func text<State>(
        after: UnsafePointer<State>?, before: UnsafePointer<State>?, _ facts: EntryFacts, _ redaction: Redaction,
        _ meter: WorkMeter
    ) throws(TreeError) -> String {
        guard looksAtState, let after else {
            return parts.map { if case .text(let text) = $0 { text } else { "" } }.joined()
        }
        let new = Node(after.pointee, redaction: redaction)
        let old = before.map { Node($0.pointee, redaction: redaction) }
        return try parts.map { part throws(TreeError) in
            switch part {
            case .text(let text): text
            case .value(let value, let schema):
                Self.shown(try value.value(after: new, before: old, facts: facts, meter: meter), schema) {
                    value.path.flatMap { try? new.descendant(at: $0) }
                }
            }
        }.joined()
    }

    /// - Parameter node: What is at the path of the value, which shows what has parts where the shape does not.
    private static func shown(_ value: Value?, _ schema: Schema?, _ node: () -> Node?) -> String {
        guard let value else { return "missing" }
        if !TypeMetadata.isUsable, schema?.isUnknown ?? true, let node = node(), node.caseName != nil || value.hasParts
        {
            return node.text(limit: valueLength)
        }
        let literal = Literal.text(value, schema: schema, limit: valueLength)
        // A string is shown without quotes, unless it is the JSON of a case.
        guard case .string(let text) = value, literal.hasPrefix("\"") else { return literal }
        return text.count > valueLength ? text.prefix(valueLength - 1) + "…" : text
    }

    /// The end of an expression: the first closing brace outside of quotes.
    private static func end(of text: Substring) -> Substring.Index? {
        var isQuoted = false
        var isEscaped = false
        for index in text.indices {
            switch text[index] {
            case "\\" where isQuoted && !isEscaped:
                isEscaped = true
                continue
            case "\"" where !isEscaped: isQuoted.toggle()
            case "}" where !isQuoted: return index
            default: break
            }
            isEscaped = false
        }
        return nil
    }

    private static func expression(_ text: String) throws(ProtocolError) -> Part {
        do throws(TreeError) {
            return .value(try ConditionValue(parsing: text), nil)
        } catch {
            throw wrong(
                "{\(text.prefix(64))} is neither a path nor a condition: \(error.message)",
                expected: error.expected ?? "a path or a condition")
        }
    }

    private static func wrong(_ reason: String, expected: String) -> ProtocolError {
        ProtocolError(
            .invalidParams, "Wrong params of \(BreakpointSet.method): in `log` \(reason).",
            data: ["path": "/log", "expected": .string(expected)])
    }
}

extension Value {
    fileprivate var hasParts: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
