import Foundation
import Strobe
import StrobeClient
import StrobeServer
import StrobeTree
import Synchronization
import Testing

@testable import InspectorDAP

@Suite("The past in an editor", .timeLimit(.minutes(5)))
struct PastTests {
    @Test("the log is a document whose lines are entries that can be gone to")
    func document() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        for step in 1...1_200 { bench.shop.dispatch(.increment(by: step)) }
        try await editor.attach(["sourceRoots": ["/nowhere"]])
        try await editor.stop("pause")
        let frame = try await editor.frames()[0]
        #expect(frame["line"] == 200)
        let source = try #require(frame["source"])
        let text = try await editor.ask(
            "source", ["source": source, "sourceReference": source["sourceReference"] ?? 0])
        let lines = text["content"]?.text?.split(separator: "\n") ?? []
        #expect(lines.count == 200 && lines.first == "#1001  app  .increment(by: 1001)")
        let targets = try await editor.ask("gotoTargets", ["source": source, "line": 7])
        let target = try #require(targets["targets"]?.elements.first)
        #expect(target["label"] == "shop #1007 .increment(by: 1007)")
        #expect(
            try await editor.refusal("goto", ["threadId": 2, "targetId": target["id"] ?? 0]).contains("is of shop"))
        let count = editor.count
        try await editor.ask("goto", ["threadId": 1, "targetId": target["id"] ?? 0])
        #expect(try await editor.event("stopped", after: count)["reason"] == "goto")
        #expect(try await editor.stack().first == "#1007 .increment(by: 1007)")
        #expect(try await editor.ask("gotoTargets", ["source": source, "line": 201]) == ["targets": []])
        #expect(try await editor.refusal("source", ["sourceReference": 99]).contains("newer"))
        let loaded = try await editor.ask("loadedSources")["sources"]?.elements ?? []
        #expect(loaded.first?["name"] == "shop.log")
    }

    @Test("a search is given up for a pause, and for a search that comes after it")
    func searches() async throws {
        // The first search may have ended before the second request: not every time.
        var (stops, turns) = (0, 0)
        while stops != 1, turns < 10 {
            stops = try await stopsOfTwoSearches()
            turns += 1
        }
        #expect(stops == 1)
    }

    /// Pauses during a search, then searches twice at once; returns how often the latter stopped.
    private func stopsOfTwoSearches() async throws -> Int {
        let bench = try await ShopBench()
        let editor = bench.editor
        for step in 0..<10_000 { bench.shop.dispatch(.increment(by: step & 1)) }
        try await editor.attach()
        try await editor.ask("setFunctionBreakpoints", ["breakpoints": [["name": ".increment if .count < 0"]]])
        try await editor.stop("pause")
        var count = editor.count
        try await editor.ask("reverseContinue", ["threadId": 1])
        try await editor.ask("pause", ["threadId": 1])
        let stop = try await editor.event("stopped", after: count)
        #expect(["the search was given up", "the log begins here"].contains(stop["description"]?.text))
        try await editor.stop("stepBack")
        count = editor.count
        let first = editor.request("reverseContinue", ["threadId": 1])
        let second = editor.request("reverseContinue", ["threadId": 1])
        _ = try await editor.response(to: first)
        _ = try await editor.response(to: second)
        try await editor.event("stopped", after: count)
        try await editor.ask("threads")
        return editor.received.dropFirst(count).count { $0["event"] == "stopped" }
    }

    @Test("a store that replays otherwise stops as an exception, where it began")
    func diverged() async throws {
        let counter = Counter()
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        let store = Store(initial: 0) { (state: inout Int, _: String) in state = counter.next() }
        server.add(store, id: "impure")
        let bench = try await ShopBench(server: server)
        let editor = bench.editor
        try await editor.attach()
        try await editor.ask("setExceptionBreakpoints", ["filters": ["diverged"]])
        for _ in 0..<3 { store.dispatch("go") }
        let client = try await bench.client()
        _ = try await client.send(HistoryVerify(store: "impure", from: 1))
        let stop = try await editor.event("stopped") { $0["reason"] == "exception" }
        #expect(stop["text"]?.text?.contains("impureReducer") == true)
        #expect(try await editor.ask("exceptionInfo", ["threadId": 1])["exceptionId"] == "diverged")
        await client.close()
    }

    @Test("a process that can only be read is looked at, and nothing is stopped or set")
    func readOnly() async throws {
        for access in [Access.control, .read] {
            let bench = try await ShopBench(access: access)
            let editor = bench.editor
            for step in 1...3 { bench.shop.dispatch(.increment(by: step)) }
            try await editor.attach(["readOnly": .bool(access == .control)])
            #expect(try await editor.event("capabilities")["capabilities"]?["supportsSetVariable"] == false)
            let said = try await editor.event("output") { $0["category"] == "important" }
            #expect(said["output"]?.text?.contains(access == .control ? "readOnly" : "read access") == true)
            let set = try await editor.ask(
                "setFunctionBreakpoints",
                ["breakpoints": [["name": ".increment(by: 2)"], ["name": ".x if .nothing > 1"]]])
            #expect(set["breakpoints"]?.elements.map { $0["verified"] } == [true, false])
            #expect(set["breakpoints"]?.elements.first?["message"]?.text?.contains("past") == true)
            let stop = try await editor.stop("pause")
            #expect(stop["description"]?.text?.contains("frozen at #3") == true)
            bench.shop.dispatch(.increment(by: 4))
            #expect(bench.shop.seq == 4, "it runs on")
            #expect(try await editor.stop("reverseContinue")["description"] == "at #2")
            let scope = try await editor.scope("State")
            #expect(
                try await editor.refusal("setVariable", ["variablesReference": scope, "name": "count", "value": "7"])
                    .contains("only be read"))
            let frame = try await editor.frames()[0]
            #expect(frame["canRestart"] == false)
            #expect(try await editor.refusal("restartFrame", ["frameId": frame["id"] ?? 0]).contains("only be read"))
            #expect(try await editor.refusal("evaluate", ["expression": "send .reset", "context": "repl"]) != "")
            #expect(bench.shop.seq == 4)
        }
    }

    @Test("many steps back and forth leave the store as it is")
    func untouched() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        for step in 1...60 { bench.shop.dispatch(.increment(by: step)) }
        let state = bench.shop.state
        try await editor.attach()
        try await editor.stop("pause")
        for turn in 0..<200 { try await editor.stop(turn / 50 % 2 == 0 ? "stepBack" : "next") }
        #expect(bench.shop.state == state && bench.shop.seq == 60)
        try await editor.stop("stepBack")
        let scope = try await editor.scope("State")
        #expect(try await editor.lines(behind: scope)[0] == "count = \((1...59).reduce(0, +))")
    }

    @Test("a recording is looked at from its end, forwards and backwards")
    func recording() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "InspectorTests/Recordings/demo.jsonl").path
        let editor = EditorBench()
        try await editor.attach(["recording": [.string(file)]])
        let stop = try await editor.event("stopped")
        #expect(stop["reason"] == "entry" && stop["description"] == "the end of the recording")
        let stack = try await editor.stack()
        #expect(stack.first?.hasPrefix("#") == true)
        #expect(try await editor.stop("stepBack")["reason"] == "step")
        let set = try await editor.ask("setFunctionBreakpoints", ["breakpoints": [["name": "profile: .load"]]])
        #expect(set["breakpoints"]?.elements.first?["verified"] == true)
        let back = try await editor.stop("reverseContinue")
        #expect(back["reason"] == "function breakpoint")
        #expect(try await editor.stack().first?.hasSuffix(" .load") == true)
        let changes = try await editor.lines("Changes")
        #expect(changes.contains { $0.contains(".loading") })
        while try await editor.stop("continue")["description"] != "the end of the recording" {}
        #expect(try await editor.stack() == stack)
        try await editor.ask("disconnect")
        #expect(try await editor.status() == 0)
    }

    @Test("a recording that cannot be opened is the answer to attach")
    func noRecording() async throws {
        let editor = EditorBench()
        try await editor.ask("initialize")
        #expect(try await editor.refusal("attach", ["recording": ["/nowhere.jsonl"]]).contains("/nowhere.jsonl"))
        #expect(try await editor.refusal("attach", ["recording": 7]).contains("list of strings"))
    }
}

/// Counts, behind a reducer's back.
private final class Counter: Sendable {
    private let count = Atomic(0)
    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}
