import InspectorCore
import StrobeTree

/// The operators between and after the commands of a line: `;`, `&&`, `|`, `>` and `>>`.
///
/// They count outside of quotes and brackets; `|` and `>` need a blank before them. `&&` also joins conditions: it ends a
/// command only if the name of another one follows. `>` also compares: it is a comparison wherever the condition can be
/// parsed with it.
enum LineOperators {
    /// A command of a line.
    struct Part {
        /// The command, with what redirects its output.
        var text: Substring
        /// Whether it runs only if the command before it succeeded.
        var needsSuccess = false
    }

    /// Splits a line into its commands.
    ///
    /// - Parameter aliases: Further names of commands.
    static func parts(of line: Substring, aliases: [String: String] = [:]) -> [Part] {
        var parts = [Part(text: line)]
        var start = line.startIndex
        scan(line) { index, sign in
            let isEnd: Bool
            switch sign {
            case ";": isEnd = true
            case "&":
                let word = line[index...].dropFirst(2).trimmedBlanks.prefix { !$0.isWhitespace }
                let isCommand = CommandTable.isName(word) || aliases[String(word)] != nil
                // If nothing follows, that is an error of its own.
                isEnd = line[index...].hasPrefix("&&") && (isCommand || word.isEmpty || word.hasPrefix(";"))
            case "|":
                // The rest belongs to the shell.
                let isShell = isPipe(at: index, in: line) && command(of: line[start...])?.tail.isText != true
                return isShell ? line.endIndex : nil
            default: return nil
            }
            guard isEnd, command(of: line[start...])?.tail != .lines else { return nil }
            parts[parts.count - 1].text = line[start..<index]
            start = line.index(index, offsetBy: sign == "&" ? 2 : 1)
            parts.append(Part(text: line[start...], needsSuccess: sign == "&"))
            return start
        }
        return parts
    }

    /// Splits a command from what redirects its output.
    ///
    /// - Throws: ``InspectorError`` (`usage`) if an operator has no file or command after it.
    static func redirect(
        of text: Substring, _ command: Command
    ) throws(InspectorError) -> (text: Substring, redirect: Redirect?) {
        // The body of a loop decides, unless it is a block.
        var (inner, ruling) = (text, command)
        while let grammar = ruling.loop {
            inner = inner[grammar.bodyStart(in: inner)...].trimmedBlanks
            guard inner.first != "{", let next = Self.command(of: inner) else { break }
            ruling = next
        }
        guard !ruling.tail.isText else { return (text, nil) }
        var pipe: Substring.Index?
        var arrow: Substring.Index?
        scan(text) { index, sign in
            if isPipe(at: index, in: text) {
                pipe = index
                return text.endIndex
            }
            guard sign == ">", isAfterBlank(index, in: text), !text[index...].hasPrefix(">=") else { return nil }
            arrow = index
            return text.index(index, offsetBy: text[index...].hasPrefix(">>") ? 2 : 1)
        }
        if let pipe {
            let shell = text[pipe...].dropFirst().trimmedBlanks
            guard !shell.isEmpty else {
                throw InspectorError(.usage, "`|` needs a command of the shell after it, as in `log | grep load`.")
            }
            return (text[..<pipe].trimmedBlanks, .shell(String(shell)))
        }
        guard let arrow else { return (text, nil) }
        let appends = text[arrow...].hasPrefix(">>")
        let file = text[arrow...].dropFirst(appends ? 2 : 1).trimmedBlanks
        guard !file.isEmpty else {
            guard ruling.tail != .condition else { return (text, nil) }
            throw InspectorError(.usage, "`\(appends ? ">>" : ">")` needs a file after it, as in `log > actions.txt`.")
        }
        guard let words = try? Word.split(String(file)), words.count == 1, let word = words.first else {
            return (text, nil)
        }
        if ruling.tail == .condition, !appends {
            let isFile = word.isQuoted || word.text.dropFirst().contains { "./".contains($0) }
            guard isFile, !parses(inner, ruling), parses(inner[..<arrow].trimmedBlanks, ruling) else {
                return (text, nil)
            }
        }
        return (text[..<arrow].trimmedBlanks, .file(word.text, appends: appends))
    }

    private static func command(of text: Substring) -> Command? {
        try? CommandTable.command(named: String(text.trimmedBlanks.prefix { !$0.isWhitespace }))
    }

    private static func isAfterBlank(_ index: Substring.Index, in text: Substring) -> Bool {
        text[..<index].last?.isWhitespace == true
    }

    private static func isPipe(at index: Substring.Index, in text: Substring) -> Bool {
        text[index] == "|" && isAfterBlank(index, in: text) && !text[index...].hasPrefix("||")
    }

    /// Whether a line can be parsed; a variable may be anything.
    private static func parses(_ text: Substring, _ command: Command) -> Bool {
        do {
            let invocation = try Invocation(ScriptVariables.replacingReferences(in: text, with: "0"), command)
            try command.check?(invocation)
            _ = try command.names?(invocation)
            return true
        } catch {
            return false
        }
    }

    /// Visits the characters outside of quotes, brackets and regular expressions.
    ///
    /// - Parameter visit: Returns where to continue; `nil` for the next character.
    private static func scan(
        _ text: Substring, _ visit: (_ index: Substring.Index, _ sign: Unicode.Scalar) -> Substring.Index?
    ) {
        var next = text.startIndex
        ScriptScanner.scan(text) { index, sign, depth, isAtWord in
            guard depth <= 0, index >= next else { return true }
            if sign == "/", isAtWord, let end = regexEnd(text, at: index) {
                next = end
            } else if let skipped = visit(index, sign) {
                next = skipped
            }
            return true
        }
    }

    /// The end of the regular expression that begins at an index: after `matches`, or as the first argument of `search`.
    private static func regexEnd(_ text: Substring, at index: Substring.Index) -> Substring.Index? {
        let before = text[..<index].trimmedBlanks
        let word = before[(before.lastIndex(where: \.isWhitespace).map(before.index(after:)) ?? before.startIndex)...]
        guard word == "matches" || word == before && command(of: before)?.name == "search" else { return nil }
        var isEscaped = false
        return text[index...].dropFirst().firstIndex { character in
            defer { isEscaped = character == "\\" && !isEscaped }
            return character == "/" && !isEscaped
        }
    }
}
