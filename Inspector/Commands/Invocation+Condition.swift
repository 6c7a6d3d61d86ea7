import StrobeTree
import Synchronization

/// Caches the parsed condition of a line for its check, its names and its command.
final class ParsedCondition: Sendable {
    private let known = Mutex<(text: String, condition: Condition)?>(nil)

    /// - Throws: ``InspectorError`` with a caret.
    fileprivate func parse(_ text: String) throws(InspectorError) -> Condition {
        if let known = known.withLock({ $0 }), known.text == text { return known.condition }
        do throws(TreeError) {
            let condition = try Condition(parsing: text)
            known.withLock { $0 = (text, condition) }
            return condition
        } catch {
            throw InspectorError(literal: error, in: text)
        }
    }
}

/// A condition, optionally followed by a range of the log, as typed.
struct ConditionWords: Sendable, Hashable {
    /// The condition, as typed.
    var text: String
    var condition: Condition
    /// The range, as typed.
    var range: String?

    var named: Named { .condition(condition, text) }
}

extension Invocation {
    /// Parses the condition of the line and the optional range after it.
    ///
    /// - Throws: ``InspectorError`` with a caret.
    func conditionWords() throws(InspectorError) -> ConditionWords {
        var text = argument ?? ""
        var range: String?
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
            throw InspectorError(
                .usage, "`\(command.name)` needs a condition such as .cart.total < 0. Usage: \(command.usage)")
        }
        return ConditionWords(text: text, condition: try condition(in: text), range: range)
    }

    /// Parses the condition in a part of the line.
    ///
    /// - Throws: ``InspectorError`` with a caret.
    func condition(in text: String) throws(InspectorError) -> Condition { try parsedCondition.parse(text) }
}
