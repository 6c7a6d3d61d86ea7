import Foundation
import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Rendering of rejected actions")
struct RejectionRenderingTests {
    private static let reason = "no transition on push from locked"

    private func text(_ lines: [StyledText]) -> String {
        lines.map(\.onOneLine.plain).joined(separator: "\n")
    }

    private func entry(_ seq: Int, _ label: String, changed: Bool, error: String? = nil) -> LogEntry {
        LogEntry(
            seq: seq, time: 1_795_262_581_123_456, action: .string(String(label.dropFirst())), label: label,
            origin: "inspector", changed: changed, error: error)
    }

    @Test("the log marks a rejected action and shows the reason")
    func log() throws {
        let utc = TimeText(zone: try #require(TimeZone(secondsFromGMT: 0)))
        let entries = [
            entry(1, ".push", changed: false, error: Self.reason), entry(2, ".coin", changed: true),
            entry(3, ".wait", changed: false),
        ]
        #expect(
            text(LogRendering(layout: Layout(width: 90), time: utc).lines(entries)) == """
                ✗  1  12:03:01.123  inspector  .push  no transition on push from locked
                ~  2  12:03:01.123  inspector  .coin
                ·  3  12:03:01.123  inspector  .wait
                """)
    }

    @Test("the current position keeps its mark, and the reason is shown nevertheless")
    func position() {
        let rejected = entry(1, ".push", changed: false, error: Self.reason)
        let line = text(LogRendering(layout: Layout(width: 90), position: 1).lines([rejected]))
        #expect(line.hasPrefix("▸") && line.hasSuffix(Self.reason))
    }

    @Test("a rejected action that happens while one types is marked, with its reason")
    func event() {
        let rejected = entry(7, ".push", changed: false, error: Self.reason)
        #expect(
            text(LogRendering.event(rejected, layout: Layout(width: 90)))
                == "#7 .push  inspector  ✗  no transition on push from locked")
        let narrow = LogRendering.event(rejected, layout: Layout(width: 40))
        #expect(narrow.allSatisfy { $0.width <= 40 })
        #expect(narrow.map { $0.plain.drop { $0 == " " } }.joined(separator: " ").hasSuffix(Self.reason))
    }

    @Test("one entry shows why it was rejected")
    func entry() {
        let lines = text(EntryRendering().lines(entry(7, ".push", changed: false, error: Self.reason), changes: []))
        #expect(lines.contains("\n  rejected no transition on push from locked\n"))
        #expect(lines.hasSuffix("\n  changes  none"))
    }

    @Test("what was sent and rejected says so, on a dry run too")
    func dispatched() {
        let result = ActionDispatch.Result(
            seq: 9, changed: false, changes: [], effects: [], error: Self.reason)
        #expect(text(DispatchRendering().lines(result)) == "#9  ✗ rejected: no transition on push from locked")
        #expect(
            text(DispatchRendering().lines(result, isDryRun: true))
                == "dry run at @9  ✗ rejected: no transition on push from locked")
    }

    @Test("control characters in a reason never reach the terminal")
    func control() {
        let rejected = entry(1, ".push", changed: false, error: "\u{1B}[2Jgone\nnext")
        let lines =
            LogRendering(layout: Layout(width: 90)).lines([rejected])
            + LogRendering.event(rejected, layout: Layout(width: 90))
            + EntryRendering().lines(rejected, changes: [])
            + DispatchRendering().lines(
                .init(seq: 1, changed: false, changes: [], effects: [], error: "\u{1B}[2Jgone\nnext"))
        let written = lines.map { $0.onOneLine.rendered(colours: false) }.joined()
        #expect(!written.unicodeScalars.contains { $0.value < 0x20 })
        #expect(written.contains("gone\\nnext"))
    }
}
