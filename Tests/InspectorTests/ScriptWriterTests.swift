import Foundation
import StrobePlayback
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Writing scripts", .timeLimit(.minutes(5)))
struct ScriptWriterTests {
    private func entry(
        _ seq: Int, _ label: String, origin: String = "app", action: Value? = nil, error: String? = nil,
        after: Int64? = nil
    ) -> LogEntry {
        LogEntry(
            seq: seq, time: 0, action: action, label: label, origin: origin, cause: origin == "effect" ? 1 : nil,
            afterMicros: after, changed: true, error: error)
    }

    @Test("what was sent is sent, what effects answered is waited for, edits are set, the rest is remarked")
    func events() {
        var writer = ScriptWriter(expects: true)
        let notation = Notation(state: ScriptedPeer.stateSchema, action: ScriptedPeer.schema)
        writer.add(
            .init(
                store: "counter", entry: entry(1, ".increment(by: 3)", action: ["increment": ["by": 3]]),
                changes: [Change(.replace, Path(["count"]), value: 3, old: 0)]), notation: notation)
        writer.add(
            .init(store: "counter", entry: entry(2, ".loaded(User(…))", origin: "effect", after: 7_000_000)),
            notation: notation)
        writer.add(
            .init(store: "a b", entry: entry(1, ".reset", origin: "script", action: "reset", error: "no"), changes: []),
            notation: notation)
        writer.add(
            .init(
                store: "a b", entry: entry(2, "set .mode", origin: "edit"),
                changes: [Change(.replace, Path(["mode"]), value: "busy", old: "idle")]), notation: notation)
        writer.add(.init(store: "a b", entry: entry(3, "a thunk")), notation: notation)
        writer.add(
            .init(store: "a b", entry: entry(4, "restore", origin: "restore"), changes: nil), notation: notation)
        // A removed value cannot be set: the whole state is.
        var whole = ScriptWriter(store: "a b")
        whole.add(
            .init(
                store: "a b", entry: entry(5, "set .name", origin: "edit"),
                changes: [Change(.remove, Path(["name"]), old: "x")], state: ["count": 1]), notation: Notation())
        whole.add(
            .init(store: "a b", entry: entry(6, "change"), changes: nil, state: ["count": 2]), notation: Notation())
        #expect(
            whole.lines == ["# #5 set .name", "set . [\"count\": 1]", "# #6 change", "set . [\"count\": 2]"],
            "\(whole.lines)")
        #expect(whole.leftOut == 0)
        #expect(
            writer.lines == [
                "use counter", "send .increment(by: 3)", "expect-diff .count = 3",
                "wait --action '.loaded*' timeout 14s", "use \"a b\"", "# rejected: no", "send .reset",
                "expect-diff nothing", "# #2 set .mode", "set .mode .busy",
                "# skipped, since its action is missing (without a JSON form, or too large): #3 a thunk",
                "# skipped, since no command repeats it: #4 restore",
            ])
        #expect(writer.leftOut == 2)
    }

    @Test("a hidden value is in a remark to be filled in, and nothing is expected of it")
    func hidden() throws {
        var writer = ScriptWriter(store: "login", expects: true)
        let notation = Notation(
            state: .object(
                type: "Login",
                fields: [
                    .init(name: "password", schema: .scalar(.string)), .init(name: "tries", schema: .scalar(.int)),
                ]),
            action: .choice(
                type: "Step",
                cases: [.init(name: "enter", payload: [.init(name: "password", schema: .scalar(.string))])]))
        let hiding = RecordedHiding(rules: ["*password*"], state: notation.state, action: notation.action)
        let action: Value = ["enter": ["password": .string(RedactionRule.placeholder)]]
        var typed = entry(1, ".enter(password: \"‹redacted›\")", action: action)
        writer.add(.init(store: "login", entry: typed, changes: [], hiding: hiding), notation: notation)
        (typed.seq, typed.action, typed.label, typed.incomplete) = (2, "retry", ".retry", .hidden)
        writer.add(.init(store: "login", entry: typed, changes: [], hiding: hiding), notation: notation)
        writer.add(
            .init(
                store: "login", entry: entry(3, "set .", origin: "edit"),
                changes: [
                    Change(.replace, Path(["password"]), value: .string(RedactionRule.placeholder)),
                    Change(.replace, Path(["tries"]), value: 2),
                ], hiding: hiding), notation: notation)
        #expect(
            writer.lines == [
                "# #1: .enter.password is hidden; fill it in, and remove the #",
                "# send .enter(password: \"‹redacted›\")", "# expect-diff nothing",
                "send \"retry\"", "# nothing visible changed; hidden values may have", "# #3 set .",
                "# #3: .password is hidden; fill it in, and remove the #", "# set .password \"‹redacted›\"",
                "set .tries 2",
            ])
        #expect(writer.toFillIn == 2 && writer.remainder == ", 2 with hidden parts to fill in")
    }

    @Test("a placeholder is not sent")
    func placeholder() throws {
        for text in ["send .enter(password: \"‹redacted›\")", "send .enter(\"‹redacted:5fd1c02e›\")"] {
            let error = #expect(throws: ScriptFailure.self) { try Script(parsing: text, variables: []) }
            #expect((error?.underlying as? InspectorError)?.message.contains("Fill it in") == true)
        }
        #expect(try Script(parsing: "echo ‹redacted›", variables: []).statements.count == 1)
    }

    @Test("what a script says reads back as what it was made of")
    func roundTrip() throws {
        for text in ["US$Dollar", "a # b", "${x}", "it's", "\"q\" \\ $", "é\n\u{1B}", "; }", "$$"] {
            var writer = ScriptWriter(store: "s")
            let action: Value = ["say": .string(text)]
            writer.add(.init(store: "s", entry: entry(1, ".say", action: action)), notation: Notation())
            writer.remark(text)
            let script = try Script(parsing: writer.lines.joined(separator: "\n"), variables: [])
            #expect(script.statements.count == 1)
            let line = try ScriptVariables().replaced(in: script.statements[0].text)
            #expect(try Literal.parse(String(line.dropFirst(5))) == action, "\(line)")
        }
    }

    @Test("the log is written as a script that does it again")
    func log() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 3)")
        _ = try await bench.run("send .reset")
        #expect(try await bench.run("script") == "use counter\nsend .increment(by: 3)\nsend .reset")
        #expect(
            try await bench.run("script 1..1 --expect") == "use counter\nsend .increment(by: 3)\nexpect-diff .count = 3"
        )
        #expect(try await bench.run("script 1") == "use counter\nsend .reset")
        let file = FileManager.default.temporaryDirectory.appending(path: "strobe-\(UUID().uuidString).strobe").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(try await bench.run("script --expect --to \(file)") == "2 entries written to \(file)")
        let fresh = try await Bench()
        let script = try Script(commands: [], file: file, variables: [])
        #expect(await ScriptRunner(session: fresh.session).run(script) == .success)
        #expect(await fresh.peer.actions == [["increment": ["by": 3]], "reset"])
        #expect(await bench.message("script --to /nowhere/at/all").contains("cannot be written"))
    }

    @Test("commands that change something are written as they are given, with waits for what effects answered")
    func transcript() async throws {
        let bench = try await Bench(isInteractive: true)
        let file = FileManager.default.temporaryDirectory.appending(path: "strobe-\(UUID().uuidString).strobe").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(
            try await bench.run("record --as-script \(file)")
                == "commands that change something are written to \(file)")
        await #expect(throws: InspectorError.self) {
            try await bench.session.startTranscript(file, replacesFile: true)
        }
        for line in ["state", "send .increment(by: 3)", "send .reset --dry-run", "goto 0", "get .count", "# x"] {
            _ = try await bench.run(line)
        }
        _ = await bench.message("send .frob")
        await bench.peer.answer(of: 1, ["increment": ["by": 7]])
        _ = try await bench.run("jump")
        _ = try await bench.run("repeat 2 send .reset")
        #expect(try await bench.run("record stop") == "3 commands and 1 wait written to \(file)")
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").dropFirst()
        #expect(
            lines.map(String.init) == [
                "use counter", "send .increment(by: 3)", "wait --action '.increment*'", "jump 0",
                "repeat 2 send .reset",
            ])
        #expect(throws: InspectorError.self) { try Transcript(path: file, replacesFile: false) }
        #expect(throws: InspectorError.self) { try Transcript(path: "/nowhere/at/all", replacesFile: true) }
    }
}

extension ScriptedPeer {
    /// An action dispatched by an effect of another one.
    func answer(of cause: Int, _ action: Value) async {
        causes[seq + 1] = cause
        _ = try? await act(action)
    }
}
