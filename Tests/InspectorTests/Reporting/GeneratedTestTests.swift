import Foundation
import StrobeRecording
import StrobeReflection
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Tests that are made of recordings", .timeLimit(.minutes(5)))
struct GeneratedTestTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The tests in the folder Generated of the demo's tests, which are compiled and run there.
    private static let committed = [
        ("profile", "1..5"), ("user", "1..4"), ("login", "1..9"), ("widgets", "1..8"), ("items", "1..7"),
        ("items-classes", "1..3"), ("turnstile", "1..6"), ("currency", "1..6"),
    ]

    private func test(_ file: RecordingFile, _ range: String, decodes: Bool = false) throws -> GeneratedTest {
        try TestCommand.test(file.reader(), range: range, store: nil, module: nil, decodes: decodes)
    }

    @Test("generated again from the demo's recording, they equal those that the demo's tests run", arguments: committed)
    func golden(store: String, range: String) throws {
        let recording = Self.tests.appending(path: "InspectorTests/Recordings/demo.jsonl").path
        let test = try TestCommand.test(
            RecordingReader(paths: [recording]), range: range, store: store, module: "StrobeDemo", decodes: false)
        let file = Self.tests.appending(path: "StrobeDemoTests/Generated/\(test.typeName).swift")
        #expect(try String(contentsOf: file, encoding: .utf8) == test.source)
    }

    @Test("all files in that folder are generated again")
    func noOthers() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: Self.tests.appending(path: "StrobeDemoTests/Generated").path)
        #expect(files.filter { $0.hasSuffix(".swift") }.count == Self.committed.count)
    }

    @Test("a changed property is expected by its name, and one in a list by the list")
    func changes() throws {
        let file = try RecordingFile()
        file.add(
            ["add": "pen"],
            changes: [
                Change(.add, Path(["items", "0"]), value: "pen"), Change(.replace, Path(["count"]), value: 1, old: 0),
            ])
        let source = try test(file, "1..1").source
        #expect(source.contains("let store = makeShopStore(initial: .init(phase: .idle, count: 0, items: []))"))
        #expect(source.contains("try await store.receipt(of: .add(\"pen\"))"))
        #expect(source.contains("#expect(store.state.items == [\"pen\"])"))
        #expect(source.contains("#expect(store.state.count == 1)"))
        #expect(!source.contains("import StrobeTesting"))
    }

    @Test("what cannot be written in Swift is decoded from JSON, and all that can be where that is asked for")
    func decoding() throws {
        let file = try RecordingFile()
        file.add(["add": "pen"], changes: [Change(.replace, Path(["count"]), value: 1, old: 0)])
        let source = try test(file, "1..1", decodes: true).source
        #expect(source.contains("import StrobeTesting"))
        #expect(source.contains("Recorded.value(#\"{\"add\":\"pen\"}\"#)"))
        #expect(
            source.contains("Recorded.value(#\"{\"phase\":\"idle\",\"count\":1,\"items\":[]}\"#, like: store.state)"))
    }

    @Test("rejections and steps that changed nothing are expected to change nothing")
    func nothing() throws {
        let file = try RecordingFile()
        file.add("begin", changes: [])
        file.add("begin", changes: [], error: "not now\n}")
        let source = try test(file, "1..2").source
        #expect(source.contains("#expect(store.state == state1)"))
        #expect(source.contains("#expect(step2.rejection != nil)"))
        // The reason becomes a comment, on one line.
        #expect(source.contains("        // not now\\n}\n"))
    }

    @Test("what was hidden makes the test fail until it is filled in, and is not compared")
    func hidden() throws {
        let file = try RecordingFile(redaction: ["items", "add", "text:count"])
        let action: Value = ["add": .string(RedactionRule.placeholder)]
        file.add(action, changes: [Change(.replace, Path(["count"]), value: 1, old: 0)])
        file.add(action, changes: [])
        file.add("begin", changes: [Change(.replace, Path(["items"]), value: [], old: nil)])
        let source = try test(file, "1..3").source
        #expect(source.contains("Issue.record(\"The state to begin with: .items was hidden. Fill it in below"))
        #expect(source.contains("Issue.record(\"#1: .add was hidden."))
        #expect(source.contains("try await store.receipt(of: .add(\"‹redacted›\"))"))
        #expect(source.contains("#expect(store.state.count == 1)"))
        #expect(source.contains("// Nothing that is shown changed; whether .items did was hidden."))
        #expect(source.contains("// Not compared: .items was hidden."))
        #expect(!source.contains("state2") && !source.contains("store.state.items"))
    }

    @Test("a state that was restored by hand makes a new store")
    func restored() throws {
        let file = try RecordingFile()
        file.add(
            nil, label: "restore 0", origin: "restore",
            changes: [Change(.replace, Path(["count"]), value: 9, old: 0)])
        file.count()
        let source = try test(file, "1..2").source
        #expect(source.contains("var store = makeShopStore("))
        #expect(source.contains("        store = makeShopStore(initial: .init(phase: .idle, count: 9, items: []))"))
    }

    @Test("a foreign store is reached as a debug target, and all steps are taken by default")
    func foreign() throws {
        var store = RecordingFile.store("shop")
        store.kind = "foreign"
        let file = try RecordingFile(stores: [store])
        file.add(["add": "pen"], changes: [Change(.add, Path(["items", "0"]), value: "pen")])
        file.add("begin", changes: [], error: "not now")
        let source = try TestCommand.test(
            file.reader(), range: nil, store: nil, module: nil, decodes: false
        ).source
        #expect(source.contains("import Strobe\nimport StrobeServer\nimport Testing\n"))
        #expect(source.contains("struct ShopSteps1To2 {"))
        #expect(source.contains("        store.replay(ReplayInfo(effects: .suppressed))\n"))
        #expect(source.contains("        try await store.dispatch(.add(\"pen\"))\n"))
        #expect(source.contains("        #expect(store.state.items == [\"pen\"])\n"))
        #expect(!source.contains("receipt") && !source.contains("beginReplay"))
    }

    @Test("a number that is none is expected to be none: it is equal to nothing")
    func notANumber() throws {
        let state = Schema.object(type: "S", fields: [.init(name: "x", schema: .scalar(.double))])
        let store = RecordedStore(
            id: "s", name: "s", kind: "reducer", stateType: "S", actionType: "A", seq: 0, state: ["x": "NaN"],
            stateSchema: state, actionSchema: RecordingFile.action, replay: true)
        let file = try RecordingFile(stores: [store])
        file.add("begin", store: "s", changes: [Change(.replace, Path(["x"]), value: "NaN", old: 1)])
        let source = try test(file, "1..1").source
        #expect(source.contains("makeSStore(initial: .init(x: .nan))"))
        #expect(source.contains("#expect(store.state.x.isNaN)"))
    }

    @Test("what cannot be repeated is refused, with what to do")
    func refused() throws {
        let gap = try RecordingFile()
        gap.count()
        gap.count(skipping: 2)
        #expect(throws: InspectorError.self) { try test(gap, "1..4") }
        let unknown = try RecordingFile()
        unknown.add(nil, label: ".secret", changes: [])
        #expect(throws: InspectorError.self) { try test(unknown, "1..1") }
        let long = try RecordingFile()
        for _ in 0...GeneratedTest.mostSteps { long.count() }
        #expect(throws: InspectorError.self) { try test(long, "1..") }
        #expect(throws: InspectorError.self) { try test(long, "5") }
        #expect(throws: InspectorError.self) { try test(long, "1..9999") }
        #expect(try test(long, "..4").typeName == "ShopSteps1To4")
    }

    @Test(
        "values are written as Swift reads them",
        arguments: [
            ("a\"b\\(c)\n", .scalar(.string), #""a\"b\\(c)\n""#), (1, .scalar(.double), "1"),
            (-3, .scalar(.int), "-3"), (-3, .scalar(.uint), nil), (.null, .optional(.scalar(.int)), "nil"),
            (.null, .optional(.optional(.scalar(.int))), nil),
            ([:], .dictionary(key: .scalar(.string), value: .scalar(.int)), "[:]"),
            (["a": 1], .dictionary(key: .scalar(.string), value: .scalar(.int)), "[\"a\": 1]"),
            (["1": 1], .dictionary(key: .scalar(.int), value: .scalar(.int)), nil),
            ("idle", RecordingFile.phase, ".idle"), ("gone", RecordingFile.phase, nil),
            (["failed": ["reason": "x"]], RecordingFile.phase, ".failed(reason: \"x\")"),
            ("2026-11-21T20:00:00Z", .scalar(.date), nil),
            (
                ["phase": "idle", "count": 1, "items": []], RecordingFile.state,
                ".init(phase: .idle, count: 1, items: [])"
            ),
            (["phase": "idle", "count": 1, "items": [], "total": 2], RecordingFile.state, nil),
            (["phase": "idle", "count": 1], RecordingFile.state, nil),
            (1, .choice(type: "Level", cases: [.init(name: "low", raw: 1), .init(name: "init", raw: 2)]), ".low"),
            (2, .choice(type: "Level", cases: [.init(name: "low", raw: 1), .init(name: "init", raw: 2)]), ".`init`"),
            ("none", .choice(type: "Level", cases: [.init(name: "none")]), nil),
            (
                ["Refresh": ["now": true]],
                .choice(
                    type: "any Action",
                    cases: [.init(name: "Refresh", payload: [.init(name: "now", schema: .scalar(.bool))])]),
                "Refresh.init(now: true)"
            ),
            ("Reset", .choice(type: "any Action", cases: [.init(name: "Reset")]), "Reset.init()"),
        ] as [(Value, Schema, String?)])
    func expressions(value: Value, schema: Schema, text: String?) {
        #expect(SwiftSource.expression(value, schema) == text)
    }

    @Test("JSON in a literal is ended by nothing in it")
    func json() {
        #expect(SwiftSource.json("a\"#b") == "##\"\"a\\\"#b\"\"##")
        #expect(SwiftSource.json("\\(x)#(y)") == "##\"\"\\\\(x)#(y)\"\"##".replacing("##", with: "#"))
        #expect(SwiftSource.json("\\#(x)") == "##\"\"\\\\#(x)\"\"##")
        #expect(SwiftSource.json("\u{202E}") == "#\"\"\\#u{202E}\"\"#")
    }
}
