import Foundation
import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Causes at the prompt", .timeLimit(.minutes(5)))
struct CauseCommandTests {
    private static let utc = TimeText(zone: TimeZone(secondsFromGMT: 0) ?? .current)

    private static func entry(
        _ seq: Int, _ label: String, cause: Int? = nil, after: Int64? = nil, effects: [String] = [],
        nanos: UInt64? = nil
    ) -> LogEntry {
        LogEntry(
            seq: seq, time: Int64(seq) * 1_000_000, action: nil, label: label,
            origin: cause == nil ? "app" : "effect", cause: cause, afterMicros: after, changed: true,
            effects: effects.map { EffectDescription(label: $0) }, durationNanos: nanos)
    }

    @Test("a chain reads from its root down to the entry, and then what came of that")
    func chain() {
        let why = LogWhy.Result(
            links: [
                Self.entry(1, ".load", effects: [".fetch(id: 7)"]),
                Self.entry(3, ".loaded", cause: 1, after: 1_240_000, effects: [".store"], nanos: 20_000_000),
            ],
            children: [Self.entry(4, ".cached", cause: 3, after: 300)],
            running: [
                RunningEffectDescription(
                    id: 2, name: "avatar", label: ".avatar(7)", cause: 3, since: 3_000_000, phase: "running")
            ], more: 2)
        let lines = WhyRendering(time: Self.utc, now: 5_000_000).lines(why)
        #expect(
            lines.map(\.plain) == [
                "  #1  .load  00:00:01.000  app",
                "      ⇒ .fetch(id: 7)",
                "      ↓ 1.2 s",
                "▸ #3  .loaded  00:00:03.000  20.0 ms",
                "      ⇒ .store",
                "      ├ #4  .cached  +300 µs",
                "      ├ … 2 more: --limit N",
                "      └ ◌ avatar  .avatar(7)  running for 2.0 s",
            ])
        #expect(lines[2].segments.contains { $0.text == "1.2 s" && $0.style == .changed })
        #expect(lines[3].segments.contains { $0.text == "20.0 ms" && $0.style == .failure })
    }

    @Test("an entry without a cause says so, and so does a chain that goes further back")
    func ends() {
        let rendering = WhyRendering(time: Self.utc, now: 0)
        #expect(
            rendering.lines(LogWhy.Result(links: [Self.entry(2, ".save", effects: [".write"])], children: [])).map(
                \.plain)
                == ["▸ #2  .save  00:00:02.000  app", "      ⇒ .write", "      no results so far"])
        let cut = rendering.lines(LogWhy.Result(links: [Self.entry(9, ".x", cause: 5)], children: []))
        #expect(cut.first?.plain == "  … an effect of #5, which is further back: why 5")
    }

    @Test("`why` without a seq is about the last entry, or the one at the current position")
    func command() async throws {
        let bench = try await Bench()
        for _ in 0..<3 { _ = try await bench.run("send .increment(by: 1)") }
        await bench.peer.cause(2, by: 1)
        await bench.peer.cause(3, by: 2)
        #expect(try await bench.run("why").contains("▸ #3"))
        _ = try await bench.run("goto 2")
        let text = try await bench.run("why")
        #expect(text.contains("▸ #2") && text.contains("├ #3  .increment(by: 1)  +1.2 s"))
        #expect(await bench.message("why 0").contains("initial state"))
    }

    @Test("as a tree each entry is below the one that caused it, however deep")
    func tree() {
        let entries = [
            Self.entry(1, ".a"), Self.entry(2, ".b", cause: 1, after: 2_000), Self.entry(3, ".c"),
            Self.entry(4, ".d", cause: 2, after: 1_500_000), Self.entry(5, ".e", cause: 1, after: 4_000),
            Self.entry(6, ".f", cause: 99, after: 5),
        ]
        let rows = CauseTree(entries, width: 20).rows
        #expect(rows.map { $0.stem + $0.entry.label } == [".a", "├ .b", "│ └ .d", "└ .e", ".c", ".f"])
        let lines = LogRendering(time: Self.utc).tree(entries).map(\.plain)
        #expect(lines[2].contains("+1.5 s") && lines[2].contains("│ └ .d"))
        #expect(lines[5].contains("effect of 99"))
        let chain = (1...1_000).map { Self.entry($0, ".a", cause: $0 == 1 ? nil : $0 - 1) }
        let deep = CauseTree(chain, width: 20).rows
        #expect(deep.map(\.entry.seq) == Array(1...1_000))
        #expect(deep.allSatisfy { $0.stem.count <= 20 })
    }

    @Test("slow reducers and effects that took long are marked wherever they are shown")
    func slowness() {
        let lines = LogRendering(layout: Layout(width: 100), time: Self.utc).lines([
            Self.entry(1, ".a", nanos: 900_000), Self.entry(2, ".b", nanos: 1_000_000),
            Self.entry(3, ".c", cause: 1, after: 999_999, nanos: 16_000_000),
            Self.entry(4, ".d", cause: 1, after: 1_000_000),
        ])
        func style(_ text: String, _ line: StyledText) -> Style? { line.segments.first { $0.text == text }?.style }
        #expect(style("900 µs", lines[0]) == .dim)
        #expect(style("1.0 ms", lines[1]) == .changed)
        #expect(style("16.0 ms", lines[2]) == .failure)
        #expect(!lines[2].plain.contains("+"))
        #expect(style("1.0 s", lines[3]) == .changed)
        let entry = EntryRendering(time: Self.utc).lines(
            Self.entry(4, ".d", cause: 1, after: 2_000_000, nanos: 2_000_000), changes: [])
        #expect(entry.contains { $0.plain.contains("effect of 1, after 2.0 s") })
        #expect(entry.contains { style("2.0 ms", $0) == .changed })
    }
}
