import LineEditing

/// The line that is being typed: who is told what is before it, and what the next one begins with.
struct PromptLine: Sendable {
    var handler: (@Sendable (StyledText) -> Void)?
    private var told: StyledText?
    private var nextText = ""

    /// Tells what is before it, if that is something else than before.
    mutating func tell(_ prompt: StyledText) {
        guard let handler, prompt != told else { return }
        told = prompt
        handler(prompt)
    }

    /// Lets the next line begin with a text.
    mutating func begin(with text: String) {
        nextText = text
    }

    /// What the next line begins with, once.
    mutating func takeText() -> String {
        defer { nextText = "" }
        return nextText
    }
}
