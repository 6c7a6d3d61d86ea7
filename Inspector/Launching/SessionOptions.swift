import ArgumentParser
import Foundation

/// The options that all ways to begin a session share.
struct SessionOptions: ParsableArguments {
    @Option(
        name: .customShort("e"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Run a command and leave; may be given again.", valueName: "cmd"))
    var commands: [String] = []

    @Option(
        name: .customShort("f"),
        help: ArgumentHelp(
            "Run the commands in a file, one a line, after those of -e; - is standard input.", valueName: "file"))
    var file: String?

    @Flag(help: "Print the protocol's result objects, one a line.")
    var json = false

    @Flag(help: "Ask for read access only: nothing can be sent or restored.")
    var readOnly = false

    @Flag(help: "Go on after a command that failed; the exit code is 1 all the same.")
    var keepGoing = false

    /// The commands that were given, of -e and then of the file; `nil` where they come from standard input.
    func givenCommands() throws -> [String]? {
        guard let file, file != "-" else { return commands.isEmpty || file == "-" ? nil : commands }
        do {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
            return commands + lines
        } catch {
            throw ValidationError("The file \(file) cannot be read: \(error.localizedDescription)")
        }
    }
}
