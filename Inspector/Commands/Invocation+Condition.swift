import StrobeTree
import Synchronization

/// The condition of a line, parsed once for all who look at it: its check, what it names, its command.
final class ParsedCondition: Sendable {
    private let known = Mutex<(text: String, condition: Condition)?>(nil)

    /// - Throws: ``InspectorError`` with a caret under what is wrong.
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

/// A condition and behind it, perhaps, a range of the log, as they are typed.
struct ConditionWords: Sendable, Hashable {
    /// The condition as it was typed.
    var text: String
    var condition: Condition
    /// The range, as it was typed.
    var range: String?

    var named: Named { .condition(condition, text) }
}

extension Invocation {
    /// The condition that the line ends with, and the range behind it.
    ///
    /// - Throws: ``InspectorError`` with a caret under what is wrong.
    func conditionWords() throws(InspectorError) -> ConditionWords {
        var text = argument ?? ""
        var range: String?
        // No condition ends with two dots between words.
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

    /// The condition in a part of the line.
    ///
    /// - Throws: ``InspectorError`` with a caret under what is wrong.
    func condition(in text: String) throws(InspectorError) -> Condition { try parsedCondition.parse(text) }
}
