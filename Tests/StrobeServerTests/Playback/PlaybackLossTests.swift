import Foundation
import Strobe
import StrobeClient
import StrobePlayback
import StrobeProtocol
import StrobeRecording
import StrobeReflection
import StrobeTree
import Testing
import WireTesting

@testable import StrobeServer

/// Recordings with losses.
@Suite("What a recording does not have", .timeLimit(.minutes(5)))
struct PlaybackLossTests {
    private func states(_ client: DebugClient, _ seqs: ClosedRange<Int>) async throws -> [String] {
        var states: [String] = []
        for seq in seqs {
            guard case .object(let answer) = try await client.outcome(StateGet(store: "shop", at: .seq(seq))) else {
                continue
            }
            if case .object(let state)? = answer["value"] {
                states.append(state["n"].map { JSON.text($0) } ?? "-")
            } else {
                states.append("?")
            }
        }
        return states
    }

    @Test("states inside of what was merged and in gaps are not known, and said to be so with the nearest that are")
    func unknownStates() async throws {
        let tape = Tape()
        try tape.write(
            Tape.header(["n": 0]),
            [
                Tape.step(1), Tape.step(2), Tape.step(3, changes: false), Tape.step(4, changes: false),
                Tape.step(5, fromSeq: 2), Tape.step(6),
                .gap(RecordedGap(store: "shop", t: 9_000, fromSeq: 7, toSeq: 9, reason: "disk full")),
                Tape.step(10), Tape.step(11),
                .keyframe(RecordedKeyframe(store: "shop", seq: 11, t: 11_000, state: ["n": 11])), Tape.step(12),
            ])
        let (playback, client) = try await tape.open()
        #expect(
            try await states(client, 0...12) == ["0", "1", "2", "?", "?", "5", "6", "?", "?", "?", "?", "11", "12"])
        let merged = try await client.outcome(StateGet(store: "shop", at: .seq(3)))
        #expect(JSON.text(merged).contains("were merged. The nearest known states: @2 and @5."))
        let lost = try await client.outcome(StateGet(store: "shop", at: .seq(8)))
        #expect(JSON.text(lost).contains("it is in a gap: disk full. The nearest known states: @6 and @11."))
        let diff = try await client.send(StateDiff(store: "shop", from: .seq(6), to: .seq(11)))
        #expect(diff.changes == [Change(.replace, Path(["n"]), value: 11, old: 6)])
        let log = try await client.send(LogList(store: "shop", from: 1))
        #expect(log.entries.map(\.seq) == [1, 2, 3, 4, 5, 6, 10, 11, 12])
        #expect(log.entries.map(\.changed) == [true, true, nil, nil, nil, true, true, true, true])
        #expect(log.notes?.map(\.text) == ["#7 to #9 were not recorded: disk full"])
        #expect(log.notes?.map(\.afterSeq) == [6])
        #expect(try await client.send(LogGet(store: "shop", seq: 8)).entry.label == "‹not recorded: disk full›")
        let found = try await client.send(HistoryFind(store: "shop", condition: "/n > 6"))
        #expect(found.seq == 11)
        let verified = try await client.send(HistoryVerify(store: "shop"))
        #expect(verified.divergence == nil)
        #expect(verified.checked == 6)
        withExtendedLifetime(playback) {}
    }

    @Test("where a recording has actions alone, it is not said that changes were written as one")
    func actionsAlone() async throws {
        for (state, reason) in [
            (Value?.none, "the recording has no state of it."),
            (["n": 0], "the changes after @0 are not in the recording. The nearest known states: @0."),
        ] {
            let tape = Tape()
            let line = RecordedTransition(
                store: "shop", seq: 1, t: 1_000, action: "a", label: ".a", origin: "app", changes: nil)
            try tape.write(Tape.header(state), [.transition(line)])
            let (playback, client) = try await tape.open()
            let outcome = JSON.text(try await client.outcome(StateGet(store: "shop", at: .seq(1))))
            #expect(outcome.contains(reason) && !outcome.contains("were merged"), "\(outcome)")
            withExtendedLifetime(playback) {}
        }
    }

    @Test("changes that do not fit are found, and what comes after a whole state is known again")
    func misfits() async throws {
        let tape = Tape()
        let odd = RecordedTransition(
            store: "shop", seq: 2, t: 2_000, action: nil, label: ".odd", origin: "app",
            changes: [Change(.remove, Path(["nothing"]), old: 1)])
        try tape.write(
            Tape.header(["n": 0]),
            [
                Tape.step(1), .transition(odd), Tape.step(3),
                .keyframe(RecordedKeyframe(store: "shop", seq: 4, t: 4_000, state: ["n": 4])), Tape.step(5),
            ])
        let (playback, client) = try await tape.open()
        #expect(try await states(client, 0...3) == ["0", "1", "?", "?"])
        #expect(try await states(client, 5...5) == ["5"])
        let verified = try await client.send(HistoryVerify(store: "shop"))
        #expect(verified.divergence?.seq == 2)
        #expect(verified.divergence?.message.contains(".odd") == true)
        withExtendedLifetime(playback) {}
    }

    @Test("a gap of any length delays no request")
    func longGap() async throws {
        let tape = Tape()
        // Times go up to 2^53.
        let far = 1 << 42
        try tape.write(
            Tape.header(["n": 0]),
            [
                Tape.step(1), .gap(RecordedGap(store: "shop", t: 2_000, fromSeq: 2, toSeq: far, reason: "odd")),
                .keyframe(RecordedKeyframe(store: "shop", seq: far, t: 3_000, state: ["n": .int(Int64(far))])),
                Tape.step(far + 1),
            ])
        let (playback, client) = try await tape.open()
        let last = try await states(client, far + 1...far + 1)
        #expect(last == ["\(far + 1)"])
        #expect(try await client.send(HistoryFind(store: "shop", condition: "/n > 1")).seq == far)
        #expect(try await client.send(HistoryVerify(store: "shop")).divergence == nil)
        withExtendedLifetime(playback) {}
    }

    @Test("a store whose state was never recorded has a log, and says what it lacks")
    func withoutState() async throws {
        let tape = Tape()
        try tape.write(Tape.header(nil), [Tape.step(1), Tape.step(2)])
        let (playback, client) = try await tape.open()
        #expect(try await client.send(LogList(store: "shop", from: 1)).entries.map(\.seq) == [1, 2])
        #expect(JSON.text(try await client.outcome(StateGet(store: "shop"))).contains("was not recorded"))
        withExtendedLifetime(playback) {}
    }

    @Test("notes are where they were made, those about all stores by their time")
    func notes() async throws {
        let tape = Tape()
        try tape.write(
            Tape.header(["n": 0]),
            [
                Tape.step(1), .note(RecordedNote(t: 1_500, text: "all")), Tape.step(2), Tape.step(3),
                .note(RecordedNote(t: 3_500, text: "shop", store: "shop", seq: 3)), Tape.step(4),
            ])
        let (playback, client) = try await tape.open()
        let notes = try await client.send(LogList(store: "shop", from: 1)).notes ?? []
        #expect(notes.map(\.text) == ["all", "shop"])
        #expect(notes.map(\.afterSeq) == [1, 3])
        #expect(notes.map { $0.time - Tape.start } == [1_500, 3_500])
        withExtendedLifetime(playback) {}
    }

    @Test("lines that are appended are read, and watchers are notified")
    func following() async throws {
        let tape = Tape()
        let writer = try RecordingWriter(path: tape.path, header: Tape.header(["n": 0]))
        writer.write([Tape.step(1)])
        let (playback, client) = try await tape.open()
        let subscription = try await client.send(Subscribe(store: "shop", events: [.log, .state]))
        #expect(subscription.seq == 1)
        writer.write([Tape.step(2), .note(RecordedNote(t: 2_500, text: "look here"))])
        #expect(try playback.refresh().transitions["shop"] == 2...2)
        var seen: Set<String> = []
        for await event in client.events {
            if case .notification(let notification, _) = event {
                if let appended = notification as? LogAppended { seen.insert("entry \(appended.entry.seq)") }
                if let changed = notification as? StateChanged { seen.insert("state \(changed.seq)") }
                if let noted = notification as? LogNoted { seen.insert("note \(noted.note.text)") }
            }
            if seen.isSuperset(of: ["entry 2", "state 2", "note look here"]) { break }
        }
        #expect(try await states(client, 2...2) == ["2"])
        writer.write([Tape.step(3)])
        writer.close(reason: "stopped")
        #expect(try playback.refresh().isComplete)
        #expect(try await states(client, 3...3) == ["3"])
    }

    @Test("recordings of several processes are one, and stores with the same id are distinguished")
    func several() async throws {
        let tapes = [Tape(), Tape()]
        try tapes[0].write(Tape.header(["n": 0], process: "front"), [Tape.step(1)])
        try tapes[1].write(Tape.header(["n": 0], process: "back"), [Tape.step(1), Tape.step(2)])
        let playback = Playback(try RecordingReader(paths: tapes.map(\.path)))
        let client = DebugClient(connection: TappedConnection.tapping(playback.connect()))
        let opened = try await client.initialize(client: .init(name: "test", version: "1"))
        #expect(Set(opened.stores.map(\.id)) == ["front/shop", "back/shop"])
        #expect(try await client.send(StateGet(store: "back/shop")).value == ["n": 2])
        #expect(try await client.send(StateGet(store: "front/shop")).value == ["n": 1])
    }
}
