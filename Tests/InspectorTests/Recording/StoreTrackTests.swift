import StrobeProtocol
import StrobeRecording
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("How far a store is recorded")
struct StoreTrackTests {
    private func track(seq: Int = 0, state: Value? = ["n": 0]) -> StoreTrack {
        StoreTrack(
            RecordedStore(
                id: "a", name: "a", kind: "reducer", stateType: "A", actionType: "B", seq: seq, state: state,
                replay: true),
            startMicros: 100)
    }

    private func entry(_ seq: Int, to value: Int?, from: Int? = nil) -> LogEntry {
        LogEntry(
            seq: seq, time: 100 + Int64(seq), action: "go", label: ".go", origin: "app",
            changes: value.map { [Change(.replace, Path(["n"]), value: .int(Int64($0)))] }, fromSeq: from)
    }

    private func page(_ entries: [LogEntry], seq: Int? = nil, notes: [NoteDescription]? = nil) -> LogList.Result {
        LogList.Result(seq: seq ?? entries.last?.seq ?? 0, entries: entries, notes: notes)
    }

    private func kinds(_ lines: [RecordingLine]) -> [String] {
        lines.map { line in
            switch line {
            case .transition(let transition): "\(transition.seq)"
            case .keyframe(let keyframe): "keyframe \(keyframe.seq)"
            case .gap(let gap): "gap \(gap.fromSeq)...\(gap.toSeq)"
            case .note(let note): "note \(note.seq ?? -1) \(note.text)"
            default: "other"
            }
        }
    }

    @Test("each transition becomes a line, and the state follows their changes")
    func follows() {
        var track = track()
        #expect(kinds(track.take(page([entry(1, to: 1), entry(2, to: 5)]), now: 9)) == ["1", "2"])
        #expect(track.state == ["n": 5] && track.last == 2 && !track.needsState)
        // Transitions taken before are skipped.
        #expect(kinds(track.take(page([entry(2, to: 5), entry(3, to: 6)]), now: 9)) == ["3"])
        #expect(track.present.state == ["n": 6] && track.present.seq == 3)
    }

    @Test("changes that several transitions share lead to the state after the last of them")
    func merged() {
        var track = track()
        let lines = track.take(page([entry(1, to: nil), entry(2, to: nil), entry(3, to: 7, from: 0)]), now: 9)
        #expect(kinds(lines) == ["1", "2", "3"])
        #expect(track.state == ["n": 7] && !track.needsState)
        guard case .transition(let last) = lines[2] else {
            Issue.record("no transition")
            return
        }
        #expect(last.fromSeq == 0 && last.t == 3)
    }

    @Test("what is no longer in the log is a gap, and the state is asked for and written after it")
    func gap() {
        var track = track()
        let lines = track.take(page([entry(4, to: 1)], seq: 6), now: 9)
        #expect(kinds(lines) == ["gap 1...3", "4"])
        #expect(
            track.needsState && track.state == nil && track.losses.gaps == 1 && track.losses.missed == 3
                && track.behind == 2)
        // The past state is unavailable as well; the live one has a seq that is not yet reached.
        #expect(track.take(["n": 30], at: 6, now: 9).isEmpty)
        #expect(!track.needsState)
        #expect(kinds(track.take(page([entry(5, to: 2), entry(6, to: 30)]), now: 9)) == ["5", "6", "keyframe 6"])
        #expect(track.state == ["n": 30])
    }

    @Test("a state that cannot be had is not asked for again with every transition")
    func unknown() {
        var track = track(state: nil)
        #expect(track.needsState)
        #expect(!track.lacksState)
        #expect(kinds(track.missState(now: 9)).first?.hasPrefix("note 0 the state is not available") == true)
        #expect(track.missState(now: 9).isEmpty && track.lacksState)
        _ = track.take(page([entry(1, to: 1)]), now: 9)
        #expect(!track.needsState)
        _ = track.take(page((2...1_001).map { entry($0, to: $0) }), now: 9)
        #expect(track.needsState)
        #expect(kinds(track.take(["n": 1], at: 1_001, now: 9)) == ["keyframe 1001"])
    }

    @Test("changes that do not fit the state make it unknown, and are written all the same")
    func wrongChanges() {
        var track = track(state: ["other": 1])
        #expect(kinds(track.take(page([entry(1, to: 1)]), now: 9)) == ["1"])
        #expect(track.needsState && track.state == nil)
    }

    @Test("remarks are after their transitions, once, however often they are sent")
    func notes() {
        var track = track()
        let early = NoteDescription(afterSeq: 0, time: 100, text: "first")
        let late = NoteDescription(afterSeq: 2, time: 102, text: "late")
        #expect(kinds(track.take(early)) == ["note 0 first"])
        #expect(track.take(late).isEmpty)
        let lines = track.take(page([entry(1, to: 1), entry(2, to: 2)], notes: [early, late]), now: 9)
        #expect(kinds(lines) == ["1", "2", "note 2 late"])
        #expect(track.take(late).isEmpty)
        #expect(kinds(track.take(page([entry(3, to: 3)], notes: [late]), now: 9)) == ["3"])
    }

    @Test("what is known to be there and was not read is a gap at the end")
    func givenUp() {
        var track = track()
        _ = track.take(page([entry(1, to: 1)], seq: 9), now: 9)
        #expect(kinds(track.giveUp(now: 9, reason: "over")) == ["gap 2...9"])
        #expect(track.giveUp(now: 9, reason: "over").isEmpty)
    }

    @Test("sizes are read as people type them")
    func sizes() {
        #expect(ByteCount.parse("16MB") == 16_000_000)
        #expect(ByteCount.parse("16mib") == 16 << 20)
        #expect(ByteCount.parse("1.5k") == 1_500)
        #expect(ByteCount.parse("4096") == 4_096)
        for text in ["", "MB", "-1", "1e3", "1 MB", "12XB", "0", "99999999999GB"] {
            #expect(ByteCount.parse(text) == nil)
        }
    }
}
