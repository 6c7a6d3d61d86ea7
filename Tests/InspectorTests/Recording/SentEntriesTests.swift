import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Entries with the changes that are sent beside them")
struct SentEntriesTests {
    private let now = ContinuousClock.now
    private var sent = SentEntries(after: 4)

    private mutating func add(
        _ seq: Int, changed: Bool? = true, incomplete: Incompleteness? = nil, action: Value = "go"
    ) {
        sent.add(
            LogEntry(
                seq: seq, time: 0, action: action, label: ".go", origin: "app", changed: changed, incomplete: incomplete
            ))
    }

    private mutating func change(_ from: Int, _ to: Int, isKnown: Bool = true) {
        sent.add(
            StateChanged(
                subscription: "1", store: "a", fromSeq: from, seq: to, changes: isKnown ? [marker(to)] : nil))
    }

    private func marker(_ seq: Int) -> Change { Change(.replace, Path(["n"]), value: .int(Int64(seq))) }

    /// The numbers that can be written, with the number of their changes, and whether the log has to be asked.
    private mutating func take(after seq: Int, later: Duration = .zero) -> String {
        let taken = sent.take(after: seq, now: now + later)
        let entries = (taken.page?.entries ?? []).map { entry in
            let numbers = (entry.changes ?? []).map { $0.value.map { JSON.text($0) } ?? "" }
            return "\(entry.seq):\(numbers.joined())"
        }
        let notes = (taken.page?.notes ?? []).map(\.text)
        return (entries + notes + (taken.mustAsk ? ["ask"] : []) + (taken.isWaiting ? ["wait"] : []))
            .joined(separator: " ")
    }

    @Test("an entry is complete with its changes, in whichever order they come")
    mutating func pairs() {
        add(5)
        change(4, 5)
        #expect(take(after: 4) == "5:5")
        change(5, 6)
        #expect(take(after: 5) == "wait")
        add(6)
        #expect(take(after: 5) == "6:6")
        #expect(take(after: 6).isEmpty)
    }

    @Test("what changed nothing needs no changes, and those of one entry may span it")
    mutating func unchanged() {
        add(5, changed: false)
        #expect(take(after: 4) == "5:")
        add(6)
        add(7, changed: false)
        change(4, 8)
        #expect(take(after: 5) == "wait")
        add(8, changed: false)
        #expect(take(after: 5) == "6:8 7: 8:")
    }

    @Test("changes of several entries are asked for", arguments: [false, true])
    mutating func merged(isFirstRead: Bool) {
        add(5)
        change(4, 5)
        #expect(take(after: 4) == "5:5")
        // The first one was read from the log, with changes of its own.
        if !isFirstRead { add(6) }
        add(7)
        change(5, 7)
        #expect(take(after: isFirstRead ? 6 : 5) == "ask")
        // What comes later is taken again.
        add(8)
        change(7, 8)
        #expect(take(after: 7) == "8:8")
    }

    @Test(
        "what is not computed, hidden, not comparable or too large is asked for",
        arguments: [Incompleteness?.none, .hidden, .incomparable, .tooLarge, .unknown])
    mutating func incomplete(_ why: Incompleteness?) {
        add(5, changed: nil, incomplete: why)
        #expect(take(after: 4) == "ask")
        add(6, changed: true, incomplete: .tooLarge)
        #expect(take(after: 5) == "ask")
        add(7)
        change(6, 7, isKnown: false)
        #expect(take(after: 6) == "ask")
    }

    @Test("a gap is asked for, and what was read already is passed over")
    mutating func gap() {
        add(5)
        change(4, 5)
        add(6)
        change(5, 6)
        #expect(take(after: 5) == "6:6")
        add(8)
        change(7, 8)
        #expect(take(after: 6) == "ask")
        sent.miss()
        add(9)
        change(8, 9)
        #expect(take(after: 8) == "ask")
    }

    @Test("changes that do not come are asked for after a while: they cancelled each other out")
    mutating func patience() {
        add(5)
        add(6)
        #expect(take(after: 4) == "wait")
        #expect(take(after: 4, later: .milliseconds(99)) == "wait")
        #expect(take(after: 4, later: .milliseconds(100)) == "ask wait")
        #expect(take(after: 6, later: .milliseconds(200)).isEmpty)
    }

    @Test("remarks come after their entries, also where those are asked for")
    mutating func notes() {
        sent.add(NoteDescription(afterSeq: 4, time: 0, text: "early"))
        sent.add(NoteDescription(afterSeq: 5, time: 0, text: "late"))
        #expect(take(after: 4) == "early wait")
        add(5, changed: nil)
        #expect(take(after: 4) == "ask")
        #expect(take(after: 5) == "late")
    }

    @Test("what waits is bounded: more is asked for, however large it is")
    mutating func bounded() {
        for seq in 5...40_000 { add(seq) }
        #expect(take(after: 4) == "ask")
        add(5, action: .array((0..<200_000).map { .int($0) }))
        #expect(take(after: 4) == "ask")
        add(6, action: .string(String(repeating: "x", count: 5 << 20)))
        #expect(take(after: 5) == "ask")
        for turn in 0..<5_000 { sent.add(NoteDescription(afterSeq: 9, time: 0, text: "\(turn)")) }
        #expect((sent.take(after: 9, now: now).page?.notes ?? []).count <= 1_000)
    }
}
