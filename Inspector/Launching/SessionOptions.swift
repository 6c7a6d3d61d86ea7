import InspectorCore
import ArgumentParser
import StrobeSystem

/// The options shared by all commands that open a session.
struct SessionOptions: ParsableArguments {
    @Option(
        name: .customShort("e"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Run a command and exit; may be repeated.", valueName: "cmd"))
    var commands: [String] = []

    @Option(
        name: .customShort("f"),
        help: ArgumentHelp(
            "Run the script in a file, after the commands of -e; - is standard input. The whole file is read first.",
            valueName: "file"), completion: .file())
    var file: String?

    @Flag(help: "Print the protocol's result objects, one per line, each with its command.")
    var json = false

    @Flag(help: "Request read access only: nothing can be sent or restored.")
    var readOnly = false

    @Flag(help: "Continue after a failed command; the exit code is still 1.")
    var keepGoing = false

    @Option(
        name: .customLong("let"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Set a variable for the commands: $NAME; may be repeated.", valueName: "name=text"))
    var variables: [String] = []

    @Option(
        help: ArgumentHelp(
            "Write the results of a script's expectations to a file, as JUnit XML.", valueName: "file"),
        completion: .file())
    var junit: String?

    @Option(
        help: ArgumentHelp(
            "Read aliases, defaults, colours and the pager from a file, also for a script; by default "
                + "~/.config/strobe/config, at the prompt. With an empty name, no file is read.", valueName: "file"),
        completion: .file())
    var config: String?

    /// The configuration file to read; `nil` if there is none.
    ///
    /// - Returns: The lines that can be read, and what is wrong with the others.
    /// - Throws: ``InspectorError`` if the file cannot be read.
    func configuration() throws(InspectorError) -> (script: Script, failures: [ScriptFailure])? {
        let path: String
        if let config {
            guard !config.isEmpty else { return nil }
            path = config.expandingTilde
        } else {
            // Scripts mean the same for everybody.
            guard commands.isEmpty, file == nil, isatty(0) == 1 else { return nil }
            let environment = ProcessInfo.processInfo.environment
            let home =
                environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "~/.config".expandingTilde
            path = home + "/strobe/config"
            guard access(path, F_OK) == 0 else { return nil }
        }
        let reading = ScriptReading()
        let script = try reading.file(path, name: path)
        return (script, reading.failures)
    }

    /// The variables given with `--let`.
    func givenVariables() throws(InspectorError) -> ScriptVariables {
        var all = ScriptVariables()
        for text in variables {
            guard let equals = text.firstIndex(of: "="), ScriptVariables.isName(text[..<equals]) else {
                throw InspectorError(.usage, "`--let \(text)` sets no variable: --let NAME=TEXT.")
            }
            try all.set(String(text[..<equals]), to: String(text[text.index(after: equals)...]))
        }
        return all
    }

    /// The commands given with `-e`, followed by those of the file; `nil` if commands are typed or piped.
    ///
    /// - Throws: ``ScriptFailure``, ``ScriptErrors`` or ``InspectorError`` (`usage`).
    ///
    /// - Parameter aliases: The commands that aliases stand for.
    func givenScript(aliases: [String: String]) throws -> Script? {
        let names = try givenVariables().names
        guard file == "-" else {
            guard file != nil || !commands.isEmpty else { return nil }
            return try Script(commands: commands, file: file, variables: names, aliases: aliases)
        }
        guard isatty(0) == 0 else { return nil }
        guard let bytes = SystemFile.read(STDIN_FILENO, upTo: ScriptReading.maxBytes + 1) else {
            throw InspectorError(.usage, "Standard input cannot be read: \(SystemError.text()).")
        }
        guard bytes.count <= ScriptReading.maxBytes else {
            throw InspectorError(.usage, "Standard input is larger than \(NumberText.bytes(ScriptReading.maxBytes)).")
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw InspectorError(.usage, "Standard input is not UTF-8 text.")
        }
        return try Script(commands: commands, file: "stdin", text: text, variables: names, aliases: aliases)
    }
}
