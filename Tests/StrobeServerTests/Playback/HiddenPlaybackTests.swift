import DeclarationTesting
import RecordingTesting
import Strobe
import StrobeClient
import StrobePlayback
import StrobeProtocol
import StrobeRecording
import StrobeTransport
import StrobeReflection
import StrobeTree
import Testing
import WireTesting

@testable import StrobeServer

/// Values redacted in a store are redacted in its recording.
@Suite("A recording hides what its store hid", .timeLimit(.minutes(5)))
struct HiddenPlaybackTests {
    private static let values = RedactedValues(
        texts: ["one", "two", "three", "four"], numbers: [4, 5, 6, 7], flags: [true, false],
        words: ["a", "b"], levels: [.high, .low])

    /// The rules in the header of a recording.
    private enum Rules { case all, ofTheStore, unknown }

    private func session(_ rules: Rules) async throws -> (RedactedProgram, DebugClient, Tape) {
        let program = try RedactedProgram(Self.values)
        let (mine, theirs) = MemoryConnection.pair()
        Task { await program.server.serve(mine) }
        let live = DebugClient(connection: TappedConnection.tapping(theirs))
        var opened = try await live.initialize(client: .init(name: "test", version: "1"), access: .control)
        try await program.run()
        opened.stores = try await live.send(StoreList()).stores.filter { $0.id == "safe" || $0.id == "talker" }
        let tape = Tape()
        let recording = ClientRecording(live)
        var header = try await recording.header(opened, startMicros: Tape.start)
        let texts = opened.redaction
        switch rules {
        case .all: header.redaction = texts
        case .ofTheStore: for index in header.stores.indices { header.stores[index].redaction = texts }
        case .unknown: header.redaction = nil
        }
        try tape.write(header, try await recording.lines(opened.stores, startMicros: Tape.start))
        return (program, live, tape)
    }

    private func questions(_ store: StoreDescription) -> [any Request] {
        let (id, last) = (store.id, store.seq)
        let paths =
            id == "safe"
            ? ["/password", "/code", "/card", "/owners/0/email", "/words", "/level", "/phase", "/count", "/user"]
            : ["/inner", "/inner/password", "/count"]
        var questions: [any Request] = [LogList(store: id), LogList(store: id, changes: true), StateGet(store: id)]
        for seq in 0...last {
            questions.append(LogGet(store: id, seq: max(seq, 1)))
        }
        for text in paths {
            guard let path = try? Path(pointer: text) else { continue }
            questions += [
                StateBlame(store: id, path: path), HistoryFind(store: id, condition: "changed(\(text))"),
                HistoryFind(store: id, condition: "exists(\(text))"), LogList(store: id, filter: .init(path: path)),
                StrobeProtocol.StateDiff(store: id, from: .seq(0), to: .seq(last), path: path),
                StateGet(store: id, path: path), StateTree(store: id, path: path),
            ]
        }
        for text in [".code == 4", ".password == \"two\"", ".level == .high", ".words == []", ".armed"]
        where id == "safe" {
            questions.append(HistoryFind(store: id, condition: text))
        }
        return questions
    }

    @Test("every question gets the answer that the store gave", arguments: [true, false])
    func parity(isInHeader: Bool) async throws {
        let (program, live, tape) = try await session(isInHeader ? .all : .ofTheStore)
        let (playback, recorded) = try await tape.open()
        for store in try await recorded.send(StoreList()).stores {
            // Without shapes a recording does not name types.
            for question in questions(store) where Declarations.areRead || !(question is StateTree) {
                let (expected, answer) = (try await live.outcome(question), try await recorded.outcome(question))
                let asked = "\(type(of: question).method) \(JSON.text(.object(try question.params())))"
                #expect(
                    expected == answer, "\(asked)\n  live     \(JSON.text(expected))\n  recorded \(JSON.text(answer))")
            }
        }
        withExtendedLifetime((program, playback)) {}
    }

    @Test(
        "where the rules are not known, a placeholder is taken for something hidden, and an equal state is not unchanged"
    )
    func unknownRules() async throws {
        let (program, _, tape) = try await session(.unknown)
        let (playback, recorded) = try await tape.open()
        // A code was set, which is redacted.
        let entry = try await recorded.send(LogGet(store: "safe", seq: 4)).entry
        #expect(entry.label.hasPrefix(".setCode") && entry.changed == nil && entry.incomplete == .hidden)
        #expect(try await recorded.send(StateBlame(store: "safe", path: Path(["password"]))).incomplete == .hidden)
        #expect(try await recorded.send(StateBlame(store: "safe", path: Path(["user"]))).incomplete == nil)
        let tree = try await recorded.send(StateTree(store: "safe", path: Path(["password"])))
        #expect(tree.node.redacted == true)
        withExtendedLifetime((program, playback)) {}
    }

    @Test("a placeholder that no rule covers is a text like any other")
    func foreignPlaceholder() async throws {
        let tape = Tape()
        try tape.write(Tape.header(["n": 0, "text": .string(RedactionRule.placeholder)]), [Tape.step(1)])
        let (playback, recorded) = try await tape.open()
        #expect(try await recorded.send(StateBlame(path: Path(["text"]))).incomplete == nil)
        #expect(try await recorded.send(StateTree(path: Path(["text"]))).node.redacted == nil)
        withExtendedLifetime(playback) {}
    }

    @Test("a change that cannot be compared is so in a recording")
    func incomparable() async throws {
        let tape = Tape()
        var change = Change(.replace, Path(["n"]), value: "View", old: "View")
        change.isIncomparable = true
        try tape.write(
            Tape.header(["n": "View"]),
            [
                .transition(
                    RecordedTransition(
                        store: "shop", seq: 1, t: 1, action: "load", label: ".load", origin: "app", changes: [change]))
            ])
        let (playback, recorded) = try await tape.open()
        let entry = try await recorded.send(LogList()).entries.first
        #expect(entry?.changed == nil && entry?.incomplete == .incomparable)
        #expect(playback.reader.stores.map(\.incomparable) == [1])
        withExtendedLifetime(playback) {}
    }
}
