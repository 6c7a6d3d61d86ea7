import StrobeTree

/// A condition and behind it, perhaps, a range of the log, as they are typed.
struct ConditionWords: Sendable, Hashable {
    /// The condition as it was typed.
    var text: String
    var condition: Condition
    /// The range, as it was typed.
    var range: String?
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
        do throws(TreeError) {
            return ConditionWords(text: text, condition: try Condition(parsing: text), range: range)
        } catch {
            throw InspectorError(literal: error, in: text)
        }
    }
}
