/// A pattern for texts: a glob, a regular expression, or a text to be found in them.
///
/// It is taken apart once. However it is made, the time to hold a text against it is linear in the length of the text:
/// all ways to match a regular expression are followed at the same time (K. Thompson, "Regular Expression Search
/// Algorithm", 1968), and none is tried again. So it may come from a peer. Texts are seen as Unicode scalars.
public struct Pattern: Sendable {
    /// The longest regular expression, in bytes; the caller limits other patterns that a peer sends.
    public static var maxLength: Int { 4_096 }

    /// What the pattern was made from.
    enum Form: Sendable, Hashable {
        case glob(String)
        case regex(String)
        case text(String)
    }

    /// What a text is held against it with.
    private enum Machine: Sendable {
        case glob(Glob<Unicode.Scalar>)
        case text(TextSearch<Unicode.Scalar>, ignoresCase: Bool)
        case program(PatternProgram)
    }

    let form: Form
    private let machine: Machine

    /// Makes a pattern in which `*` matches any characters, also none, and `?` one; it has to match all of a text.
    ///
    /// - Parameter glob: The pattern.
    public init(glob: String) {
        form = .glob(glob)
        machine = .glob(Glob(glob.unicodeScalars, star: "*", any: "?"))
    }

    /// Makes a pattern that finds a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - ignoresCase: Whether `A` and `a` are the same.
    public init(containing text: String, ignoresCase: Bool = false) {
        form = .text((ignoresCase ? "(?i)" : "") + text)
        let scalars = text.unicodeScalars.map { ignoresCase ? $0.folded : $0 }
        machine = .text(TextSearch(scalars), ignoresCase: ignoresCase)
    }

    /// Makes a pattern of a regular expression, which has to match a part of a text: `^` and `$` match its ends.
    ///
    /// There are `.`, classes such as `[^a-z\d]`, `\d \w \s \b` and their capitals, groups, `|`, `* + ? {2,5}`, each
    /// also with a `?` after it to take as little as it can, and `(?i)` at the beginning to ignore case. There are no
    /// back references and no look-around.
    ///
    /// - Parameter regex: The expression.
    /// - Throws: `malformedPattern` with the byte offset and what was expected there, `tooLarge` for one that needs
    ///   more than 1,000 steps a character.
    public init(regex: String) throws(TreeError) {
        form = .regex(regex)
        machine = .program(try .regex(regex))
    }

    /// Whether a text fits: all of it for a glob, a part of it for other patterns.
    ///
    /// - Complexity: O(*n*) in the length of the text, times that of the regular expression at worst.
    public func matches(_ text: String) -> Bool {
        matches(text, within: .max, WorkMeter()) ?? false
    }

    /// Whether a text fits, as far as its beginning decides.
    ///
    /// - Parameters:
    ///   - bytes: How much of the text is examined.
    ///   - meter: Counts the steps; the result counts only if its limit is not exceeded.
    /// - Returns: `nil` if that depends on what comes behind.
    package func matches(_ text: String, within bytes: Int, _ meter: WorkMeter) -> Bool? {
        let isCut = text.utf8.count > bytes
        switch machine {
        case .glob(let glob):
            guard !isCut, meter.spend(text.utf8.count) else { return nil }
            return glob.matches(Array(text.unicodeScalars), meter)
        case .text(let search, let ignoresCase):
            let isThere = end(of: search, ignoresCase, in: text.beginning(bytes), meter) != nil
            return isThere || !isCut ? isThere : nil
        case .program(let program):
            let end = text.beginning(bytes).endIndex
            let isThere = PatternMatcher(program, meter).matches(text, upTo: end)
            return isThere || !isCut ? isThere : nil
        }
    }

    /// The first part of a text that fits; of those that begin there the one that the expression prefers.
    ///
    /// - Complexity: O(*n*) in the length of the text, times that of the regular expression at worst.
    public func firstMatch(in text: String) -> Range<String.Index>? {
        switch machine {
        case .glob: return matches(text) ? text.startIndex..<text.endIndex : nil
        case .text(let search, let ignoresCase):
            let scalars = text.unicodeScalars
            return end(of: search, ignoresCase, in: scalars[...], nil).map {
                scalars.index($0, offsetBy: -search.needle.count)..<$0
            }
        case .program(let program): return PatternMatcher(program, WorkMeter()).firstMatch(in: text)
        }
    }

    private func end(
        of search: TextSearch<Unicode.Scalar>, _ ignoresCase: Bool, in text: Substring.UnicodeScalarView,
        _ meter: WorkMeter?
    ) -> String.Index? {
        ignoresCase ? search.end(in: text, meter) { $0.folded } : search.end(in: text, meter)
    }
}

extension String {
    /// As many whole scalars from the beginning as fit into so many bytes.
    package func beginning(_ bytes: Int) -> Substring.UnicodeScalarView {
        guard utf8.count > bytes else { return unicodeScalars[...] }
        let end = utf8.index(utf8.startIndex, offsetBy: bytes)
        return unicodeScalars[..<(end.samePosition(in: unicodeScalars) ?? unicodeScalars.index(before: end))]
    }
}

extension Pattern: Hashable {
    public static func == (a: Pattern, b: Pattern) -> Bool { a.form == b.form }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(form)
    }
}
