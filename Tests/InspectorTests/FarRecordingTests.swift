import Foundation
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeRecording
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

/// Recordings with huge gaps between seqs: work for every seq in a gap would never end.
@Suite("Recordings with long gaps", .timeLimit(.minutes(5)))
struct FarRecordingTests {
    private static let far = 1_000_000_000_000

    /// Opens a recording with a low and a huge seq, and runs commands.
    private func run(_ lines: [String]) async throws -> [String] {
        let file = try RecordingFile()
        file.add("begin", changes: [.init(.replace, Path(["count"]), value: 1, old: 0)])
        file.add("begin", changes: [.init(.replace, Path(["count"]), value: 2, old: 1)], skipping: Self.far)
        let recording = try OpenRecording([file.path])
        let client = recording.connect()
        let opened = try await client.initialize(client: .init(name: "test", version: "1"), access: .control)
        let console = RecordingConsole()
        let session = Session(
            client: client, process: opened.process, stores: opened.stores, console: console, options: .init())
        var output: [String] = []
        for line in lines {
            do { try await session.run(line) } catch { session.report(error) }
            output.append((console.takeOutput() + console.takeErrors()).joined(separator: "\n"))
        }
        await client.close()
        return output
    }

    @Test("questions about the log go over the gap in one step")
    func questions() async throws {
        let output = try await run([
            "blame .count --at 1", "find .count == 1", "find --last .count == 1", "search --log nothing", "script",
            "log --action nothing", "log 5", "verify all", "why",
        ])
        #expect(output[0].contains("#1"))
        #expect(output[1].contains("goto 1"))
        #expect(output[2].contains("goto 1"))
        #expect(output[3].contains("nothing found"))
        #expect(output[4].components(separatedBy: "send").count == 3, "\(output[4])")
        #expect(output[6].contains("#2 to #\(Self.far + 1) were not recorded"))
        #expect(output[7].contains("equal"))
    }

    @Test("a script and a report are made of the steps that are there")
    func tools() throws {
        let file = try RecordingFile()
        file.add("begin", changes: [])
        file.add("begin", changes: [], skipping: Self.far)
        let reader = try RecordingReader(paths: [file.path])
        for range in ["1..", "..\(Self.far + 2)", "9"] {
            var script = RecordingScript(reader, name: "a", expects: false)
            try script.write(range: range, of: "shop")
            #expect(script.lines.filter { $0.hasPrefix("send") }.count == (range == "9" ? 1 : 2), "\(range)")
        }
        let report = try Report(
            reader, selection: ReportSelection(from: .seq(2), to: nil, stores: ["shop"]), title: nil)
        #expect(report.steps.map(\.transition.seq) == [Self.far + 2])
    }
}
