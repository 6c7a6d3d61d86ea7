package import StrobeTree

extension InspectorError {
    /// Parses a text; an error has a caret in it.
    package static func parsing<Result>(
        _ text: String, _ parse: () throws(TreeError) -> Result
    ) throws(InspectorError) -> Result {
        do {
            return try parse()
        } catch {
            throw InspectorError(literal: error, in: text)
        }
    }

    /// An error in a literal, with a caret.
    package init(literal error: TreeError, in text: String) {
        let hint = error.suggestion.map { " Did you mean `\($0)`?" } ?? ""
        let message = error.suggestion.map(error.message.contains) ?? true ? error.message : error.message + hint
        var details = error.caret(in: text).split(separator: "\n").map(String.init)
        if error.expected?.hasPrefix("a registered ") == true {
            details.append("The program registers types where it adds the store: add(…, actions:).")
        }
        self.init(.failed, message, details: details)
    }
}
