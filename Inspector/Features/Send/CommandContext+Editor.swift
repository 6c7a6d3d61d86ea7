import InspectorCore
import LineEditing
import StrobeProtocol

extension Command.Option {
    /// Edits the argument in the user's editor first.
    static let editor = Command.Option(name: "editor", summary: "write it in $VISUAL or $EDITOR first")
}

extension CommandContext {
    /// Lets the user edit the argument of a command in an editor of their own, then runs the command with it.
    ///
    /// If it is refused, the next line begins with it.
    ///
    /// - Parameters:
    ///   - command: The command as typed, up to the argument.
    ///   - text: The argument to begin with.
    func runEdited(_ command: String, _ text: String) async throws {
        guard options.isInteractive, hit == nil, scriptRun == nil else {
            throw InspectorError(.usage, "`--editor` needs a terminal. Write the argument in the line.")
        }
        let edited = try await console.edit(LiteralLayout.text(text))
        let argument = edited[...].trimmedBlanks
        guard !argument.isEmpty else { throw InspectorError(.failed, "Nothing was done: the text is empty.") }
        let line = "\(command) \(argument)"
        do {
            try await run(line)
        } catch {
            await session.begin(nextLine: line)
            throw error
        }
    }
}
