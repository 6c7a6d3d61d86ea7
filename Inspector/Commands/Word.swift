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
    /// A quote (`"` or `'`) at the beginning of a word quotes all of it, `\` taking the next character as it is between
    /// double quotes; a quote further in only keeps the blanks up to its partner and stays, so that `.["odd key"]` is one
    /// word. A `[` keeps everything up to its `]`.
    ///
    /// - Throws: ``InspectorError`` with the code `usage` where a quote is not closed, unless `lenient`.
    static func split(_ line: String, lenient: Bool = false) throws(InspectorError) -> [Word] {
        var words: [Word] = []
        var index = line.startIndex
        while true {
            while index < line.endIndex, line[index].isWhitespace { index = line.index(after: index) }
            guard index < line.endIndex else { return words }
            words.append(try word(of: line, at: &index, lenient: lenient))
        }
    }

    private static func word(of line: String, at index: inout String.Index, lenient: Bool) throws(InspectorError)
        -> Word
    {
        let start = index
        if line[index] == "\"" || line[index] == "'" {
            let text = try quoted(in: line, at: &index, lenient: lenient)
            return Word(text: text, range: start..<index, isQuoted: true)
        }
        var isInBrackets = false
        while index < line.endIndex, isInBrackets || !line[index].isWhitespace {
            switch line[index] {
            case "\"":
                _ = try quoted(in: line, at: &index, lenient: lenient)
                continue
            case "[": isInBrackets = line[index...].contains("]")
            case "]": isInBrackets = false
            default: break
            }
            index = line.index(after: index)
        }
        return Word(text: String(line[start..<index]), range: start..<index)
    }

    /// The text up to the partner of the quote at `index`, which is moved behind it.
    private static func quoted(in line: String, at index: inout String.Index, lenient: Bool) throws(InspectorError)
        -> String
    {
        let quote = line[index]
        var text = ""
        index = line.index(after: index)
        while index < line.endIndex {
            var character = line[index]
            index = line.index(after: index)
            if character == quote { return text }
            if character == "\\", quote == "\"", index < line.endIndex {
                character = line[index]
                index = line.index(after: index)
            }
            text.append(character)
        }
        guard lenient else {
            throw InspectorError(.usage, "The quote \(quote) is not closed. Add another one at the end.")
        }
        return text
    }
}
