import LineEditing

/// The prompt: the handler of its changes, and the text that the next line starts with.
struct PromptLine: Sendable {
    var handler: (@Sendable (StyledText) -> Void)?
    private var shown: StyledText?
    private var nextText = ""

    /// Calls the handler if the prompt changed.
    mutating func tell(_ prompt: StyledText) {
        guard let handler, prompt != shown else { return }
        shown = prompt
        handler(prompt)
    }

    /// Sets the text that the next line starts with.
    mutating func begin(with text: String) {
        nextText = text
    }

    /// Removes and returns the text that the next line starts with.
    mutating func takeText() -> String {
        defer { nextText = "" }
        return nextText
    }
}
