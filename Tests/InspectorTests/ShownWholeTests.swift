import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("What matters is not cut")
struct ShownWholeTests {
    private let reason = "The backend answered 503 Service Unavailable, as it does when it is asked too often."

    private func entry(_ seq: Int, _ label: String, cause: Int? = nil) -> LogEntry {
        LogEntry(seq: seq, time: 0, action: nil, label: label, origin: cause == nil ? "app" : "effect", cause: cause)
    }

    /// The text of wrapped lines.
    private func joined(_ lines: [StyledText]) -> String {
        lines.map { String($0.plain.drop { $0 == " " }) }.joined(separator: " ")
    }

    @Test("the reason of a failure is wrapped in the log, in `why` and as it happens")
    func reasons() {
        let failed = entry(2, ".failed(reason: \"\(reason)\")", cause: 1)
        let layout = Layout(width: 60)
        let log = LogRendering(layout: layout).lines([entry(1, ".load"), failed])
        let why = WhyRendering(layout: layout).lines(
            LogWhy.Result(links: [entry(1, ".load"), failed], children: []))
        let event = LogRendering.event(failed, layout: layout)
        for lines in [log, why, event] {
            #expect(joined(lines).contains(reason), "\(joined(lines))")
            #expect(lines.allSatisfy { $0.width <= 60 })
        }
        // Others stay on one line.
        #expect(LogRendering(layout: layout).lines([entry(1, ".loaded(\"\(reason)\")")]).count == 1)
    }

    @Test(
        "an action reports a failure if a word of its name says so",
        arguments: [
            (".failed(reason: \"x\")", true), (".loadFailed", true), (".details(.didReceiveError(\"x\"))", true),
            (".DetailsFailed(code: 3)", true), (".load_error", true), (".timeout", true),
            (".load(\"failed\")", false), (".ackError", false), (".retryFailed", false), (".terror", false),
            (".loaded(failed: 1)", false),
        ])
    func names(_ label: String, _ isFailure: Bool) {
        #expect(FailureWords.areIn(label) == isFailure)
    }

    @Test("a text is cut around what was searched for, which is marked")
    func around() {
        let text = StyledText(String(repeating: "a", count: 100) + "needle" + String(repeating: "b", count: 100))
        let cut = text.fitted(to: 40, around: Pattern(containing: "NEEDLE", ignoresCase: true))
        #expect(cut.width == 40 && cut.plain.contains("aneedleb"))
        #expect(cut.segments.contains { $0.text == "needle" && $0.style.contains(.match) })
        let early = StyledText("a needle " + String(repeating: "b", count: 100))
        #expect(early.fitted(to: 20, around: Pattern(containing: "needle")).plain == "a needle bbbbbbbbbb…")
    }

    @Test("a hit in a long value is seen in a narrow terminal")
    func hits() {
        let text = String(repeating: "x", count: 300) + " 503 " + String(repeating: "y", count: 300)
        let result = StateSearch.Result(seq: 1, matches: [StateMatch(path: Path(["body"]), value: .string(text))])
        let lines = SearchRendering(layout: Layout(width: 60), pattern: Pattern(containing: "503")).lines(result)
        #expect(lines[0].plain.contains(" 503 ") && lines[0].width <= 60)
    }

    @Test("a long action does not flood the screen, and show --all leaves nothing out of it and of its changes")
    func longActions() {
        let label = ".update([" + (1...500).map(String.init).joined(separator: ", ") + "])"
        let entry = LogEntry(seq: 7, time: 0, action: nil, label: label, origin: "app")
        let changes = (1...50).map { Change(.replace, Path(["n\($0)"]), value: 1, old: 0) }
        let lines = EntryRendering(layout: Layout(width: 80)).lines(entry, changes: changes).map(\.plain)
        #expect(lines.count < 45)
        #expect(lines[12] == "  … 20 more lines: show 7 --all")
        #expect(lines.last == "    … 30 more changes; `show 7 --all` shows them")
        let all = EntryRendering(layout: Layout(width: 80, changes: .max, isWhole: true)).lines(entry, changes: changes)
        #expect(all.map(\.plain).contains { $0.contains("500") } && all.count > 80)
    }
}
