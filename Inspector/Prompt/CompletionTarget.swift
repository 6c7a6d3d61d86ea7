import InspectorCore

/// The kind of word at the cursor.
enum CompletionTarget: Sendable {
    /// The name of a command.
    case name(prefix: String)
    /// An option of a command.
    case option(Command, prefix: String)
    /// An argument or the value of an option, with its whole text before the cursor.
    case argument(Command.Completable, text: String)

    /// A variable, with its `$`.
    case variable(prefix: String)

    /// Classifies the line before the cursor; `nil` if it cannot be completed.
    init?(_ line: String) {
        if let variable = Self.variable(at: line) {
            self = .variable(prefix: variable)
            return
        }
        let head = String(LineOperators.parts(of: line[...]).last?.text ?? "")
        guard let words = try? Word.split(head, lenient: true) else { return nil }
        let isAtNewWord = words.last.map { $0.range.upperBound < head.endIndex } ?? true
        guard let first = words.first, words.count > 1 || isAtNewWord else {
            self = .name(prefix: words.first?.text ?? "")
            return
        }
        guard let command = try? CommandTable.command(named: first.text) else { return nil }
        if let grammar = command.loop {
            // The body of a loop is completed like a line of its own.
            let start = grammar.bodyStart(in: head[first.range.lowerBound...])
            let body = head[start...].drop { $0.isWhitespace || $0 == "{" }
            guard start < head.endIndex, let last = ScriptScanner.parts(of: body, separatedBy: ";").last else {
                return nil
            }
            self.init(String(last.drop(while: \.isWhitespace)))
            return
        }
        if command.tail == .plain, let output = Self.output(of: head) {
            self = .argument(.file, text: output)
            return
        }
        let before = words.dropFirst().dropLast(isAtNewWord ? 0 : 1)
        let text = isAtNewWord ? "" : words.last.map { String(head[$0.range]) } ?? ""
        if let previous = before.last, let option = Self.option(previous, of: command), option.value != nil,
            !previous.text.contains("=")
        {
            self = .argument(option.completion, text: text)
            return
        }
        if let index = before.lastIndex(where: { Self.option($0, of: command) != nil }),
            let option = Self.option(before[index], of: command), option.isLong
        {
            self = .argument(option.completion, text: Self.trimmed(head[before[index].range.upperBound...]))
            return
        }
        if text.hasPrefix("--") {
            self = .option(command, prefix: text)
            return
        }
        guard command.limit != nil else {
            self = .argument(command.completion.first ?? .nothing, text: Self.rest(of: head, after: first, command))
            return
        }
        guard !command.options.contains(where: \.isLong) else {
            self = .argument(command.completion.first ?? .nothing, text: text)
            return
        }
        var place = 0
        var isValue = false
        for word in before {
            let option = Self.option(word, of: command)
            if option == nil, !isValue { place += 1 }
            isValue = option?.value != nil && !word.text.contains("=")
        }
        guard place < command.limit ?? 1, !command.completion.isEmpty else { return nil }
        self = .argument(command.completion[min(place, command.completion.count - 1)], text: text)
    }

    /// The reference that a line ends with; `$$` is none.
    private static func variable(at line: String) -> String? {
        guard let dollar = line.lastIndex(of: "$") else { return nil }
        let isEscaped = line[..<dollar].reversed().prefix { $0 == "$" }.count % 2 == 1
        let name = line[line.index(after: dollar)...]
        let bare = name.first == "{" ? name.dropFirst() : name
        guard !isEscaped, bare.isEmpty || ScriptVariables.isName(bare) else { return nil }
        return String(line[dollar...])
    }

    /// What is behind the `>` or `>>` of a command.
    private static func output(of head: String) -> String? {
        var arrow: String.Index?
        var isAfterBlank = false
        ScriptScanner.scan(head[...]) { index, sign, depth, _ in
            if depth <= 0, sign == ">", isAfterBlank || arrow != nil { arrow = index }
            isAfterBlank = sign.properties.isWhitespace
            return true
        }
        return arrow.map { trimmed(head[$0...].dropFirst()) }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop(while: \.isWhitespace))
    }

    private static func option(_ word: Word, of command: Command) -> Command.Option? {
        guard word.isOption else { return nil }
        let name = word.text.dropFirst(2).prefix { $0 != "=" }
        return command.options.first { $0.name == name }
    }

    /// The argument that extends to the end of the line, without the options before it.
    private static func rest(of head: String, after name: Word, _ command: Command) -> String {
        var text = head[name.range.upperBound...].drop(while: \.isWhitespace)
        while text.hasPrefix("--") {
            let word = text.prefix { !$0.isWhitespace }
            let takesValue = command.options.contains { $0.name == word.dropFirst(2) && $0.value != nil }
            text = text[word.endIndex...].drop(while: \.isWhitespace)
            if takesValue { text = text.drop { !$0.isWhitespace }.drop(while: \.isWhitespace) }
        }
        return String(text)
    }
}
