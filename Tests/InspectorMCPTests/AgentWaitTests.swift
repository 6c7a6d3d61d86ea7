import Strobe
import StrobeClient
import StrobeProtocol
import StrobeServer
import StrobeSystem
import StrobeTree
import Testing

@testable import InspectorMCP

/// Waiting, cancelling, and processes that do not answer.
@Suite("Waiting agents", .timeLimit(.minutes(5)))
struct AgentWaitTests {
    @Test("waiting finds what comes, what came since the seen seq, and says not yet otherwise")
    func waiting() async throws {
        try await AgentBench.with { bench in
            let client = bench.client
            let id = try await client.begin(
                "tools/call",
                [
                    "name": "wait_for", "arguments": ["condition": ".total == 7", "timeout_s": 50],
                    "_meta": ["progressToken": 1],
                ])
            // It waits: what it looked at first did not have it.
            _ = try await client.waitForNotification { $0["method"] == "notifications/progress" }
            bench.store.dispatch(.add("tea", price: 7))
            let found = try await client.answer(id)
            #expect(Value.object(found).value(at: Path(["result", "structuredContent", "found"])) == true)
            bench.store.dispatch(.discount(7))
            let seen = try await client.call("wait_for", ["condition": ".total == 7", "from": 0, "timeout_s": 50])
            #expect(seen.structured?.value(at: Path(["seq"])) == 1)
            let action = try await client.call("wait_for", ["action": ".disc*", "from": 1, "timeout_s": 50])
            #expect(action.structured?.value(at: Path(["seq"])) == 2)
            let later = try await client.call("wait_for", ["action": ".disc*", "timeout_s": 1])
            #expect(
                !later.isError && later.text.contains("not yet")
                    && later.structured?.value(at: Path(["found"])) == false)
        }
    }

    @Test("nothing is missed between the calls of an agent that waits again from the seq it is told")
    func resumed() async throws {
        try await AgentBench.with { bench in
            var call = try await bench.client.call("wait_for", ["action": ".note*", "timeout_s": 1])
            for number in 0..<3 {
                let next = try #require(call.proposals.first { $0.contains("wait_for") })
                bench.store.dispatch(.note("\(number)"))
                bench.store.dispatch(.discount(1))
                let found = try await bench.client.make(
                    next.replacing("\"timeout_s\":1", with: "\"timeout_s\":50"))
                #expect(found.text.contains(".note(\"\(number)\")"), "\(found.text)")
                let seq = try #require(found.structured?.value(at: Path(["seq"])))
                call = try await bench.client.call("wait_for", ["action": ".note*", "timeout_s": 1, "from": seq])
                #expect(call.text.contains("not yet"))
            }
        }
    }

    @Test("waiting tells how far it is, at most once a second, rising, and nothing after the answer")
    func progress() async throws {
        try await AgentBench.with { bench in
            let answer = try await bench.client.ask(
                "tools/call",
                [
                    "name": "wait_for", "arguments": ["action": ".never", "timeout_s": 3],
                    "_meta": ["progressToken": "t"],
                ])
            #expect(answer["result"] != nil)
            let told = bench.client.notifications.compactMap { note -> Double? in
                guard note["method"] == "notifications/progress",
                    Value.object(note).value(at: Path(["params", "progressToken"])) == "t",
                    case .double(let done)? = Value.object(note).value(at: Path(["params", "progress"]))
                else { return nil }
                return done
            }
            #expect(told == told.sorted() && Set(told).count == told.count && !told.isEmpty, "\(told)")
            _ = try await bench.client.ask("ping", isModern: false)
            #expect(bench.client.notifications.count == told.count)
        }
    }

    @Test("a cancelled call is cancelled at the process, and is not answered")
    func cancelling() async throws {
        let process = try await ScriptedProcess.silent()
        try await AgentBench.with(more: [process.endpoint]) { bench in
            let id = try await bench.client.begin(
                "tools/call", ["name": "minimize_history", "arguments": ["store": "lake", "condition": ".x"]])
            let asked = try #require(await process.waitForRequest { $0.hasPrefix("history/minimize") })
            try await bench.client.send([
                "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": .int(id)],
            ])
            let expected = "$/cancelRequest {\"id\":\(asked.split(separator: " ")[1])}"
            let cancelled = await process.requests.wait(within: .seconds(30)) { $0.contains(expected) ? true : nil }
            #expect(cancelled == true)
            // Others are answered, this one is not.
            _ = try await bench.client.call("read_state", ["store": "cart"])
            #expect(!bench.client.isAnswered(id))
        }
        await process.end()
    }

    @Test("a write that is cancelled after it was sent is noted for the user, as not answered")
    func unanswered() async throws {
        let process = try await ScriptedProcess { method in
            switch method {
            case "initialize": .some(ScriptedProcess.opened)
            case "subscribe": .some(["subscription": "1"])
            case "action/schema": .some(["schema": ["kind": "unknown", "type": "LakeAction"]])
            default: .none
            }
        }
        try await AgentBench.with(more: [process.endpoint]) { bench in
            let id = try await bench.client.begin(
                "tools/call", ["name": "send_action", "arguments": ["store": "lake", "action": "{\"rise\":1}"]])
            let asked = await process.waitForRequest { $0.hasPrefix("action/dispatch") }
            #expect(asked != nil)
            try await bench.client.send([
                "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": .int(id)],
            ])
            let noted = await bench.notes.wait(within: .seconds(30)) { $0.first }
            #expect(noted?.hasSuffix("send_action slow/lake unanswered") == true, "\(noted ?? "nothing was noted")")
        }
        await process.end()
    }

    @Test("a capture that was given up before the process answered leaves no breakpoint, and no gate that it stopped")
    func lateBreakpoint() async throws {
        let gate: Value = ["seq": 3, "paused": false, "held": [], "count": 0, "breakpoints": 0]
        let isPaused = AsyncCondition(false)
        let process = try await ScriptedProcess { method in
            switch method {
            case "initialize": .some(ScriptedProcess.opened)
            case "subscribe": .some(["subscription": "1"])
            case "gate/status", "gate/resume":
                isPaused.read { $0 }
                    ? Value.body(
                        gate,
                        [
                            "paused": true, "stopped": ["reason": "breakpoint", "breakpoint": 9, "phase": "before"],
                        ]) : .some(gate)
            default: .none
            }
        }
        try await AgentBench.with(more: [process.endpoint]) { bench in
            let id = try await bench.client.begin(
                "tools/call", ["name": "capture_stop", "arguments": ["store": "lake", "action": ".rise"]])
            #expect(await process.waitForRequest { $0.hasPrefix("breakpoint/set") } != nil)
            try await bench.client.send([
                "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": .int(id)],
            ])
            let noted = await bench.notes.wait(within: .seconds(30)) { $0.first }
            #expect(noted?.hasSuffix("capture_stop slow/lake unanswered") == true, "\(noted ?? "nothing was noted")")
            isPaused.update { $0 = true }
            let breakpoint: Value = ["id": 9, "action": ".rise", "enabled": true, "hits": 0, "once": true]
            await process.answer("breakpoint/set", with: ["breakpoint": breakpoint])
            #expect(await process.waitForRequest { $0.hasPrefix("breakpoint/remove") && $0.contains("9") } != nil)
            await process.answer("breakpoint/remove", with: ["breakpoint": breakpoint])
            #expect(await process.waitForRequest { $0.hasPrefix("gate/resume") } != nil)
        }
        await process.end()
    }

    @Test("a process that does not answer delays no call about another one, however many wait for it")
    func slowProcess() async throws {
        let silent = try await ScriptedProcess { _ in .none }
        let half = try await ScriptedProcess.silent()
        try await AgentBench.with(more: [silent.endpoint, half.endpoint]) { bench in
            _ = try await bench.client.call("read_state", ["store": "shop/cart"])
            for _ in 0..<10 {
                _ = try await bench.client.begin("tools/call", ["name": "read_state", "arguments": ["store": "lake"]])
            }
            _ = try await bench.client.begin("tools/call", ["name": "list_stores"])
            _ = await half.waitForRequest { $0.hasPrefix("state/tree") }
            let clock = ContinuousClock()
            let time = try await clock.measure {
                for _ in 0..<20 {
                    let call = try await bench.client.call("read_state", ["store": "cart"])
                    #expect(!call.isError)
                }
            }
            // Each of the others would take seconds.
            #expect(time < .seconds(30), "\(time)")
            let list = try await bench.client.call("list_stores")
            #expect(list.text.contains("cart @") && list.text.contains("not attached") && list.text.contains("lake"))
        }
        await silent.end()
        await half.end()
    }

    @Test("a process that ends is forgotten, and its successor is found under the same name")
    func lost() async throws {
        try await AgentBench.with { bench in
            #expect(try await bench.client.call("read_state", ["store": "cart"]).isError == false)
            await bench.program.stop()
            let gone = try await bench.client.call("read_state", ["store": "cart"])
            #expect(gone.isError && gone.proposals.contains("list_stores {}"))
            let path = String(bench.endpoint.dropFirst("unix:".count))
            let successor = DebugServer(configuration: .init(name: "shop", discovery: false))
            successor.add(bench.store, id: "cart")
            _ = try await successor.start(on: [.unix(path: path)])
            let back = try await bench.client.call("read_state", ["store": "cart"])
            #expect(!back.isError, "\(back.text)")
            await successor.stop()
        }
    }

    @Test("the end of the input ends the server within a second, though calls wait and processes do not answer")
    func ending() async throws {
        let silent = try await ScriptedProcess { _ in .none }
        let bench = try await AgentBench(more: [silent.endpoint])
        _ = try await bench.client.call("read_state", ["store": "cart"])
        _ = try await bench.client.begin(
            "tools/call", ["name": "wait_for", "arguments": ["store": "cart", "action": ".x", "timeout_s": 50]])
        _ = try await bench.client.begin("tools/call", ["name": "read_state", "arguments": ["store": "nothing"]])
        let time = await ContinuousClock().measure {
            await bench.client.connection.close()
            await bench.running.value
        }
        #expect(time < .seconds(30), "\(time)")
        await bench.end()
        await silent.end()
    }

    @Test("a process is asked four questions at once, others wait; what needs no process is answered")
    func turns() async throws {
        let process = try await ScriptedProcess.silent()
        try await AgentBench.with(more: [process.endpoint]) { bench in
            var ids: [Int64] = []
            let start = ContinuousClock.now
            for _ in 0..<6 {
                ids.append(
                    try await bench.client.begin("tools/call", ["name": "read_state", "arguments": ["store": "lake"]]))
            }
            func asked(_ count: Int) async -> Bool {
                let found = await process.requests.wait(within: .seconds(30)) { requests in
                    requests.filter { $0.hasPrefix("state/tree") }.count >= count ? requests.count : nil
                }
                return found != nil
            }
            #expect(await asked(4))
            let help = try await bench.client.call("help", ["topic": "paths"])
            let other = try await bench.client.call("read_state", ["store": "cart"])
            #expect(!help.isError && !other.isError)
            let requests = process.requests.read { $0 }
            let isAnswered = ids.contains { bench.client.isAnswered($0) }
            // On a machine so slow that questions are given up after 20 s, others take their turns.
            if ContinuousClock.now - start < .seconds(15) {
                #expect(requests.filter { $0.hasPrefix("state/tree") }.count == 4, "\(requests)")
                #expect(!isAnswered)
            }
            for id in ids {
                try await bench.client.send([
                    "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": .int(id)],
                ])
            }
            _ = try await bench.client.begin(
                "tools/call", ["name": "read_state", "arguments": ["store": "lake", "depth": 7]])
            let found = await process.waitForRequest { $0.hasPrefix("state/tree") && $0.contains("\"depth\":7") }
            #expect(found != nil)
        }
        await process.end()
    }
}

extension Value {
    /// An object with other members.
    fileprivate static func body(_ object: Value, _ changed: Value.Object) -> Value {
        guard case .object(var members) = object else { return object }
        for (name, value) in changed { members[name] = value }
        return .object(members)
    }
}
