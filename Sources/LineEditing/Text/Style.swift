/// How a piece of text looks on a terminal: attributes and at most one colour.
public struct Style: OptionSet, Hashable, Sendable {
    /// The attributes as bits.
    public let rawValue: UInt16

    /// Makes a style of its bits; unknown ones are ignored.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Bold.
    public static let bold = Style(rawValue: 1 << 0)
    /// Faint.
    public static let dim = Style(rawValue: 1 << 1)
    /// Italic.
    public static let italic = Style(rawValue: 1 << 2)
    /// Underlined.
    public static let underlined = Style(rawValue: 1 << 3)
    /// Foreground and background exchanged.
    public static let inverse = Style(rawValue: 1 << 4)
    /// Red text.
    public static let red = Style(rawValue: 1 << 5)
    /// Green text.
    public static let green = Style(rawValue: 1 << 6)
    /// Yellow text.
    public static let yellow = Style(rawValue: 1 << 7)
    /// Blue text.
    public static let blue = Style(rawValue: 1 << 8)
    /// Magenta text.
    public static let magenta = Style(rawValue: 1 << 9)
    /// Cyan text.
    public static let cyan = Style(rawValue: 1 << 10)
    /// Grey text.
    public static let grey = Style(rawValue: 1 << 11)

    private static let codes: [(style: Style, code: String)] = [
        (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underlined, "4"), (.inverse, "7"), (.red, "31"), (.green, "32"),
        (.yellow, "33"), (.blue, "34"), (.magenta, "35"), (.cyan, "36"), (.grey, "90"),
    ]

    /// The attributes alone.
    var withoutColour: Style { intersection([.bold, .dim, .italic, .underlined, .inverse]) }

    /// The parameters of the SGR sequence (ECMA-48) that switches this style on; empty for the plain one.
    var parameters: String {
        Self.codes.filter { contains($0.style) }.map(\.code).joined(separator: ";")
    }
}
