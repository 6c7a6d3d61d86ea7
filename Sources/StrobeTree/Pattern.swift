/// What texts are held against: a glob, a regular expression, or a text to be found in them.
///
/// It is taken apart once. However it is made, the time to hold a text against it is linear in the length of the text:
/// all ways to match are followed at the same time (K. Thompson, "Regular Expression Search Algorithm", 1968), and none is
/// tried again. So it may come from a peer. Texts are seen as Unicode scalars.
public struct Pattern: Sendable {
    /// The longest regular expression, in bytes; whoever takes other patterns from a peer limits them himself.
    public static var maxLength: Int { 4_096 }

    /// What the pattern was made from.
    enum Form: Sendable, Hashable {
        case glob(String)
        case regex(String)
        case text(String)
    }

    let form: Form
    private let program: PatternProgram

    /// Makes a pattern in which `*` stands for any characters, also none, and `?` for one; it has to match all of a text.
    ///
    /// - Parameter glob: The pattern.
    public init(glob: String) {
        form = .glob(glob)
        program = .glob(glob)
    }

    /// Makes a pattern that finds a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - ignoresCase: Whether `A` and `a` are the same.
    public init(containing text: String, ignoresCase: Bool = false) {
        form = .text((ignoresCase ? "(?i)" : "") + text)
        program = .text(text, ignoresCase: ignoresCase)
    }

    /// Makes a pattern of a regular expression, which has to match a part of a text: `^` and `$` stand for its ends.
    ///
    /// There are `.`, classes such as `[^a-z\d]`, `\d \w \s \b` and their capitals, groups, `|`, `* + ? {2,5}`, each also
    /// with a `?` after it to take as little as it can, and `(?i)` at the beginning to ignore case. There are no
    /// back references and no look-around.
    ///
    /// - Parameter regex: The expression.
    /// - Throws: `malformedPattern` with the byte offset and what was expected there, `tooLarge` for one that needs more
    ///   than 1,000 steps a character.
    public init(regex: String) throws(TreeError) {
        form = .regex(regex)
        program = try .regex(regex)
    }

    /// Whether a text fits: all of it for a glob, a part of it for other patterns.
    ///
    /// - Complexity: O(*n*) in the length of the text, times that of the pattern at worst.
    public func matches(_ text: String) -> Bool {
        PatternMatcher(program).matches(text)
    }

    /// The first part of a text that fits; of those that begin there the one that the expression prefers.
    ///
    /// - Complexity: O(*n*) in the length of the text, times that of the pattern at worst.
    public func firstMatch(in text: String) -> Range<String.Index>? {
        PatternMatcher(program).firstMatch(in: text)
    }
}

extension Pattern: Hashable {
    public static func == (a: Pattern, b: Pattern) -> Bool { a.form == b.form }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(form)
    }
}
