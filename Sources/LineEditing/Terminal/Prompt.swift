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

    /// The same with SGR sequences, for painting over the plain one.
    var coloured: String {
        var line = StyledText()
        for segment in text.segments {
            line.append(segment.text.onOneLine, segment.style)
        }
        return line.rendered(colours: true)
    }
}
