import LineEditing
import StrobeProtocol
import StrobeRecording
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("What a report takes from recordings", .timeLimit(.minutes(5)))
struct ReportTests {
    private let count = Path(["count"])

    @Test("the steps of all stores are in the order of time, notes beside them")
    func order() throws {
        let file = try RecordingFile(stores: [RecordingFile.store("a"), RecordingFile.store("b")])
        file.count(store: "a")
        file.count(store: "b")
        file.write(.note(RecordedNote(t: file.now, text: "look", store: "b", seq: 1)))
        file.count(store: "a")
        let report = try file.report()
        #expect(report.steps.map { "\(report.stores[$0.store].id)\($0.transition.seq)" } == ["a1", "b1", "a2"])
        #expect(report.notes.map(\.text) == ["look"])
        #expect(report.notes.map(\.store) == [1])
        #expect(report.duration == 3_000)
    }

    @Test("it says what is hidden, not comparable or missing, and calls none of it unchanged")
    func unknowns() throws {
        let file = try RecordingFile(redaction: ["items"])
        var change = Change(.replace, Path(["count"]), value: 0, old: 0)
        change.isIncomparable = true
        file.add("begin", changes: [])
        file.add("begin", changes: [change])
        file.add(nil, label: ".large", changes: nil)
        file.add("begin", changes: [], error: "no")
        let report = try file.report()
        #expect(report.steps.map(\.incomplete) == [.hidden, .incomparable, nil, nil])
        #expect(report.losses.hiddenLines == ["hidden in shop: .items"])
        let lost = [
            "1 action with a label only (no JSON form, or too large) cannot be sent again by `replay`, `script` or `test`",
            "1 action whose individual changes are unknown",
            "1 action that may have changed incomparable values",
        ]
        #expect(report.losses.lostLines == lost)
        let said = ReportRendering.lines(report, destination: "x", bytes: 1).map(\.plain)
        let markdown = report.markdown()
        for text in lost + ["hidden in shop: .items"] { #expect(said.contains(text) && markdown.contains(text)) }
        #expect(markdown.contains("| nothing visible changed; hidden values may have |"))
        // Opening the recording and its recorder report the same.
        #expect(RecordingLosses(try file.reader()) == report.losses)
        let open = try RecordingFile()
        open.add("begin", changes: [])
        #expect(try open.report().losses == RecordingLosses() && open.report().steps[0].incomplete == nil)
    }

    @Test("a part begins with the state before its first step")
    func part() throws {
        let file = try RecordingFile()
        for _ in 1...10 { file.count() }
        let report = try file.report(from: .seq(4), to: .seq(6))
        #expect(report.steps.map(\.transition.seq) == [4, 5, 6])
        #expect(report.stores.map(\.seq) == [3])
        #expect(report.stores[0].state?.value(at: count) == 3)
        #expect(report.part == "from #4 to #6")
        #expect(report.duration == 2_000)
    }

    @Test("a part by time has the states of stores that did nothing in it")
    func partByTime() throws {
        let file = try RecordingFile(stores: [RecordingFile.store("a"), RecordingFile.store("b")])
        for _ in 1...5 { file.count(store: "a") }
        for _ in 1...5 { file.count(store: "b") }
        let report = try file.report(from: .time(6_500), to: .time(8_000))
        #expect(report.steps.map(\.transition.seq) == [2, 3])
        #expect(report.stores.map(\.seq) == [5, 1])
        #expect(report.stores[0].state?.value(at: count) == 5)
    }

    @Test("numbers of steps need a store where there are several, and a store has to be there")
    func wrongSelections() throws {
        let file = try RecordingFile(stores: [RecordingFile.store("a"), RecordingFile.store("b")])
        file.count(store: "a")
        #expect(throws: InspectorError.self) { try file.report(from: .seq(1)) }
        #expect(throws: InspectorError.self) { try file.report(stores: ["c"]) }
        #expect(throws: InspectorError.self) { try file.report(from: .seq(9), stores: ["a"]) }
        #expect(throws: InspectorError.self) { try file.report(from: .time(2), to: .time(1)) }
        #expect(try file.report(from: .seq(1), stores: ["a"]).steps.count == 1)
    }

    @Test(
        "steps and times are read as people type them",
        arguments: [
            ("120", ReportSelection.Bound.seq(120)), ("90s", .time(90_000_000)), ("1m30s", .time(90_000_000)),
            ("250ms", .time(250_000)), ("1.5s", .time(1_500_000)), ("2h", .time(7_200_000_000)), ("-1", nil),
            ("", nil), ("s", nil), ("1x", nil), ("99999999999999h", nil), ("1e9s", nil),
        ] as [(String, ReportSelection.Bound?)])
    func bounds(text: String, bound: ReportSelection.Bound?) {
        #expect(ReportSelection.bound(text) == bound)
    }

    @Test("a gap is shown, and states continue from the next whole state")
    func gaps() throws {
        let file = try RecordingFile()
        file.count()
        file.write(.gap(RecordedGap(store: "shop", t: 1_500, fromSeq: 2, toSeq: 4, reason: "disk full")))
        file.count(skipping: 3)
        file.write(.keyframe(RecordedKeyframe(store: "shop", seq: 5, t: file.now, state: ["count": 50])))
        file.add("begin", changes: [Change(.replace, count, value: 51, old: 50)])
        let report = try file.report()
        #expect(report.gaps.map(\.seqs) == [2...4])
        #expect(report.gaps.map(\.reason) == ["disk full"])
        #expect(report.keyframes.map(\.seq) == [5])
        var walk = StateWalk(report, store: 0)
        let known = (report.transitions[0] ?? []).map { step -> Value? in
            walk.advance(step)
            return walk.state?.value(at: count)
        }
        #expect(known == [1, 50, 51])
    }

    @Test("states within merged changes are not known, and after them they are")
    func merged() throws {
        let file = try RecordingFile()
        file.count()
        file.add("begin", changes: nil)
        file.add("begin", changes: [Change(.replace, count, value: 3, old: 1)], fromSeq: 1)
        let report = try file.report()
        var walk = StateWalk(report, store: 0)
        let known = (report.transitions[0] ?? []).map { step -> Value? in
            walk.advance(step)
            return walk.state?.value(at: count)
        }
        #expect(known == [1, nil, 3])
    }

    @Test("the graph counts which action led from which case to which, and shows the cases that never came")
    func graph() throws {
        let file = try RecordingFile()
        let phase = Path(["phase"])
        file.add("begin", changes: [Change(.replace, phase, value: "busy", old: "idle")])
        file.add(["add": "x"], changes: [Change(.add, Path(["items", "0"]), value: "x")])
        file.add("begin", changes: [Change(.replace, phase, value: "idle", old: "busy")])
        file.add("begin", changes: [Change(.replace, phase, value: "busy", old: "idle")])
        let graph = try #require(ReportGraph.all(file.report()).first)
        #expect(graph.path == phase)
        #expect(graph.states.map(\.name) == ["idle", "busy", "failed"])
        #expect(graph.states.map(\.visits) == [2, 2, 0])
        #expect(graph.states.map { $0.current == true } == [false, true, false])
        #expect(
            graph.transitions.map { "\($0.from) \($0.action) \($0.to) \($0.count)" } == [
                "idle begin busy 2", "busy begin idle 1",
            ])
    }

    @Test("what a recording declares of a machine is in the graph where it was never taken")
    func declaredGraph() throws {
        var store = RecordingFile.store("machine", state: "idle")
        store.stateSchema = RecordingFile.phase
        store.kind = "machine"
        store.declaration = [
            "initial": "idle", "states": ["idle", "busy"],
            "transitions": [["event": "begin", "from": "idle", "to": "busy"], ["event": 7]],
        ]
        let file = try RecordingFile(stores: [store])
        let graph = try #require(ReportGraph.all(file.report()).first)
        #expect(graph.transitions.map { "\($0.from) \($0.action) \($0.to) \($0.count)" } == ["idle begin busy 0"])
    }

    @Test("a recording of nothing makes a page and a text all the same")
    func nothing() throws {
        let file = try RecordingFile(stores: [])
        let report = try file.report()
        #expect(!ReportPage.bytes(report, made: "now").isEmpty)
        #expect(report.markdown().contains("Nothing was recorded."))
    }
}
