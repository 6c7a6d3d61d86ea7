import StrobeTree

/// One word of a command line.
struct Word: Sendable, Hashable {
    /// What the word says, without the quotes around it.
    var text: String
    /// Where it stands in the line, quotes included.
    var range: Range<String.Index>
    /// Whether it was quoted as a whole and so is never an option.
    var isQuoted = false

    /// The words of a line.
    ///
    /// A quote (`"` or `'`) at the beginning of a word quotes all of it. Between double quotes a word is what it is as a
    /// literal, with `\n` and `\u{1B}`; where it is none, `\` takes the next character as it is. A quote further in only
    /// keeps the blanks up to its partner and stays, so that `.["odd key"]` is one word. A `[` keeps everything up to its
    /// `]`. All goes by scalars: a quote with a combining mark behind it is a quote.
    ///
    /// - Throws: ``InspectorError`` with the code `usage` where a quote is not closed, unless `lenient`.
    static func split(_ line: String, lenient: Bool = false) throws(InspectorError) -> [Word] {
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

    /// The text up to the partner of the quote at `index`, which is moved behind it.
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

    /// A text as the word that is read as it: as it stands, or in quotes where it would be another word, several, or a
    /// variable.
    static func written(_ text: String) -> String {
        let literal = Literal.quoted(text)
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType == .decimal || "-_./:".unicodeScalars.contains($0)
        }
        let isBare = isPlain && literal == "\"\(text)\"" && !text.isEmpty && !text.hasPrefix("-")
        return ScriptVariables.escaped(isBare ? text : literal)
    }
}
