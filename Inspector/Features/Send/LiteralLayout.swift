import InspectorCore

/// Lays out literals for an editor.
enum LiteralLayout {
    /// The literal on several lines, where it is longer than a line; it reads as the same value.
    static func text(_ literal: String, width: Int = 80, indent: Int = 0) -> String {
        guard indent + literal.count > width, let open = opening(of: literal[...]),
            let close = ScriptScanner.partner(of: literal[open...])
        else { return literal }
        let inside = literal[literal.index(after: open)..<close]
        let parts = ScriptScanner.parts(of: inside, separatedBy: ",").map { String($0.trimmedBlanks) }
        guard parts != [""] else { return literal }
        let deeper = indent + 4
        func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
        let lines = parts.map { blanks(deeper) + text($0, width: width, indent: deeper) }
        return "\(literal[...open])\n\(lines.joined(separator: ",\n"))\n\(blanks(indent))\(literal[close...])"
    }

    private static func opening(of literal: Substring) -> Substring.Index? {
        var open: Substring.Index?
        ScriptScanner.scan(literal) { index, sign, _, _ in
            guard "([{".unicodeScalars.contains(sign) else { return true }
            open = index
            return false
        }
        return open
    }
}
