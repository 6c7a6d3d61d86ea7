import Strobe
import StrobeClient
import StrobeServer
import StrobeTree
import Testing

@testable import InspectorDAP

@Suite("Variables", .timeLimit(.minutes(5)))
struct VariableTests {
    @Test("the present is set by a literal or JSON, unless it has changed meanwhile; the past is not")
    func state() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        bench.shop.dispatch(.increment(by: 1))
        try await editor.attach()
        try await editor.stop("pause")
        let scope = try await editor.scope("State")
        _ = try await editor.lines(behind: scope)
        let set = try await editor.ask("setVariable", ["variablesReference": scope, "name": "note", "value": "\"hi\""])
        #expect(set["value"] == "\"hi\"" && bench.shop.state.note == "hi")
        #expect(
            try await editor.refusal("setVariable", ["variablesReference": scope, "name": "count", "value": "7"])
                .contains("seq"), "another transition has come")
        let fresh = try await editor.scope("State")
        #expect(
            try await editor.refusal("setVariable", ["variablesReference": fresh, "name": "count", "value": "many"])
                != "")
        let frame = try await editor.frames()[0]["id"] ?? .null
        let items = try await editor.ask(
            "setExpression", ["expression": ".items", "value": "[4, 5]", "frameId": frame])
        #expect(items["value"] == "[4, 5]" && items["indexedVariables"] == 2 && bench.shop.state.items == [4, 5])
        try await editor.stop("stepBack")
        let past = try await editor.scope("State")
        #expect(
            try await editor.refusal("setVariable", ["variablesReference": past, "name": "count", "value": "7"])
                .contains("The past cannot be set"))
        #expect(bench.shop.state.count == 1)
    }

    @Test("the action that is held can be changed before it is reduced")
    func action() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        try await editor.stop("pause")
        bench.shop.dispatch(.increment(by: 1))
        try await editor.event("stopped") { $0["description"] == "before .increment(by: 1)" }
        let scope = try await editor.scope("Action")
        let action = try await editor.ask("variables", ["variablesReference": scope])["variables"]?.elements.first
        let reference = try #require(action?["variablesReference"])
        let inside = try await editor.ask("variables", ["variablesReference": reference])["variables"]?.elements.first
        #expect(inside?["name"] == "increment")
        let below = try #require(inside?["variablesReference"])
        #expect(try await editor.lines(behind: below) == ["by = 1"])
        let set = try await editor.ask("setVariable", ["variablesReference": below, "name": "by", "value": "40"])
        #expect(set["value"] == "40")
        try await editor.event("stopped") { $0["description"] == "before .increment(by: 40)" }
        let again = try await editor.scope("Action")
        try await editor.ask(
            "setVariable", ["variablesReference": again, "name": "action", "value": ".annotate(\"edited\")"])
        try await editor.ask("continue", ["threadId": 1])
        #expect(bench.shop.state == Shop(note: "edited"))
        try await editor.stop("pause")
        let done = try await editor.scope("Action")
        #expect(
            try await editor.refusal("setVariable", ["variablesReference": done, "name": "action", "value": ".reset"])
                != "")
    }

    @Test("long lists come in pages, and clients that cannot ask for pages get a line for the rest")
    func pages() async throws {
        for pages in [true, false] {
            let bench = try await ShopBench()
            let editor = bench.editor
            bench.shop.dispatch(.loaded(Array(0..<100_000)))
            try await editor.attach(client: ["supportsVariablePaging": .bool(pages)])
            try await editor.stop("pause")
            let scope = try await editor.scope("State")
            let items = try await editor.ask("variables", ["variablesReference": scope])["variables"]?.elements[2]
            #expect(items?["indexedVariables"] == 100_000 && items?["value"] == "[Int] (100000)")
            let reference = items?["variablesReference"] ?? .null
            let page = try await editor.lines(behind: reference, ["start": 99_998, "count": 100])
            #expect(page == ["99998 = 99998", "99999 = 99999"])
            let all = try await editor.ask("variables", ["variablesReference": reference])["variables"]?.elements ?? []
            let first = pages ? 1_000 : 100
            #expect(all.count == first + 1)
            #expect(all.last?["name"] == (pages ? "… 99,000 more" : "… 99,900 more"))
            let rest = try await editor.ask("variables", ["variablesReference": all.last?["variablesReference"] ?? 0])
            #expect(rest["variables"]?.elements.count == 1_001)
            #expect(rest["variables"]?.elements.first?["name"] == .string(String(first)))
            // The entry changed 100,000 places, and has an action as long.
            let action = try await editor.scope("Action")
            #expect(try await editor.lines(behind: action).count == 1)
        }
    }

    @Test("changes beyond a page are said to be there")
    func changes() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        bench.shop.dispatch(.loaded(Array(0..<1_500)))
        try await editor.attach()
        try await editor.stop("pause")
        let scope = try await editor.scope("Changes")
        let lines = try await editor.lines(behind: scope)
        #expect(lines.count == 101 && lines.last?.hasPrefix("… 1,400 more") == true)
        #expect(try await editor.lines(behind: scope, ["start": 1_499, "count": 5]) == [".items[1499] = + 1499"])
    }

    @Test("control characters in values, names and labels are escaped")
    func escaped() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        bench.shop.dispatch(.annotate("a\u{1B}[31m\u{202E}b\nc"))
        try await editor.attach()
        try await editor.stop("pause")
        let scopes = try await editor.lines("State") + editor.lines("Changes") + editor.lines("Action") + editor.stack()
        #expect(scopes.contains { $0.contains("31m") })
        for text in scopes + editor.received.map({ JSON.text($0) }) {
            #expect(!text.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E }, "\(text)")
            #expect(!text.contains("\\u001b") && !text.contains("\\u001B"), "\(text)")
        }
    }

    @Test("what a server hides is not shown, and cannot be set")
    func redacted() async throws {
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        let store = Store(initial: ["password": "sesame", "name": "Ann"]) {
            (state: inout [String: String], name: String) in
            state["name"] = name
        }
        server.add(store, id: "user")
        let bench = try await ShopBench(server: server)
        try await bench.editor.attach(["stores": ["us*"]])
        #expect(try await bench.editor.ask("threads") == ["threads": [["id": 1, "name": "user"]]])
        store.dispatch("Bob")
        try await bench.editor.stop("pause")
        let scope = try await bench.editor.scope("State")
        let lines = try await bench.editor.ask("variables", ["variablesReference": scope])["variables"]?.elements ?? []
        let secret = try #require(lines.first { $0["name"] == "password" })
        #expect(secret["presentationHint"]?["attributes"] == ["readOnly"])
        _ = try await bench.editor.ask("evaluate", ["expression": ".", "context": "clipboard"])
        #expect(!bench.editor.received.contains { JSON.text($0).contains("sesame") })
    }
}
