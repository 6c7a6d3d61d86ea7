import InspectorCore
import ArgumentParser
import StrobePlayback
import StrobeRecording
import StrobeSystem

/// `strobe test`.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Writes a test from transitions of a recording.",
        discussion: """
            The test is a file for Swift Testing: it creates a store with the state before the first transition, sends the recorded \
            actions, and expects what they changed. Effects are not performed; the actions that answered them are sent \
            as well. You write a function once that creates the store: makeShopStore(initial:) for the store shop.

            Values are written in Swift as far as the recorded schema goes, structs with their memberwise initialisers; \
            if yours have none, --decode decodes values from JSON instead.
            """)

    @Argument(help: ArgumentHelp("A recording.", valueName: "file"), completion: .file())
    var file: String

    @Argument(help: ArgumentHelp("The transitions, a..b; default: all.", valueName: "range"))
    var range: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where to write; default: standard output.", valueName: "file"), completion: .file())
    var output: String?

    @Option(help: ArgumentHelp("The store; optional if there is only one.", valueName: "id"))
    var store: String?

    @Option(help: ArgumentHelp("The module to import for the types of the state and the actions.", valueName: "name"))
    var module: String?

    @Flag(help: "Decode all values from JSON, except cases without payloads.")
    var decode = false

    func run() async throws {
        try FileOutcome.report(InspectorError.init(placing:), write)
    }

    private func write(_ console: StreamConsole) throws {
        let reader = try RecordingPaths.open([file])
        let test = try Self.test(reader, range: range, store: store, module: module, decodes: decode)
        guard let output, output != "-" else {
            return console.print(bytes: Array(test.source.utf8))
        }
        try OutputFile.write(Array(test.source.utf8), to: output)
        console.report(GeneratedTestRendering.lines(test, destination: output))
    }

    /// Generates the test of a part of a recording.
    static func test(
        _ reader: RecordingReader, range: String?, store: String?, module: String?, decodes: Bool
    ) throws(InspectorError) -> GeneratedTest {
        let stores = reader.stores
        guard let id = store ?? (stores.count == 1 ? stores.first?.id : nil) else {
            let known = stores.map(\.id).joined(separator: ", ")
            throw InspectorError(.usage, "Name the store of the transitions with --store: \(known).")
        }
        var (from, to): (Int?, Int?) = (nil, nil)
        if let range {
            guard case .between(let first, let last) = try SeqRange(range) else {
                throw InspectorError(.usage, "`\(range)` is not a range of seqs: give it as FROM..TO, such as 3..9.")
            }
            (from, to) = (first, last)
        }
        let known = stores.first { $0.id == id }
        if let known, let to, to > known.lastSeq {
            throw InspectorError(.usage, "The store \(id) ends with #\(known.lastSeq): `..\(to)` is beyond it.")
        }
        let first = known.map { $0.firstSeq + 1 } ?? 1
        let selection = ReportSelection(from: .seq(from ?? first), to: to.map { .seq($0) }, stores: [id])
        let report = try Report(reader, selection: selection, title: nil)
        guard let known else { throw InspectorError(.usage, "The recording has no store \(id).") }
        return try GeneratedTest(
            report, module: module, decodes: decodes, hiding: RecordedHiding(known, of: reader))
    }
}
