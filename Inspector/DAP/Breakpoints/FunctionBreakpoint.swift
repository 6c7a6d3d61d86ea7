internal import StrobeTree

/// The name of a function breakpoint: `GLOB`, `STORE: GLOB`, with ` if CONDITION` or ` log TEXT` behind it.
struct FunctionBreakpoint: Sendable, Hashable {
    var store: String?
    var action: String?
    var condition: String?
    var log: String?

    /// Reads a name.
    init(parsing text: String) {
        var rest = Self.trimmed(text[...])
        if let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("("), !rest.hasPrefix("."),
            rest.index(after: colon) < rest.endIndex, rest[rest.index(after: colon)] == " "
        {
            store = String(rest[..<colon])
            rest = Self.trimmed(rest[rest.index(after: colon)...])
        }
        if let (before, after) = Self.split(rest, at: " log ") {
            log = String(Self.trimmed(after))
            rest = before
        }
        if let (before, after) = Self.split(rest, at: " if ") {
            condition = String(Self.trimmed(after))
            rest = before
        }
        let glob = Self.trimmed(rest)
        action = glob.isEmpty ? nil : String(glob)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Splits a text at the first of some words that is not in quotes.
    private static func split(_ text: Substring, at words: String) -> (Substring, Substring)? {
        var isQuoted = false
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            if !isQuoted, text[index...].hasPrefix(words) {
                return (text[..<index], text[text.index(index, offsetBy: words.count)...])
            }
        }
        return nil
    }
}
