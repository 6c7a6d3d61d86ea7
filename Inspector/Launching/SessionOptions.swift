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
    func givenCommands() throws(InspectorError) -> [String]? {
        guard let file, file != "-" else { return commands.isEmpty || file == "-" ? nil : commands }
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw InspectorError(
                .usage, "The file \(file) cannot be read. Check that it is there and that you may read it.")
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw InspectorError(.usage, "The file \(file) is not UTF-8 text.")
        }
        return commands + text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    }
}
