import InspectorCore
import ArgumentParser
import StrobeRecording
import StrobeSystem
import StrobeTree

/// `strobe report`.
struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Writes a bug report from recordings, as a page or as Markdown.",
        discussion: """
            The page is one file that loads nothing, with timeline, log, states, diffs, graphs and notes. Anyone \
            who gets the page can see everything in the recording.
            """)

    @Argument(help: ArgumentHelp("Recordings; several are merged by time.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Where to write; - is standard output. Default: the recording's name with .html; for Markdown, standard output.",
            valueName: "file"), completion: .file())
    var output: String?

    @Flag(help: "Write Markdown for an issue tracker, of up to 60,000 characters.")
    var markdown = false

    @Option(help: ArgumentHelp("The title of the report.", valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "Begin at a seq or a time after the start: 120, 90s, 1m30s. A seq needs --store if there are several stores.",
            valueName: "seq|time"))
    var from: String?

    @Option(help: ArgumentHelp("End at a seq or a time after the start.", valueName: "seq|time"))
    var to: String?

    @Option(help: ArgumentHelp("Only this store; may be repeated.", valueName: "id"))
    var store: [String] = []

    func run() async throws {
        try FileOutcome.report(InspectorError.init(placing:), write)
    }

    private func write(_ console: StreamConsole) throws {
        let selection = ReportSelection(from: try bound(from), to: try bound(to), stores: store)
        let report = try Report(RecordingPaths.open(files), selection: selection, title: title)
        let now = TimeText(zone: .gmt).full(TimeText.now()).prefix(19)
        let bytes = markdown ? Array(report.markdown().utf8) : ReportPage.bytes(report, made: "\(now) UTC")
        let destination = output ?? (markdown ? "-" : Self.pageName(for: files[0]))
        if destination == "-" {
            return console.print(bytes: bytes)
        }
        if output == nil, FileManager.default.fileExists(atPath: destination) {
            throw InspectorError(
                .usage, "The file \(destination) already exists: name another file, or this one, with -o FILE.")
        }
        try OutputFile.write(bytes, to: destination)
        console.report(ReportRendering.lines(report, destination: destination, bytes: bytes.count))
    }

    private func bound(_ text: String?) throws(InspectorError) -> ReportSelection.Bound? {
        guard let text else { return nil }
        guard let bound = ReportSelection.bound(text) else {
            throw InspectorError(.usage, "\(text) is neither a seq, such as 120, nor a time, such as 90s or 1m30s.")
        }
        return bound
    }

    /// The default output file: `shop.html` for `shop.jsonl`, in the working directory.
    private static func pageName(for file: String) -> String {
        var name = file.lastName
        for ending in [".gz", ".jsonl", ".json"] where name.hasSuffix(ending) && name.count > ending.count {
            name.removeLast(ending.count)
        }
        return name + ".html"
    }
}
