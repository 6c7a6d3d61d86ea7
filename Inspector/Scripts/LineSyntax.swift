import InspectorCore
import LineEditing

/// Checks and highlights the line being typed.
enum LineSyntax {
    /// Whether all blocks of a line are closed, and the brackets and quotes of its literal, so that it can run.
    static func isComplete(_ line: String) -> Bool {
        // An open quote cannot be closed on the next line: the error says where it began.
        Script.isComplete(line)
    }

    /// Whether a command takes a literal, which may continue over several lines.
    static func takesLiteral(_ command: Command) -> Bool {
        [[.action], [.heldAction], [.pathAndValue]].contains(command.completion)
    }

    /// The last argument of a line: its last word outside of brackets and quotes.
    static func lastArgument(_ line: String) -> String? {
        var start: String.Index?
        ScriptScanner.scan(line[...]) { index, sign, depth, isAtWord in
            if depth <= 0, isAtWord, !sign.properties.isWhitespace { start = index }
            return true
        }
        // A quote that begins a word is not visited.
        let words = (try? Word.split(line, lenient: true)) ?? []
        guard words.count > 1, let last = words.last else { return nil }
        let quoted = last.isQuoted ? last.range.lowerBound : line.startIndex
        let argument = line[max(start ?? line.startIndex, quoted)...].trimmedBlanks
        return argument.isEmpty ? nil : String(argument)
    }

    /// The line with the command and literals coloured.
    static func highlighted(_ line: String) -> StyledText {
        let blanks = line.prefix(while: \.isWhitespace)
        if line.dropFirst(blanks.count).first == "#" { return StyledText(line, .dim) }
        let name = line[blanks.endIndex...].prefix { !$0.isWhitespace }
        let isKnown = (try? CommandTable.command(named: String(name))) != nil
        return StyledText(String(blanks)) + StyledText(String(name), isKnown ? .strong : .plain)
            + LiteralHighlighting.styled(String(line[name.endIndex...]))
    }
}
