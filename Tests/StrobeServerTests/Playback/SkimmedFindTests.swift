import Foundation
import SeededTesting
import StrobeClient
import StrobePlayback
import StrobeProtocol
import StrobeRecording
import StrobeTree
import Testing

/// Finding states of a recording by what its lines changed at the paths of the condition, against reading all of them.
@Suite("Finding states in a recording", .timeLimit(.minutes(5)))
struct SkimmedFindTests {
    /// What a recording has besides transitions that fit each other.
    enum Flaw: CaseIterable { case none, losses, misfits }

    private static let conditions = [
        "/n > 30", "/n == 17", "/a/b == 3", "/a/b >= 5 && /n > 20", "exists(/a/c)", "!exists(/a)", "count(/list) > 3",
        "/list/1 == 7", "/list contains 9", "/text contains \"x\"", "/text == \"é\"", "/a/k\u{e9} == 1",
        "exists(/m~1n)", "/n < 0", "/list/0/v == 2", "/a == {\"b\":4}", "/other/deep/er > 1",
    ]

    /// A change of a state by chance, and the changes that say so.
    private static func step(_ state: inout Value, _ random: inout SeededGenerator) throws -> [Change] {
        var changes: [Change] = []
        func add(_ change: Change) {
            guard (try? Patch.apply([change], to: &state)) != nil else { return }
            changes.append(change)
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let number = Value.int(Int64.random(in: 0..<10, using: &random))
            switch Int.random(in: 0..<16, using: &random) {
            case 0...3: add(Change(.replace, Path(["n"]), value: .int(Int64.random(in: 0..<40, using: &random))))
            case 4: add(Change(.replace, Path(["a", "b"]), value: number))
            case 5: add(Change(.add, Path(["a", "c"]), value: number))
            case 6: add(Change(.remove, Path(["a", "c"])))
            case 7: add(Change(.replace, Path(["a"]), value: ["b": number]))
            case 8: add(Change(.add, Path(["list", "0"]), value: number == 5 ? ["v": 2] : number))
            case 9: add(Change(.remove, Path(["list", "1"])))
            case 10: add(Change(.move, Path(["list", "0"]), from: Path(["n"])))
            case 11: add(Change(.add, Path(["n"]), value: number))
            case 12:
                add(
                    Change(
                        .replace, Path(["text"]), value: ["x", "é", "e\u{301}", "\"\\\n"].randomElement(using: &random))
                )
            case 13: add(Change(.add, Path(["a", "ke\u{301}"]), value: number))
            case 14: add(Change(.copy, Path(["m/n"]), from: Path(["a"])))
            default: add(Change(.replace, Path(["other", "deep"]), value: ["er": number, "more": [number, number]]))
            }
        }
        return changes
    }

    private static func lines(_ count: Int, _ flaw: Flaw, _ random: inout SeededGenerator) throws -> [RecordingLine] {
        var lines: [RecordingLine] = []
        var merged: (from: Int, changes: [Change])?
        var state = first
        var seq = 0
        while seq < count {
            seq += 1
            if flaw == .losses, Int.random(in: 0..<40, using: &random) == 0 { seq += 3 }
            let before = state
            var transition = RecordedTransition(
                store: "shop", seq: seq, t: Int64(seq) * 1_000, action: "go", label: ".go", origin: "app",
                changes: try step(&state, &random))
            if flaw == .misfits, Int.random(in: 0..<50, using: &random) == 0 {
                transition.changes?.append(Change(.remove, Path(["nothing"]), old: 1))
            }
            if Int.random(in: 0..<30, using: &random) == 0 {
                (state, transition.changes, transition.error) = (before, [], "no")
            }
            if flaw != .misfits, merged != nil || Int.random(in: 0..<20, using: &random) == 0 {
                let (from, earlier) = merged ?? (seq - 1, [])
                let all = earlier + (transition.changes ?? [])
                if Int.random(in: 0..<3, using: &random) == 0 {
                    (transition.changes, transition.fromSeq, merged) = (all, from, nil)
                } else {
                    (transition.changes, merged) = (nil, (from, all))
                }
            }
            lines.append(.transition(transition))
            guard merged == nil, Int.random(in: 0..<40, using: &random) == 0 else { continue }
            lines.append(.keyframe(RecordedKeyframe(store: "shop", seq: seq, t: Int64(seq) * 1_000, state: state)))
        }
        return lines
    }

    private static let first: Value = [
        "n": 0, "a": ["b": 1], "list": [1, 7, 2], "text": "", "other": ["deep": ["er": 0]],
    ]

    @Test(
        "what its lines changed at the paths leads to the same states as reading each", arguments: Flaw.allCases,
        LongTests.areRun ? [1, 2] : [1])
    func sameAsReadingAll(flaw: Flaw, seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let tape = Tape()
        try tape.write(Tape.header(Self.first), try Self.lines(240, flaw, &random))
        let (playback, client) = try await tape.open()
        for condition in Self.conditions {
            for last in [false, true] {
                for (from, to) in [(Int?.none, Int?.none), (70, 210)] {
                    func find(_ condition: String) async throws -> Value {
                        var find = HistoryFind(store: "shop", condition: condition, last: last)
                        (find.from, find.to) = (from, to)
                        guard case .object(var found) = try await client.outcome(find) else { return .null }
                        // States that do not follow from what was recorded are passed over by both, but counted by one;
                        // and how far a search goes back at a time depends on the states known from searches before.
                        if last || flaw == .misfits { found["tests"] = nil }
                        return .object(found)
                    }
                    // Whoever asks about the entries has each of them read.
                    let (skimmed, read) = (try await find(condition), try await find("(\(condition)) && !(seq < 0)"))
                    #expect(
                        JSON.text(skimmed) == JSON.text(read),
                        "\(condition) last: \(last) from: \(String(describing: from))")
                }
            }
        }
        withExtendedLifetime(playback) {}
    }

    @Test("a condition at a path that a line writes in another way is answered by that line")
    func writtenOtherwise() async throws {
        let tape = Tape()
        try tape.write(Tape.header(["n": 0, "m": ["x": 1]]), (1...300).map { Tape.step($0) }, end: nil)
        let line = #"{"kind":"transition","store":"shop","seq":301,"t":301000,"label":".go","changes":"#
        let handle = try #require(FileHandle(forWritingAtPath: tape.path))
        try handle.seekToEnd()
        for (offset, change) in [
            #"[{"op":"replace","p\u0061th":"/n","value":-1}]"#,
            #"[ { "op" : "replace" , "path" : "\/n", "value" : -2 } ]"#,
            #"[{"value":{"path":"/n","op":"x"},"op":"replace","path":"/m"},{"value":-3,"path":"/n","op":"replace"}]"#,
            // Of a member that is there twice, the last one counts.
            #"[{"op":"replace","path":"/m","value":0},{"op":"replace","path":"/n","value":-9,"value":-4}]"#,
            #"[{"op":"replace","path":"/m","path":"/n","old":{"value":-9},"value":-5}]"#,
            #"[{"op":"remove","op":"replace","path":"/n","later":[1],"value":-6}]"#,
            #"[{"op":"replace","path":"/n","old":-6,"value":-7.5e0 }]"#,
            #"[{"op":"remove","path":"/n","old":-7.5},{"op":"add","path":"/n","value":{"value":"\u002d8"}}]"#,
        ].enumerated() {
            let text = line.replacing("301", with: "\(301 + offset)") + change + "}\n"
            try handle.write(contentsOf: Data(text.utf8))
        }
        try handle.close()
        let (playback, client) = try await tape.open()
        for (condition, seq) in [
            ("/n == -1", 301), ("/n == -2", 302), ("/n == -3", 303), ("/m/op == \"x\"", 303), ("/n == -4", 304),
            ("/n == -5", 305), ("/n == -6", 306), ("/n == -7.5", 307), ("/n/value == \"-8\"", 308),
        ] {
            #expect(try await client.send(HistoryFind(store: "shop", condition: condition)).seq == seq)
            #expect(try await client.send(HistoryFind(store: "shop", condition: condition, last: true)).seq == seq)
        }
        withExtendedLifetime(playback) {}
    }

    @Test("a place is followed through a long recording while what it is in is now an object and now a list")
    func surroundings() async throws {
        let tape = Tape()
        let lines = (1...2_500).map { seq in
            let change =
                switch seq % 700 {
                case 0: Change(.replace, Path(["a"]), value: [0, .int(Int64(seq))])
                case 10, 330: Change(.add, Path(["a", "0"]), value: -1)
                case 20, 340: Change(.remove, Path(["a", "0"]))
                case 350: Change(.replace, Path(["a"]), value: ["1": .int(Int64(seq))])
                default: Change(.replace, Path(["n"]), value: .int(Int64(seq)))
                }
            // The first change of it makes it a list, in a block behind which another one is read ahead.
            let changes = seq < 700 && change.path != Path(["n"]) ? [] : [change]
            return RecordingLine.transition(
                RecordedTransition(
                    store: "shop", seq: seq, t: Int64(seq), action: "go", label: ".go", origin: "app", changes: changes)
            )
        }
        try tape.write(Tape.header(["a": ["1": 5], "n": 0]), lines)
        let (playback, client) = try await tape.open()
        for (condition, first, last) in [
            ("/a/1 == 700", 700, 1_049), ("/a/1 == 0", 710, 2_439),
            ("/a/1 == 0 && /n > 1400", 1_410, 2_439), ("/a/1 == 5", 0, 699),
            ("/a/1 == 0 && /n > 2400", 2_430, 2_439), ("/a/1 == 2450 && /n >= 2460", 2_460, 2_500),
        ] {
            var find = HistoryFind(store: "shop", condition: condition)
            #expect(try await client.send(find).seq == first, "\(condition)")
            find.last = true
            #expect(try await client.send(find).seq == last, "\(condition)")
        }
        withExtendedLifetime(playback) {}
    }

    @Test("a path that a line writes with escapes is not taken for one that has backslashes")
    func backslashes() async throws {
        let tape = Tape()
        try tape.write(Tape.header([#"C:\temp"#: 0, "n": 0]), (1...10).map { Tape.step($0) }, end: nil)
        let line = #"{"kind":"transition","store":"shop","seq":11,"t":301000,"label":".go","changes":"#
        let handle = try #require(FileHandle(forWritingAtPath: tape.path))
        try handle.seekToEnd()
        // Adds a key with a tab in it.
        try handle.write(contentsOf: Data((line + #"[{"op":"add","path":"/C:\temp","value":5}]"# + "}\n").utf8))
        try handle.close()
        let (playback, client) = try await tape.open()
        let find = HistoryFind(store: "shop", condition: #"["C:\\temp"] == 0"#, last: true)
        #expect(try await client.send(find).seq == 11)
        withExtendedLifetime(playback) {}
    }
}
