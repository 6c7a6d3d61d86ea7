import Foundation
import LineEditing
import StrobeRecording
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("What is said of a recording")
struct RecordingRenderingTests {
    /// Writes a recording and reads its summary.
    private func summary(
        _ lines: [RecordingLine] = [], redaction: [String]? = ["/users/*/email", "*token*"], end: String? = "stopped",
        damage: String = ""
    ) throws -> RecordingSummary {
        let path = FileManager.default.temporaryDirectory.appending(path: "strobe-\(UUID().uuidString).jsonl").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let header = RecordingHeader(
            id: "1", startMicros: 1_790_000_000_000_000, process: .init(pid: 4_711, name: "shop"),
            platform: .init(system: "linux", architecture: "arm64"),
            recorder: .init(name: "strobe", version: "0.1.0", place: "headless"), redaction: redaction,
            stores: [
                RecordedStore(
                    id: "cart", name: "cart", kind: "reducer", stateType: "Cart", actionType: "Action", seq: 0,
                    state: ["n": 0], replay: true)
            ])
        let writer = try RecordingWriter(path: path, header: header)
        writer.write(lines)
        if let end { writer.close(reason: end) }
        if !damage.isEmpty {
            let handle = try FileHandle(forWritingTo: URL(filePath: path))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(damage.utf8))
            try handle.close()
        }
        return RecordingSummary(try RecordingReader(paths: [path]))
    }

    private func text(_ summary: RecordingSummary, isFollowing: Bool = false, width: Int = 120) -> [String] {
        var times = TimeText()
        times.zone = TimeZone(secondsFromGMT: 0) ?? .current
        return RecordingRendering(layout: Layout(width: width), times: times, isFollowing: isFollowing)
            .lines(summary).map(\.plain)
    }

    private func step(_ seq: Int, t: Int64) -> RecordingLine {
        .transition(
            RecordedTransition(store: "cart", seq: seq, t: t, action: "add", label: ".add", origin: "app", changes: []))
    }

    @Test("it says whose process it was, when, how it ended and what was hidden")
    func whole() throws {
        var lines = text(try summary([step(1, t: 1_000), step(2, t: 192_500_000)]))
        // The end line has the time of the test.
        let time = lines.remove(at: 1)
        #expect(
            lines == [
                "shop  pid 4711  recording  linux arm64  by strobe 0.1.0 (headless)",
                "  redacted: /users/*/email, *token*",
            ])
        #expect(time.hasPrefix("  2026-09-21 14:13:20 to "))
        #expect(time.hasSuffix("  ended: stopped"))
    }

    @Test("one without an end is being written, or its recorder was killed")
    func open() throws {
        let summary = try summary([step(1, t: 65_000_000)], redaction: [], end: nil)
        #expect(
            text(summary, width: 200).dropFirst().first
                == "  2026-09-21 14:13:20 to 14:14:25  1 min 5 s  has no end: it is being written (--follow continues), "
                + "or its recorder was killed")
        #expect(text(summary, isFollowing: true)[1] == "  2026-09-21 14:13:20 to 14:14:25  1 min 5 s  following")
        #expect(text(summary).last == "  nothing in it is redacted")
    }

    @Test("gaps and damaged places are counted and listed, the first of many")
    func losses() throws {
        let gaps: [RecordingLine] = (0..<7).map {
            .gap(RecordedGap(store: "cart", t: 1, fromSeq: $0 * 10 + 2, toSeq: $0 * 10 + 9, reason: "evicted"))
        }
        let summary = try summary([step(1, t: 1)] + gaps, end: nil, damage: "no json\n{\"kind\":\"transi")
        let lines = text(summary)
        #expect(summary.hasLosses)
        #expect(lines.contains { $0.contains("not recorded: ") && $0.contains("gaps") })
        #expect(lines.contains("    cart #2 to #9  evicted"))
        #expect(lines.contains { $0.contains("more; see `about`") })
        #expect(lines.contains { $0.hasPrefix("  damaged: ") && $0.hasSuffix("in 2 places skipped") })
    }

    @Test("no line is wider than the terminal")
    func width() throws {
        let summary = try summary([step(1, t: 1)], redaction: (0..<40).map { "/rule/number/\($0)" }, damage: "x\n")
        for line in text(summary, width: 40) { #expect(line.count <= 40, "\(line)") }
    }
}
