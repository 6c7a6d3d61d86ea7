import InspectorCore
import ArgumentParser
import LineEditing
import StrobeRecording
import StrobeSystem

/// `strobe import`.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Converts an export of Redux DevTools to a recording.",
        discussion: """
            Both shapes are read: the actions with the first state, as the browser extension saves them, and the lifted state with \
            times, skipped actions and the state after each. `strobe export` converts it back. An export without \
            states has actions only: `strobe replay` sends them to a program.
            """)

    @Argument(help: ArgumentHelp("The export.", valueName: "file"), completion: .file())
    var file: String

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The recording; default: the name with .jsonl.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(help: ArgumentHelp("The name of the store; default: that of the file.", valueName: "text"))
    var name: String?

    @Flag(help: "Replace an existing recording.")
    var force = false

    func run() async throws {
        try FileOutcome.report { console in
            let url = URL(fileURLWithPath: file)
            let stem = url.deletingPathExtension().lastPathComponent
            let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
            let lines = try DevToolsImport(path: file, name: name ?? stem, startMicros: now).lines
            let path = output ?? url.deletingPathExtension().path + ".jsonl"
            try RecordingWriter.write(lines, to: path, replacesFile: force)
            let reader = try RecordingReader(paths: [path])
            console.report(ExchangeRendering.imported(reader, path: path, width: console.reportWidth))
        }
    }
}
