import LineEditing

/// What the line being typed looks like.
enum LineSyntax {
    /// Whether all brackets and quotes of a line that takes a literal are closed, and all blocks, so that it can be run.
    static func isComplete(_ line: String) -> Bool {
        // An open quote cannot be closed on the next row: the error says where it began.
        Script.isComplete(line)
    }

    /// Whether a command takes a literal, which may go on over several rows.
    static func takesLiteral(_ command: Command) -> Bool {
        [[.action], [.heldAction]].contains(command.completion)
    }

    /// The line in colours: the command, and after it literals.
    static func highlighted(_ line: String) -> StyledText {
        let blanks = line.prefix(while: \.isWhitespace)
        if line.dropFirst(blanks.count).first == "#" { return StyledText(line, .dim) }
        let name = line[blanks.endIndex...].prefix { !$0.isWhitespace }
        let isKnown = (try? CommandTable.command(named: String(name))) != nil
        return StyledText(String(blanks)) + StyledText(String(name), isKnown ? .strong : .plain)
            + LiteralHighlighting.styled(String(line[name.endIndex...]))
    }
}
