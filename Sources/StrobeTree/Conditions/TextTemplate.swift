/// A text with expressions in braces, which are replaced by what they are for a state: `total is {.cart.total}`.
///
/// An expression is a condition or a value of the condition language. Doubled braces stand for themselves.
public struct TextTemplate: Sendable, Hashable {
    /// The longest template that is read, in bytes.
    public static var maxLength: Int { 4_096 }

    private enum Part: Sendable, Hashable {
        case text(String)
        case expression(ConditionExpression)
    }

    private let source: String
    private let parts: [Part]
    private let places: [Path]

    /// Reads a template.
    ///
    /// - Parameter text: The text, of 4,096 bytes at most.
    /// - Throws: `malformedCondition` with the byte offset in the text and what was expected there, or `tooLarge`.
    public init(parsing text: String) throws(TreeError) {
        guard text.utf8.count <= Self.maxLength else {
            throw TreeError(.tooLarge, "The text is \(text.utf8.count) bytes long; \(Self.maxLength) are the most.")
        }
        var reader = try ConditionReader(text)
        var parts: [Part] = []
        var plain = String.UnicodeScalarView()
        while let scalar = reader.scalar {
            let start = reader.position
            reader.position += 1
            if scalar != "{" && scalar != "}" || reader.take(scalar) {
                plain.append(scalar)
                continue
            }
            guard scalar == "{" else { throw reader.unexpected("}} for a brace that is meant as such", at: start) }
            if !plain.isEmpty { parts.append(.text(String(plain))) }
            plain.removeAll()
            parts.append(.expression(try reader.any()))
            reader.skipSpace()
            guard reader.take("}") else { throw reader.unexpected("\"}\" or an operator") }
        }
        if !plain.isEmpty { parts.append(.text(String(plain))) }
        source = text
        self.parts = parts
        places = reader.paths
    }

    /// Whether an expression asks for the state before the entry as well.
    public var needsBefore: Bool {
        parts.contains { if case .expression(let expression) = $0 { expression.needsBefore } else { false } }
    }

    /// The text for a state.
    ///
    /// Texts stand in it as they are, other values as JSON, what is missing as `missing`, what is large in part, and in place
    /// of what cannot be told the reason.
    ///
    /// - Parameters:
    ///   - after: The state after the entry.
    ///   - before: The state before it.
    ///   - facts: What is known of the entry.
    public func text(after: Node, before: Node? = nil, facts: EntryFacts = EntryFacts()) -> String {
        let evaluation = ConditionEvaluation(
            places: NodePlaces(paths: places, after: after, before: before), facts: facts, meter: WorkMeter())
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .expression(let expression):
                switch Result(catching: { () throws(TreeError) in try evaluation.operand(expression).shown }) {
                case .success(nil): "missing"
                case .success(.string(let text)): text
                case .success(let value?): JSON.text(value)
                case .failure(let error): "<\(error.message)>"
                }
            }
        }.joined()
    }
}

extension TextTemplate: CustomStringConvertible {
    /// The template as it was written.
    public var description: String { source }
}
