import InspectorCore
import StrobeTree

/// The variable that `let` defines.
struct LetWords: CommandWords {
    /// Where the value comes from.
    enum Value: Sendable, Hashable {
        /// The rest of the line.
        case text(String)
        /// The value at a path of the state, as a literal.
        case place(Path)
        /// The result of a command, or a part of its answer as JSON.
        case command(String, part: Path?)
    }

    var name: String
    var value: Value

    /// The names to check against the schemas of the store.
    var named: [Named] {
        if case .place(let path) = value { [.path(path)] } else { [] }
    }

    init(_ invocation: Invocation) throws(InspectorError) {
        try self.init(invocation.argument ?? "")
    }

    /// Parses `NAME = TEXT`, `NAME from PATH`, `NAME from COMMAND` and `NAME from (COMMAND).PATH`.
    ///
    /// - Parameter hasVariables: Whether the text still has variables, so that a path cannot be parsed yet.
    init(_ text: String, hasVariables: Bool = false) throws(InspectorError) {
        let wrong = InspectorError(
            .usage, "`let` sets a variable: let NAME = TEXT, let NAME from PATH, or let NAME from COMMAND.")
        let line = text[...].trimmedBlanks
        let word = line.prefix { !$0.isWhitespace && $0 != "=" }
        guard !word.isEmpty else { throw wrong }
        guard ScriptVariables.isName(word) else {
            let hint = word.hasPrefix("$") ? " Leave the $ out." : " Use letters, digits and _."
            throw InspectorError(.usage, "`\(word)` cannot be the name of a variable.\(hint)")
        }
        name = String(word)
        let rest = line[word.endIndex...].trimmedBlanks
        if rest.hasPrefix("=") {
            let text = rest.dropFirst().trimmedBlanks
            guard !text.isEmpty else { throw InspectorError(.usage, "`let \(word)` needs a value after the =.") }
            value = .text(String(text))
        } else if rest.hasPrefix("from"), rest.dropFirst(4).first?.isWhitespace == true {
            let path = String(rest.dropFirst(4).trimmedBlanks)
            guard !hasVariables else {
                value = .text(path)
                return
            }
            if let command = try Self.command(path[...]) {
                value = command
                return
            }
            value = .place(try InspectorError.parsing(path) { () throws(TreeError) in try Path(parsing: path) })
        } else {
            throw wrong
        }
    }

    /// Parses a command, or a command in parentheses and a path; `nil` if the text is a path.
    private static func command(_ text: Substring) throws(InspectorError) -> Value? {
        guard text.first != "(" else {
            guard let end = ScriptScanner.partner(of: text) else {
                throw InspectorError(.usage, "The bracket ( is not closed.")
            }
            let command = text[..<end].dropFirst().trimmedBlanks
            let part = String(text[end...].dropFirst())
            _ = try CommandTable.command(named: String(command.prefix { !$0.isWhitespace }))
            let path = try InspectorError.parsing(part) { () throws(TreeError) in try Path(parsing: part) }
            return .command(String(command), part: path)
        }
        let word = text.prefix { !$0.isWhitespace }
        return CommandTable.isName(word) ? .command(String(text), part: nil) : nil
    }
}
