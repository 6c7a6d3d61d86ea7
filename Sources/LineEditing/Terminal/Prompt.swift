/// What is before the line that is being typed.
public struct Prompt: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text with its styles.
    ///
    /// Control characters in it are shown as pictures.
    public var text: StyledText

    /// Makes a prompt of styled text.
    public init(_ text: StyledText) {
        self.text = text
    }

    /// Makes a prompt without styles.
    public init(_ text: String) {
        self.text = StyledText(text)
    }

    /// Makes a prompt without styles.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// What the terminal shows, the only text that may be measured.
    var visible: String {
        text.plain.onOneLine
    }

    /// The same with its styles, as one line.
    var line: StyledText {
        text.segments.reduce(into: StyledText()) { $0.append($1.text.onOneLine, $1.style) }
    }

    /// What is before the further rows of a line that is not complete yet, as wide as the prompt where that is not short.
    var continuation: Prompt {
        let dots = "...> "
        return Prompt(
            StyledText(String(repeating: " ", count: max(Columns.width(of: visible) - dots.count, 0)) + dots, .dim))
    }

    /// The same with SGR sequences, for painting over the plain one.
    var coloured: String {
        line.rendered(colours: true)
    }
}
