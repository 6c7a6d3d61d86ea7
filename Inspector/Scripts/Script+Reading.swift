import InspectorCore

extension Script {
    /// Parses lines that are typed or piped.
    ///
    /// - Parameters:
    ///   - text: One or more lines.
    ///   - variables: The variables that are set.
    ///   - aliases: The commands that aliases stand for.
    ///   - allowsShell: Whether a command may be piped to one of the shell.
    /// - Throws: ``ScriptFailure``, or ``ScriptErrors`` for several errors.
    init(
        parsing text: String, variables: some Sequence<String>, aliases: [String: String] = [:],
        allowsShell: Bool = false
    ) throws {
        let reading = ScriptReading(variables: variables)
        reading.aliases = aliases
        reading.allowsShell = allowsShell
        self = try reading.checked(reading.lines(text))
    }

    /// Parses the commands of `-e`, followed by a file.
    ///
    /// - Parameters:
    ///   - commands: Commands of one or more lines each.
    ///   - file: The name of the file in messages, if there is one.
    ///   - text: The content of the file, if already read.
    ///   - variables: The variables that are set.
    ///   - aliases: The commands that aliases stand for.
    /// - Throws: ``ScriptFailure``, ``ScriptErrors`` or ``InspectorError``.
    init(
        commands: [String], file: String?, text: String? = nil, variables: some Sequence<String>,
        aliases: [String: String] = [:]
    ) throws {
        let reading = ScriptReading(variables: variables)
        reading.aliases = aliases
        reading.allowsShell = true
        let isAlone = commands.count == 1 && file == nil
        var reader = ScriptReader(
            commands.joined(separator: "\n"), from: .lines(isAlone ? nil : "-e"), reading: reading)
        var script = reader.script()
        reading.allowsShell = false
        if let text {
            var reader = ScriptReader(text, from: .lines(file), reading: reading)
            script.statements += reader.script().statements
        } else if let file {
            script.statements += try reading.file(file, name: file).statements
        }
        self = try reading.checked(script)
    }

    /// Whether the lines are complete, so that no more are expected.
    static func isComplete(_ text: String) -> Bool {
        if isClosedLine(text) { return true }
        let reading = ScriptReading()
        (reading.ignoresFiles, reading.allowsShell) = (true, true)
        _ = reading.lines(text)
        return !reading.isIncomplete
    }

    /// Whether it is a single line without an open bracket, which is complete and need not be parsed.
    private static func isClosedLine(_ text: String) -> Bool {
        guard !text.contains(where: \.isNewline) else { return false }
        var brackets = ScriptScanner.OpenBrackets()
        _ = brackets.read(text[...], at: 0)
        return brackets.open.isEmpty && !brackets.isMixed && !brackets.isQuoted
    }
}
