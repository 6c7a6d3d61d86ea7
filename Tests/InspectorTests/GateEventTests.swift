import LineEditing
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Synchronization
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Events of gates", .timeLimit(.minutes(5)))
struct GateEventTests {
    private func gathered(_ bench: Bench) async throws -> [String] {
        _ = try await bench.session.answer(Ping())
        await bench.session.settle()
        await bench.session.printGathered()
        return bench.console.takeOutput()
    }

    @Test("the opening of a gate by a client that left is printed, with the store's name if it is another")
    func resumed() async throws {
        let bench = try await Bench(isInteractive: true)
        _ = try await bench.run("pause")
        try await bench.peer.openGate(.controllerLeft)
        #expect(try await gathered(bench) == ["▶ open at @0  the last client that controlled it left"])
        #expect(await bench.prompt() == "counter> ")
        _ = try await bench.run("use currency")
        _ = try await gathered(bench)
        try await bench.peer.openGate(.request)
        #expect(try await gathered(bench) == ["counter ▶ open at @0"])
    }

    @Test("what was done here is not printed twice")
    func ownDoing() async throws {
        let bench = try await Bench(isInteractive: true)
        _ = try await bench.run("pause")
        #expect(try await gathered(bench).isEmpty)
        _ = try await bench.run("resume")
        #expect(try await gathered(bench).isEmpty)
        // The gate was open already: the next time, another client opens it.
        _ = try await bench.run("resume")
        _ = bench.console.takeOutput()
        try await bench.peer.openGate(.request)
        #expect(try await gathered(bench) == ["▶ open at @0"])
    }

    @Test("the first stop that is printed says what can be done")
    func hint() async throws {
        let bench = try await Bench(isInteractive: true)
        _ = try await bench.run("break .reset")
        _ = bench.console.takeOutput()
        try await bench.peer.act("reset")
        let first = try await gathered(bench)
        #expect(first.first == "■ breakpoint 1 before .reset  app")
        #expect(first.last == "  step lets it through, resume all; drop discards it, edit changes it")
        _ = try await bench.run("resume")
        _ = bench.console.takeOutput()
        try await bench.peer.act("reset")
        #expect(
            try await gathered(bench) == ["■ breakpoint 1 before .reset  app", "  no changes  ⇒ .save"])
    }

    @Test("what happened before a line was entered is printed above the line's output")
    func order() async throws {
        let bench = try await Bench(isInteractive: true)
        _ = try await bench.run("break .reset")
        _ = bench.console.takeOutput()
        try await bench.peer.act("reset")
        _ = try await bench.session.answer(Ping())
        await bench.session.settle()
        try await bench.session.run(typed: "get .count")
        let printed = bench.console.takeOutput()
        #expect(printed.first == "■ breakpoint 1 before .reset  app")
        #expect(printed.last == "0")
        #expect(try await gathered(bench).isEmpty)
    }

    @Test("the prompt changes while a line is typed")
    func prompt() async throws {
        let bench = try await Bench(isInteractive: true)
        let prompts = Mutex<[String]>([])
        await bench.session.setPromptHandler { prompt in prompts.withLock { $0.append(prompt.plain) } }
        _ = try await bench.run("break .reset")
        try await bench.peer.act("reset")
        _ = try await gathered(bench)
        _ = try await bench.run("send .reset")
        await bench.session.refreshGate()
        _ = try await bench.run("goto 0")
        _ = try await bench.run("resume")
        #expect(
            prompts.withLock { $0 } == [
                "counter paused 1> ", "counter paused 2> ", "counter@0 paused 2> ", "counter@0 paused 1> ",
            ])
    }

    @Test("many texts of log points are summed up, stops among them are not")
    func manyTexts() {
        var feed = EventFeed()
        for seq in 1...300 {
            feed.add(GateLogged(subscription: "1", store: "shop", breakpoint: 4, seq: seq, text: "total \(seq)"))
        }
        let pending = HeldDescription(id: 9, action: nil, label: ".pay", origin: "app", since: 0)
        let stop = GateStop(reason: .breakpoint, breakpoint: 2, phase: .before, pending: pending)
        let stopped = GateStopped(subscription: "1", store: "shop", seq: 300, stop: stop, count: 1)
        feed.add(StopEvent(stopped: stopped, hasHint: false))
        let lines = feed.take(limit: 8, EventRendering(layout: Layout(width: 80), current: "shop") { _ in Notation() })
        #expect(lines.map(\.plain) == ["■ breakpoint 2 before .pay  app", "#300 total 300  log point 4 ×300"])
    }

    @Test("a stop after an action names the entry, and what it did")
    func after() {
        let entry = LogEntry(
            seq: 7, time: 0, action: "loaded", label: ".loaded", origin: "effect", cause: 3, changed: true,
            effects: [.init(label: ".save")], source: "Shop.swift:12")
        let stop = GateStop(
            reason: .breakpoint, breakpoint: 1, phase: .after, entry: entry,
            changes: [Change(.replace, Path(["n"]), value: 2, old: 1)])
        let lines = StopRendering(layout: Layout(width: 80)).lines(stop, seq: 7).map(\.plain)
        #expect(
            lines == [
                "■ breakpoint 1 after #7 .loaded  effect of 3  Shop.swift:12", "  ~ .n  1 → 2", "  ⇒ .save",
            ])
    }

    @Test("a stop says that the action would be rejected, and no line is too wide")
    func rejected() {
        let stop = GateStop(
            reason: .step, phase: .before,
            pending: HeldDescription(
                id: 1, action: nil, label: ".load(\(String(repeating: "x", count: 100)))", origin: "app", since: 0),
            changes: [], error: "no transition on load from loading")
        for width in [20, 40, 80] {
            let lines = StopRendering(layout: Layout(width: width)).lines(stop, seq: 1)
            #expect(lines.allSatisfy { $0.width <= width })
            #expect(lines[0].plain.hasPrefix("■ stepped before"))
            #expect(lines[1].plain.hasPrefix("  ✗ rejected: no"))
        }
    }

    @Test("remarks in the log are printed while it is watched")
    func notes() {
        var feed = EventFeed()
        let note = NoteDescription(afterSeq: 4, time: 0, text: "the gate opened")
        feed.add(LogNoted(subscription: "1", store: "shop", note: note))
        let lines = feed.take(limit: 8, EventRendering(layout: Layout(width: 80), current: "cart") { _ in Notation() })
        #expect(lines.map(\.plain) == ["shop — the gate opened"])
    }

    @Test(
        "Tab knows the ids of breakpoints and of what is held, and paths inside conditions",
        arguments: [
            ("break ", [".reset", ".increment"]), ("break .i", [".increment"]), ("break --p", ["--path"]),
            ("break --path .m", [".mode"]), ("break --if .c", [".count"]), ("break --if .count > 3 && (.mo", [".mode"]),
            ("break --if count(/m", ["/mode"]), ("logpoint at {.c", [".count"]), ("break --if .count > .m", [".mode"]),
            ("delete ", ["1", "2", "all"]), ("disable 1 2", ["2"]), ("commands 2", ["2"]),
            ("commands 2 get .count; ge", ["get"]), ("commands 2 get .count; get .mo", [".mode"]),
            ("drop ", ["1", "all"]),
            ("edit 1 .re", [".reset"]), ("edit .re", [".reset"]), ("edit 1", ["1"]),
        ] as [(String, [String])])
    func completion(line: String, expected: [String]) async throws {
        let bench = try await Bench()
        _ = try await bench.run("break .reset --disabled")
        _ = try await bench.run("break --path .count")
        _ = try await bench.run("pause")
        _ = try await bench.run("send .increment(by: 1)")
        let candidates = await CommandContext(bench.session).complete(line, line.endIndex)?.candidates.map(\.text) ?? []
        #expect(candidates.map { $0.trimmingPrefix(" ") } == expected.map { $0[...] })
    }
}
