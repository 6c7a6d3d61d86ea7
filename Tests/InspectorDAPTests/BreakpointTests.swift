import Strobe
import StrobeClient
import StrobeServer
import StrobeTree
import Testing

@testable import InspectorDAP

@Suite("Breakpoints of editors", .timeLimit(.minutes(5)))
struct BreakpointTests {
    private func set(_ editor: EditorBench, _ request: String, _ breakpoints: Value, _ more: Value.Object = [:])
        async throws -> [Value]
    {
        var arguments = more
        arguments["breakpoints"] = breakpoints
        return try await editor.ask(request, .object(arguments))["breakpoints"]?.elements ?? []
    }

    @Test("a function breakpoint stops before its action, and equal ones keep their ids")
    func function() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        let first = try await set(
            editor, "setFunctionBreakpoints", [["name": ".increment if .count > 5"], ["name": "turnstile: push"]])
        #expect(first.map { $0["verified"] } == [true, true] && first.map { $0["id"] } == [1, 2])
        bench.shop.dispatch(.increment(by: 4))
        bench.shop.dispatch(.increment(by: 4))
        let stop = try await editor.event("stopped")
        #expect(stop["reason"] == "function breakpoint" && stop["hitBreakpointIds"] == [1])
        #expect(bench.shop.state.count == 4)
        let second = try await set(
            editor, "setFunctionBreakpoints", [["name": ".reset"], ["name": ".increment if .count > 5"]])
        #expect(second.map { $0["id"] } == [3, 1])
        let client = try await bench.client()
        #expect(try await client.send(BreakpointList(store: "turnstile")).breakpoints.count == 1)
        #expect(try await client.send(BreakpointList(store: "shop")).breakpoints.count == 2)
        await client.close()
    }

    @Test("what cannot be set says why")
    func unverified() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        let set = try await set(
            editor, "setFunctionBreakpoints",
            [
                ["name": ".reset", "hitCondition": "% 3"], ["name": "shop: .reset", "condition": ".count >"],
                ["name": "nowhere: .reset"], ["name": ""],
            ])
        #expect(set.map { $0["verified"] } == [false, false, false, false])
        let texts = set.map { $0["message"]?.text ?? "" }
        #expect(texts[0].contains("not a hit count") && texts[1].contains("found the end of the condition"))
        #expect(texts[2].contains("no store") && texts[3].contains("Write an action"))
        #expect(set.map { $0["reason"] } == ["failed", "failed", "pending", "failed"])
    }

    @Test("a data breakpoint stops when its value would change, also backwards")
    func data() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        try await editor.stop("pause")
        let scope = try await editor.scope("State")
        _ = try await editor.lines(behind: scope)
        let info = try await editor.ask("dataBreakpointInfo", ["variablesReference": scope, "name": "note"])
        #expect(info["dataId"] == "shop /note" && info["canPersist"] == true)
        #expect(try await editor.ask("dataBreakpointInfo", ["name": "turnstile: ."])["dataId"] == "turnstile .")
        #expect(try await editor.ask("dataBreakpointInfo", ["name": "nowhere: .a"])["dataId"] == .null)
        try await editor.ask("continue", ["threadId": 1])
        #expect(try await set(editor, "setDataBreakpoints", [["dataId": "shop /note"]])[0]["verified"] == true)
        for action in [ShopAction.increment(by: 1), .annotate("a"), .increment(by: 1)] { bench.shop.dispatch(action) }
        let stop = try await editor.event("stopped") { $0["reason"] == "data breakpoint" }
        #expect(stop["description"] == "before .annotate(\"a\")" && bench.shop.seq == 1)
        var count = editor.count
        try await editor.ask("continue", ["threadId": 1])
        #expect(bench.shop.seq == 3)
        try await editor.stop("pause")
        count = editor.count
        try await editor.ask("reverseContinue", ["threadId": 1])
        let back = try await editor.event("stopped", after: count)
        #expect(back["reason"] == "data breakpoint" && back["description"] == "at #2")
        let beginning = try await editor.stop("reverseContinue")
        #expect(beginning["reason"] == "entry" && beginning["description"] == "the log begins here")
        #expect(try await editor.stop("continue")["description"] == "at #2")
        count = editor.count
        try await editor.ask("continue", ["threadId": 1])
        bench.shop.dispatch(.annotate("b"))
        #expect(try await editor.event("stopped", after: count)["description"] == "before .annotate(\"b\")")
    }

    @Test("a line is pending until an action comes from it, and stops what comes")
    func line() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        let folder = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        try await editor.attach(["sourceRoots": [.string(folder)]])
        func dispatch() { bench.shop.dispatch(.increment(by: 1)) }
        let line = Int64(#line - 1)
        let source: Value = ["path": .string(#filePath)]
        let first = try await set(
            editor, "setBreakpoints", [["line": .int(line)], ["line": 1]], ["source": source])
        #expect(first.map { $0["verified"] } == [false, false] && first[0]["reason"] == "pending")
        dispatch()
        let stop = try await editor.event("stopped")
        #expect(stop["reason"] == "breakpoint" && stop["hitBreakpointIds"] == [first[0]["id"] ?? .null])
        let changed = try await editor.event("breakpoint")
        #expect(changed["breakpoint"]?["verified"] == true && changed["breakpoint"]?["line"] == .int(line))
        let frame = try await editor.frames()[0]
        #expect(frame["source"]?["path"] == .string(#filePath) && frame["line"] == .int(line))
        try await editor.ask("continue", ["threadId": 1])
        #expect(bench.shop.seq == 1)
        try await editor.event("output") { $0["output"] == "shop #1 .increment(by: 1)\n" }
        let places = try await editor.ask(
            "breakpointLocations", ["source": source, "line": 1, "endLine": 1_000])
        #expect(places == ["breakpoints": [["line": .int(line)]]])
        let targets = try await editor.ask("gotoTargets", ["source": source, "line": .int(line)])
        #expect(targets["targets"]?.elements.first?["label"] == "shop #1 .increment(by: 1)")
        #expect(try await set(editor, "setBreakpoints", [], ["source": source]) == [])
    }

    @Test("a log point writes what it says to the console, and stops nothing")
    func log() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach(["log": "off", "sourceRoots": ["/nowhere"]])
        #expect(
            try await set(editor, "setFunctionBreakpoints", [["name": ".increment log count is {.count}"]])[0][
                "verified"] == true)
        bench.shop.dispatch(.increment(by: 7))
        let output = try await editor.event("output")
        #expect(output["output"] == "count is 7\n" && output["source"]?["sourceReference"] == 1)
        #expect(bench.shop.seq == 1)
    }

    @Test("a rejected action stops as an exception, with the legal actions of its machine")
    func rejected() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        let set = try await editor.ask("setExceptionBreakpoints", ["filters": ["rejected", "diverged"]])
        #expect(set["breakpoints"]?.elements.map { $0["verified"] } == [true, true])
        bench.turnstile.dispatch(.push)
        let stop = try await editor.event("stopped")
        #expect(stop["reason"] == "exception" && stop["threadId"] == 2)
        #expect(stop["text"] == "no transition on push from locked")
        let info = try await editor.ask("exceptionInfo", ["threadId": 2])
        #expect(info["exceptionId"] == "rejected")
        #expect(info["description"] == "no transition on push from locked\nLegal in locked: coin")
        #expect(try await editor.refusal("exceptionInfo", ["threadId": 1]).contains("did not stop"))
        // In the past as well.
        try await editor.ask("continue", ["threadId": 2])
        bench.turnstile.dispatch(.coin)
        try await editor.stop("pause", 2)
        let back = try await editor.stop("reverseContinue", 2)
        #expect(back["reason"] == "exception" && back["description"] == "at #1")
        #expect(back["text"] == "no transition on push from locked")
    }

    @Test("breakpoints that are given at the start are set, also in stores that come later")
    func given() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach([
            "breakpoints": [["path": ".count", "hitCount": 2], ["store": "later", "action": ".push"]]
        ])
        bench.shop.dispatch(.increment(by: 1))
        bench.shop.dispatch(.increment(by: 1))
        #expect(try await editor.event("stopped")["threadId"] == 1)
        #expect(bench.shop.seq == 1)
        bench.server.remove(id: "turnstile")
        bench.server.add(bench.turnstile, id: "later")
        let changed = try await editor.event("breakpoint")
        #expect(changed["breakpoint"]?["verified"] == true)
        bench.turnstile.dispatch(.push)
        #expect(try await editor.event("stopped") { $0["threadId"] == 3 }["reason"] == "function breakpoint")
    }
}
