import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("How the origin of actions is shown", .timeLimit(.minutes(5)))
struct AttributionRenderingTests {
    private let load = LogEntry(
        seq: 1, time: 0, action: "load", label: ".load", origin: "app", effects: [.init(label: ".fetch", value: nil)])
    private let edited = LogEntry(
        seq: 2, time: 0, action: nil, label: ".failed(reason: \"x\")", origin: "effect", cause: 1, changed: true,
        editedFrom: ".loaded(1)")
    private let dropped = NoteDescription(
        afterSeq: 1, time: 0, text: "dropped at the gate: .loaded(2), effect of 1 (held as 1)", cause: 1)

    private func text(_ lines: [StyledText]) -> String { lines.map(\.plain).joined(separator: "\n") }

    @Test("an event and a tree of the log say that an entry was edited")
    func log() {
        #expect(
            text(LogRendering.event(edited, layout: Layout(width: 120)))
                == "#2 .failed(reason: \"x\")  effect of 1  edited at the gate")
        #expect(text(LogRendering().tree([load, edited])).contains(".failed(reason: \"x\")  edited at the gate"))
    }

    @Test("an entry has what was dispatched, and the remarks about it")
    func entry() {
        let lines = text(
            EntryRendering(layout: Layout(width: 120)).lines(edited, changes: [], notes: [dropped]))
        #expect(lines.contains("origin   effect of 1, edited at the gate (was .loaded(1))"))
        #expect(lines.contains("before   dropped at the gate: .loaded(2), effect of 1 (held as 1)"))
    }

    @Test("`why` shows what was dropped below what asked for it, and does not say that nothing came of it")
    func why() {
        let gone = text(
            WhyRendering(layout: Layout(width: 120)).lines(.init(links: [load], children: [], notes: [dropped])))
        #expect(gone.hasSuffix("⇒ .fetch\n      — dropped at the gate: .loaded(2), effect of 1 (held as 1)"))
        let nothing = text(WhyRendering(layout: Layout(width: 120)).lines(.init(links: [load], children: [])))
        #expect(nothing.contains("no results so far"))
        let both = text(WhyRendering(layout: Layout(width: 120)).lines(.init(links: [load, edited], children: [])))
        #expect(both.hasSuffix("edited at the gate\n      was .loaded(1)"))
    }

    @Test("a change without an action is none that lacks its action, and a restore is none either")
    func placements() {
        for (origin, label, isPlacement) in [
            ("app", "change", true), ("restore", "restore of 1", true), ("edit", "set .a", true), ("app", ".a", false),
        ] {
            let entry = LogEntry(seq: 1, time: 0, action: nil, label: label, origin: origin)
            #expect(entry.isPlacement == isPlacement && entry.lacksAction == !isPlacement)
        }
        #expect(!LogEntry(seq: 1, time: 0, action: 1, label: "change", origin: "app").isPlacement)
    }
}
