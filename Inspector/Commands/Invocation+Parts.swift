import InspectorCore
import StrobeTree
import Synchronization

/// What was parsed of a line: once, for its check, its names and its command.
final class ParsedParts: Sendable {
    private struct Key: Hashable {
        var type: ObjectIdentifier
        var text: String
    }

    private let known = Mutex<[Key: any Sendable]>([:])

    fileprivate func part<Part: Sendable, Failure: Error>(
        _ text: String, _ parse: () throws(Failure) -> Part
    ) throws(Failure) -> Part {
        let key = Key(type: ObjectIdentifier(Part.self), text: text)
        if let known = known.withLock({ $0[key] }) as? Part { return known }
        let part = try parse()
        known.withLock { $0[key] = part }
        return part
    }
}

/// The arguments of a command, parsed.
protocol CommandWords: Sendable {
    associatedtype Failure: Error

    init(_ invocation: Invocation) throws(Failure)
}

/// An action, as typed.
final class ActionLiteral: Sendable {
    let text: String
    private let known = Mutex<(notation: Notation, value: Value)?>(nil)

    init(_ text: String) {
        self.text = text
    }

    /// Parses the action, once for a notation.
    func value(in notation: Notation) throws(TreeError) -> Value {
        if let known = known.withLock({ $0 }), known.notation === notation { return known.value }
        let value = try Literal.parse(text, schema: notation.action)
        known.withLock { $0 = (notation, value) }
        return value
    }
}

/// A condition, optionally followed by a range of the log, as typed.
struct ConditionWords: CommandWords, Hashable {
    /// The condition, as typed.
    let text: String
    let condition: Condition
    /// The range, as typed.
    private(set) var range: String?

    var named: Named { .condition(condition, text) }

    /// - Throws: ``InspectorError`` with a caret.
    init(_ invocation: Invocation) throws(InspectorError) {
        var text = invocation.argument ?? ""
        // A condition never ends with a word that has two dots.
        if let start = text.lastIndex(where: \.isWhitespace).map(text.index(after:)) {
            let last = text[start...]
            if last.contains(".."), !last.contains(where: { "\"'/()".contains($0) }) {
                range = String(last)
                text = String(text[..<start])
                while text.last?.isWhitespace == true { text.removeLast() }
            }
        }
        guard !text.isEmpty else {
            let command = invocation.command
            throw InspectorError(
                .usage, "`\(command.name)` needs a condition such as .cart.total < 0. Usage: \(command.usage)")
        }
        self.text = text
        condition = try invocation.condition(in: text)
    }
}

extension Invocation {
    /// The parsed arguments.
    func words<Words: CommandWords>(_: Words.Type = Words.self) throws(Words.Failure) -> Words {
        try parts.part("") { () throws(Words.Failure) in try Words(self) }
    }

    /// The action in the argument; `nil` without an argument.
    var action: ActionLiteral? {
        argument.map { text in parts.part(text) { ActionLiteral(text) } }
    }

    /// Parses a path in the line.
    func path(in text: String) throws(TreeError) -> Path {
        try parts.part(text) { () throws(TreeError) in try Path(parsing: text) }
    }

    /// Parses the condition in a part of the line.
    ///
    /// - Throws: ``InspectorError`` with a caret.
    func condition(in text: String) throws(InspectorError) -> Condition {
        try parts.part(text) { () throws(InspectorError) in
            try InspectorError.parsing(text) { () throws(TreeError) in try Condition(parsing: text) }
        }
    }
}
