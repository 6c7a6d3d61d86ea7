import StrobeTree

/// A word of a command line.
package struct Word: Sendable, Hashable {
    /// The text of the word, without the quotes around it.
    package var text: String
    /// Its range in the line, including quotes.
    package var range: Range<String.Index>
    /// Whether the whole word was quoted, so that it is never an option.
    package var isQuoted = false

    package init(
        text: String, range: Range<String.Index>, isQuoted: Bool = false
    ) {
        self.text = text
        self.range = range
        self.isQuoted = isQuoted
    }

    /// Splits a line into words.
    ///
    /// A quote (`"` or `'`) at the beginning of a word quotes the whole word. In double quotes it is parsed as a
    /// literal, with `\n` and `\u{1B}`; if that fails, `\` escapes the next character. A quote further in only keeps
    /// blanks up to its partner and remains in the text, so that `.["odd key"]` is one word. A `[` keeps everything up
    /// to its `]`. The split works on scalars: a quote followed by a combining mark is a quote.
    ///
    /// - Throws: ``InspectorError`` with the code `usage` if a quote is not closed, unless `lenient`.
    package static func split(_ line: String, lenient: Bool = false) throws(InspectorError) -> [Word] {
        var words: [Word] = []
        let scalars = line.unicodeScalars
        var index = line.startIndex
        while true {
            while index < line.endIndex, scalars[index].properties.isWhitespace { scalars.formIndex(after: &index) }
            guard index < line.endIndex else { return words }
            words.append(try word(of: line, at: &index, lenient: lenient))
        }
    }

    private static func word(of line: String, at index: inout String.Index, lenient: Bool) throws(InspectorError)
        -> Word
    {
        let scalars = line.unicodeScalars
        let start = index
        if scalars[index] == "\"" || scalars[index] == "'" {
            let text = try quoted(in: line, at: &index, lenient: lenient)
            return Word(text: text, range: start..<index, isQuoted: true)
        }
        var isInBrackets = false
        while index < line.endIndex, isInBrackets || !scalars[index].properties.isWhitespace {
            switch scalars[index] {
            case "\"":
                _ = try quoted(in: line, at: &index, lenient: lenient)
                continue
            case "[": isInBrackets = scalars[index...].contains("]")
            case "]": isInBrackets = false
            default: break
            }
            scalars.formIndex(after: &index)
        }
        return Word(text: String(line[start..<index]), range: start..<index)
    }

    /// The text up to the partner of the quote at `index`, which is advanced past it.
    private static func quoted(in line: String, at index: inout String.Index, lenient: Bool) throws(InspectorError)
        -> String
    {
        let scalars = line.unicodeScalars
        let start = index
        let quote = scalars[index]
        var text = ""
        scalars.formIndex(after: &index)
        while index < line.endIndex {
            var scalar = scalars[index]
            scalars.formIndex(after: &index)
            if scalar == quote {
                guard quote == "\"", case .string(let literal)? = try? Literal.parse(String(line[start..<index])) else {
                    return text
                }
                return literal
            }
            if scalar == "\\", quote == "\"", index < line.endIndex {
                scalar = scalars[index]
                scalars.formIndex(after: &index)
            }
            text.unicodeScalars.append(scalar)
        }
        guard lenient else {
            throw InspectorError(.usage, "The quote \(quote) is not closed. Add another one at the end.")
        }
        return text
    }

    /// Writes a text as a word that parses back to it: plain, or quoted if it would otherwise be split or substituted.
    package static func written(_ text: String) -> String {
        let literal = Literal.quoted(text)
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType == .decimal || "-_./:".unicodeScalars.contains($0)
        }
        let isBare = isPlain && literal == "\"\(text)\"" && !text.isEmpty && !text.hasPrefix("-")
        return ScriptVariables.escaped(isBare ? text : literal)
    }
}
