import Strobe
import StrobeClient
import StrobeServer
import StrobeTree
import Testing

@testable import InspectorDAP

@Suite("A session of an editor", .timeLimit(.minutes(5)))
struct SessionTests {
    @Test("stores are threads, and the answer to attach follows that to configurationDone")
    func attach() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        let order = editor.received.compactMap { ($0["command"] ?? $0["event"])?.text }
        #expect(order == ["initialize", "process", "initialized", "configurationDone", "attach"])
        #expect(
            try await editor.ask("threads")
                == ["threads": [["id": 1, "name": "shop"], ["id": 2, "name": "turnstile"]]])
        #expect(editor.received.first?["body"]?["supportsStepBack"] == true)
    }

    @Test("a paused store is stopped before the action that comes, with what it would change")
    func pause() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        bench.shop.dispatch(.increment(by: 1))
        let stop = try await editor.stop("pause")
        #expect(stop["reason"] == "pause" && stop["allThreadsStopped"] == false)
        let count = editor.count
        bench.shop.dispatch(.increment(by: 41))
        let second = try await editor.event("stopped", after: count)
        #expect(second["preserveFocusHint"] == true && second["description"] == "before .increment(by: 41)")
        #expect(bench.shop.state.count == 1)
        #expect(try await editor.stack() == ["▸ .increment(by: 41)", "#1 .increment(by: 1)"])
        #expect(try await editor.lines("State") == ["count = 1", "note = nil", "items = []"])
        #expect(try await editor.lines("Would change") == [".count = 1 → 42"])
        #expect(try await editor.lines("Action") == ["action = .increment(by: 41)"])
        #expect(try await editor.lines("Store").contains("held = 1"))
        try await editor.ask("continue", ["threadId": 1])
        #expect(bench.shop.state.count == 42)
        #expect(!editor.received.contains { $0["event"] == "continued" })
    }

    @Test("a client that knows it is told that a stop changed, instead of another stop")
    func invalidated() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach(client: ["supportsInvalidatedEvent": true])
        try await editor.stop("pause")
        bench.shop.dispatch(.reset)
        let told = try await editor.event("invalidated")
        #expect(told["threadId"] == 1 && told["areas"] == ["stacks", "variables"])
    }

    @Test("the stack is the chain of causes, and steps go along the log without touching the store")
    func time() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        bench.shop.dispatch(.increment(by: 2))
        bench.shop.dispatch(.load)
        try await bench.reach(3)
        try await editor.attach()
        try await editor.stop("pause")
        #expect(try await editor.stack() == ["#3 .loaded([1, 2, 3])", "#2 .load"])
        #expect(try await editor.lines("Effects", frame: 1).first == "0 = .fetch")
        #expect(try await editor.stop("stepBack")["description"] == "at #2")
        #expect(try await editor.lines("State")[2] == "items = []")
        #expect(try await editor.lines("Changes") == [])
        #expect(try await editor.stop("stepIn")["description"] == "at #3")
        #expect(try await editor.lines("Changes") == [".items[0] = + 1", ".items[1] = + 2", ".items[2] = + 3"])
        for expected in ["at #2", "at #1", "the log begins here", "the log begins here"] {
            #expect(try await editor.stop("stepBack")["description"]?.text == expected)
        }
        #expect(try await editor.stack() == ["the initial state"])
        #expect(try await editor.lines("State")[0] == "count = 0")
        #expect(try await editor.stop("next")["description"] == "at #1")
        #expect(try await editor.stop("stepOut")["description"] == "at #2")
        #expect(try await editor.stop("stepOut")["description"] == "the present")
        #expect(bench.shop.seq == 3 && bench.shop.state == Shop(count: 2, items: [1, 2, 3]))
    }

    @Test("steps at the present let one action through, and stepping out all that effects dispatch")
    func stepping() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        try await editor.stop("pause")
        bench.shop.dispatch(.load)
        bench.shop.dispatch(.increment(by: 1))
        bench.shop.dispatch(.increment(by: 2))
        try await editor.received("three held") {
            $0["event"] == "stopped" && $0["body"]?["description"] == "before .load"
        }
        let stop = try await editor.stop("next")
        #expect(stop["reason"] == "step" && stop["description"] == "before .increment(by: 1)")
        #expect(bench.shop.seq == 1)
        let out = try await editor.stop("stepOut")
        #expect(out["reason"] == "step" && out["hitBreakpointIds"] == nil)
        #expect(bench.shop.seq == 1, "the action that no effect dispatched is the next one")
    }

    @Test("a pause ends a step out of effects, which stops nothing any more")
    func stepOutEnds() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        try await editor.stop("pause")
        try await editor.ask("stepOut", ["threadId": 1])
        try await editor.stop("pause")
        try await editor.ask("continue", ["threadId": 1])
        let client = try await bench.client()
        while try await !client.send(BreakpointList(store: "shop")).breakpoints.isEmpty {}
        bench.shop.dispatch(.increment(by: 1))
        #expect(bench.shop.seq == 1)
        await client.close()
    }

    @Test("an execution request of a running store is refused with what to do, and so is an unknown thread")
    func refusals() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        #expect(try await editor.refusal("stackTrace", ["threadId": 1]).contains("no thread"))
        #expect(try await editor.refusal("configurationDone").contains("Launch or attach first"))
        try await editor.attach()
        #expect(try await editor.refusal("next", ["threadId": 1]).contains("Pause it first"))
        #expect(try await editor.refusal("pause", ["threadId": 9]).contains("no thread 9"))
        #expect(try await editor.refusal("pause", ["threadId": .double(1e300)]).contains("whole number"))
        for (command, arguments) in [
            ("stackTrace", ["threadId": 1, "startFrame": .int(.max), "levels": .int(.max)]),
            ("breakpointLocations", ["source": ["path": "a"], "line": .int(.max)]),
            ("breakpointLocations", ["source": ["path": "a"], "line": 1, "endLine": .int(.max)]),
            ("dataBreakpointInfo", ["name": "a", "variablesReference": .int(.max)]),
            ("gotoTargets", ["source": ["path": "a"], "line": .int(.max)]),
            ("setBreakpoints", ["source": ["path": "a"], "breakpoints": [["line": .int(.max)]]]),
            ("completions", ["text": "a", "column": .int(.max)]), ("goto", ["threadId": 1, "targetId": .uint(.max)]),
        ] as [(String, Value)] {
            #expect(try await editor.refusal(command, arguments).contains("must be a whole number"), "\(command)")
        }
        // The largest that is read can be counted on from.
        let line = Value.count(Int(Int32.max))
        let far = try await editor.ask("setBreakpoints", ["source": ["path": "a"], "breakpoints": [["line": line]]])
        #expect(far["breakpoints"]?.elements.first?["line"] == line)
        #expect(try await editor.refusal("readMemory").contains("not supported"))
        #expect(try await editor.refusal("attach").contains("already"))
        #expect(try await editor.refusal("scopes", ["frameId": 1]).contains("earlier stop"))
    }

    @Test("what others do to a gate is told: stops, and that a store goes on")
    func others() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        let other = try await bench.client()
        try await other.send(GatePause(store: "shop"))
        bench.shop.dispatch(.reset)
        #expect(try await editor.event("stopped")["description"] == "before .reset")
        try await other.send(GateResume(store: "shop"))
        #expect(try await editor.event("continued") == ["threadId": 1, "allThreadsContinued": false])
        await other.close()
    }

    @Test("a gate that was paused before is told of when all is configured, and stopOnEntry pauses all")
    func entry() async throws {
        let bench = try await ShopBench()
        let other = try await bench.client()
        try await other.send(GatePause(store: "turnstile"))
        bench.turnstile.dispatch(.coin)
        try await bench.editor.attach()
        let stop = try await bench.editor.event("stopped")
        #expect(stop["threadId"] == 2 && stop["description"] == "before .coin")
        let second = try await ShopBench()
        try await second.editor.attach(["stopOnEntry": true])
        for thread in [1, 2] as [Value] {
            #expect(try await second.editor.event("stopped") { $0["threadId"] == thread }["reason"] == "entry")
        }
        await other.close()
    }

    @Test("a frame is restarted by restoring the state before it, with the gate paused")
    func restart() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        bench.shop.dispatch(.increment(by: 2))
        bench.shop.dispatch(.increment(by: 3))
        try await editor.attach()
        try await editor.stop("pause")
        let frame = try await editor.frames()[0]
        #expect(frame["canRestart"] == true)
        let count = editor.count
        try await editor.ask("restartFrame", ["frameId": frame["id"] ?? 0])
        #expect(try await editor.event("stopped", after: count)["reason"] == "restart")
        #expect(bench.shop.state.count == 2 && bench.shop.seq == 3)
        bench.shop.dispatch(.reset)
        #expect(bench.shop.seq == 3)
    }

    @Test("a store that is removed is a thread that exited, and one that is added has a new number")
    func lifetime() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        bench.server.remove(id: "turnstile")
        #expect(try await editor.event("thread") == ["reason": "exited", "threadId": 2])
        bench.server.add(bench.turnstile, id: "again")
        #expect(
            try await editor.event("thread") { $0["reason"] == "started" } == ["reason": "started", "threadId": 3])
    }
}
