import LineEditing

/// What the line being typed looks like.
enum LineSyntax {
    /// Whether all brackets and quotes of a line that takes a literal are closed, so that it can be run.
    static func isComplete(_ line: String) -> Bool {
        guard let name = line.split(whereSeparator: \.isWhitespace).first,
            let command = try? CommandTable.command(named: String(name)),
            [[.action], [.heldAction]].contains(command.completion)
        else { return true }
        var depth = 0
        var isQuoted = false
        var isEscaped = false
        for character in line {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch character {
            case "\\" where isQuoted: isEscaped = true
            case "\"": isQuoted.toggle()
            case "(", "[", "{": if !isQuoted { depth += 1 }
            case ")", "]", "}": if !isQuoted { depth -= 1 }
            default: break
            }
        }
        // An open quote cannot be closed on the next row: the error says where it began.
        return depth <= 0 || isQuoted
    }

    /// The line in colours: the command, and after it literals.
    static func highlighted(_ line: String) -> StyledText {
        let blanks = line.prefix(while: \.isWhitespace)
        let name = line[blanks.endIndex...].prefix { !$0.isWhitespace }
        let isKnown = (try? CommandTable.command(named: String(name))) != nil
        return StyledText(String(blanks)) + StyledText(String(name), isKnown ? .strong : .plain)
            + LiteralHighlighting.styled(String(line[name.endIndex...]))
    }
}
