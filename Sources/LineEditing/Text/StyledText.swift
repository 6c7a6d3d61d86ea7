/// Text in pieces that each have a style.
///
/// The pieces may hold anything, a peer's strings included: what is written to a terminal has its control characters
/// replaced, and only the styles become escape sequences.
public struct StyledText: Hashable, Sendable, ExpressibleByStringLiteral {
    /// A piece of text in one style.
    public struct Segment: Hashable, Sendable {
        /// The text, as it was given.
        public var text: String
        /// How it looks.
        public var style: Style
    }

    /// The pieces from left to right.
    public private(set) var segments: [Segment] = []

    /// Makes a text of one piece.
    public init(_ text: String = "", _ style: Style = []) {
        append(text, style)
    }

    /// Makes a plain text.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// Adds a piece at the end.
    public mutating func append(_ text: String, _ style: Style = []) {
        guard !text.isEmpty else { return }
        if let last = segments.indices.last, segments[last].style == style {
            segments[last].text += text
        } else {
            segments.append(Segment(text: text, style: style))
        }
    }

    /// Adds all pieces of another text at the end.
    public mutating func append(_ other: StyledText) {
        for segment in other.segments {
            append(segment.text, segment.style)
        }
    }

    /// Both texts, one after the other.
    public static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.append(right)
        return sum
    }

    /// Adds a text at the end.
    public static func += (left: inout StyledText, right: StyledText) {
        left.append(right)
    }

    /// The text without its styles.
    public var plain: String {
        segments.map(\.text).joined()
    }

    /// Whether there is nothing in it.
    public var isEmpty: Bool {
        segments.isEmpty
    }

    /// What is written to a terminal: control characters replaced (line breaks and tabs stay), styles as SGR
    /// sequences when `colours` is on.
    public func rendered(colours: Bool) -> String {
        segments.map { segment in
            let text = segment.text.withVisibleControls
            let parameters = segment.style.parameters
            return colours && !parameters.isEmpty ? "\u{1B}[\(parameters)m\(text)\u{1B}[0m" : text
        }.joined()
    }
}
