import InspectorCore
import ArgumentParser
import LineEditing
import StrobeRecording
import StrobeTree

/// `strobe export`.
struct ExportCommand: AsyncParsableCommand {
    /// The formats that can be written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case devtools
    }

    /// The names of the `DevToolsShape` cases on the command line.
    enum Shape: String, ExpressibleByArgument, CaseIterable {
        case lifted, actions
    }

    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Converts a recording for import into Redux DevTools.",
        discussion: """
            The lifted state has times and the state after each action; if only the actions are exported, the reducers of \
            the page compute the states again. Data without a counterpart in Redux DevTools is in members that it ignores; \
            `strobe import` reads them.
            """)

    @Argument(help: ArgumentHelp("A recording, or the files of one.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Where to write; - is standard output.", valueName: "file"),
        completion: .file())
    var output: String

    @Option(help: ArgumentHelp("What to write: devtools.", valueName: "name"))
    var format = Format.devtools

    @Option(help: ArgumentHelp("lifted or actions; default: the imported form, else lifted.", valueName: "name"))
    var shape: Shape?

    @Option(help: ArgumentHelp("The store; optional if there is only one.", valueName: "id"))
    var store: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    func run() async throws {
        try FileOutcome.report { console in
            let reader = try RecordingPaths.open(files)
            let export = try DevToolsExport(reader, store: store)
            let shape = shape.flatMap { DevToolsShape(rawValue: $0.rawValue) } ?? export.shape
            let value = try export.value(shape)
            guard output != "-" else { return console.print(machineLine: JSON.text(value)) }
            try RecordingWriter.write(value, to: output, replacesFile: force)
            console.report(
                ExchangeRendering.exported(reader, shape, path: output, width: console.reportWidth))
        }
    }
}
