extension Script {
    /// Reads lines that are typed or piped.
    ///
    /// - Parameters:
    ///   - text: One line or more.
    ///   - firstLine: The number of the first one.
    ///   - variables: The variables that there are.
    /// - Throws: ``ScriptFailure``, or ``ScriptErrors`` where more is wrong.
    init(parsing text: String, firstLine: Int = 1, variables: some Sequence<String>) throws {
        let reading = ScriptReading(variables: variables)
        var reader = ScriptReader(text, from: .lines(firstLine: firstLine), reading: reading)
        self = try reading.checked(reader.script())
    }

    /// Reads the commands of `-e`, and behind them a file.
    ///
    /// - Parameters:
    ///   - commands: One or more lines each.
    ///   - file: What messages call the file, if there is one.
    ///   - text: What is in it, where it is not to be read anew.
    ///   - variables: The variables that there are.
    /// - Throws: ``ScriptFailure``, ``ScriptErrors`` or ``InspectorError``.
    init(commands: [String], file: String?, text: String? = nil, variables: some Sequence<String>) throws {
        let reading = ScriptReading(variables: variables)
        let isAlone = commands.count == 1 && file == nil
        var reader = ScriptReader(
            commands.joined(separator: "\n"), from: .lines(isAlone ? nil : "-e"), reading: reading)
        var script = reader.script()
        if let text {
            var reader = ScriptReader(text, from: .lines(file), reading: reading)
            script.statements += reader.script().statements
        } else if let file {
            script.statements += try reading.file(file, name: file).statements
        }
        self = try reading.checked(script)
    }

    /// Whether lines are whole as they are, so that no more are waited for.
    static func isComplete(_ text: String) -> Bool {
        if isClosedLine(text) { return true }
        let reading = ScriptReading()
        reading.ignoresFiles = true
        var reader = ScriptReader(text, from: .lines(), reading: reading)
        _ = reader.script()
        return !reading.failures.contains(where: \.isIncomplete)
    }

    /// Whether it is a single line without an open bracket, which need not be read to know that it is whole.
    private static func isClosedLine(_ text: String) -> Bool {
        guard !text.contains(where: \.isNewline) else { return false }
        var brackets = ScriptScanner.OpenBrackets()
        brackets.read(ScriptScanner.withoutComment(text[...]), at: 0)
        return brackets.open.isEmpty && !brackets.isMixed && !brackets.isQuoted
    }
}
