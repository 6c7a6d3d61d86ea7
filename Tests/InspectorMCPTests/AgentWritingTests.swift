import Foundation
import SeededTesting
import Strobe
import StrobeClient
import StrobeProtocol
import StrobeServer
import StrobeSystem
import StrobeTree
import Testing

@testable import InspectorMCP

/// What changes a program, and who is asked before.
@Suite("Writing agents", .timeLimit(.minutes(5)))
struct AgentWritingTests {
    private static let asks: Value = ["elicitation": ["form": [:]]]
    private static let accepted: Value = ["confirm": ["action": "accept", "content": ["confirm": true]]]

    /// The calls that change something, for a gate that holds an action.
    private static let writes: [(String, Value.Object)] = [
        ("send_action", ["action": ".note(\"x\")"]), ("set_state", ["path": "/total", "value": "9"]),
        ("restore_state", ["seq": 0]), ("cancel_effect", ["id": 1]), ("gate", ["do": "pause"]),
        ("gate", ["do": "edit", "action": ".note(\"y\")"]), ("gate", ["do": "drop"]), ("gate", ["do": "step"]),
        ("gate", ["do": "resume"]), ("capture_stop", ["action": ".x", "timeout_s": 1]),
    ]

    @Test("an action is sent, and what its effects sent is told with it; both are scripts' in the log")
    func sending() async throws {
        try await AgentBench.with { bench in
            bench.store.dispatch(.add("tea", price: 7))
            let sent = try await bench.client.call(
                "send_action", ["action": ".pay", "if_seq": 1, "settle_ms": 5_000])
            #expect(sent.text.contains("⇒ .charge(7)") && sent.text.contains("then ~ #3 .paid"), "\(sent.text)")
            #expect(sent.structured?.value(at: Path(["last"])) == 3)
            let log = try await bench.client.call("list_log", ["origin": "script"])
            #expect(log.text.contains("#2 .pay"))
            let stale = try await bench.client.call("send_action", ["action": ".pay", "if_seq": 1])
            #expect(stale.isError && stale.text.contains("at seq 3, not at 1; nothing was done"))
            #expect(bench.notes.read { $0.count } == 1)
            #expect(bench.notes.read { $0[0] }.contains("send_action shop/cart @2"))
        }
    }

    @Test("what was sent is told, though what followed cannot be read")
    func settling() async throws {
        let process = try await ScriptedProcess { method in
            switch method {
            case "initialize": ScriptedProcess.opened
            case "action/schema": ["schema": ["kind": "unknown", "type": "LakeAction"]]
            case "subscribe": ["subscription": "1"]
            case "action/dispatch": ["seq": 4, "changed": true, "changes": [], "effects": [["label": ".rain"]]]
            // No answer to `log/list` that the protocol knows.
            default: ["nonsense": true]
            }
        }
        try await AgentBench.with(more: [process.endpoint]) { bench in
            let sent = try await bench.client.call(
                "send_action", ["store": "lake", "action": "{\"rise\":1}", "settle_ms": 0])
            #expect(!sent.isError && sent.lines[0].contains("#4"))
            let settled = try await bench.client.call(
                "send_action", ["store": "lake", "action": "{\"rise\":1}", "settle_ms": 100])
            #expect(!settled.isError && settled.lines[0].contains("#4"), "\(settled.text)")
            #expect(settled.text.contains("could not be read"))
        }
        await process.end()
    }

    @Test("an action with effects is sent only after the user agreed, at the seq that was shown")
    func asking() async throws {
        try await AgentBench.with { bench in
            let client = bench.client
            bench.store.dispatch(.add("tea", price: 7))
            let plain = try await client.call("send_action", ["action": ".note(\"x\")"], capabilities: Self.asks)
            #expect(plain.text.contains("#2"), "an action without effects needs no question")
            let arguments: Value.Object = ["action": ".pay"]
            let asked = try await client.call("send_action", arguments, capabilities: Self.asks)
            #expect(asked.result["resultType"] == "input_required")
            let form = Value.object(asked.result).value(at: Path(["inputRequests", "confirm", "params", "message"]))
            guard case .string(let message)? = form else { throw AgentTestClient.Failure(description: "no question") }
            #expect(message.contains("Send `.pay` to shop/cart?") && message.contains("requests `.charge(7)`"))
            let handle = try #require(asked.result["requestState"])
            // Somebody else was faster: what the user agreed to is not what would be done.
            bench.store.dispatch(.add("cake", price: 900))
            let stale = try await client.call(
                "send_action", arguments, capabilities: Self.asks,
                more: ["requestState": handle, "inputResponses": Self.accepted])
            #expect(stale.isError && stale.text.contains("nothing was done"))
            #expect(bench.store.state.total == 907)
            let again = try await client.call("send_action", arguments, capabilities: Self.asks)
            let done = try await client.call(
                "send_action", arguments, capabilities: Self.asks,
                more: ["requestState": again.result["requestState"] ?? .null, "inputResponses": Self.accepted])
            #expect(done.text.contains("⇒ .charge(907)"), "\(done.text)")
        }
    }

    @Test("where an action cannot be tried, the user is asked without knowing what it would do")
    func untried() async throws {
        try await AgentBench.with { bench in
            let slow = AsyncStore(initial: 0) { (count: Int, step: Int) in count + step }
            bench.program.add(slow, id: "steps")
            let arguments: Value.Object = ["store": "steps", "action": "3"]
            let asked = try await bench.client.call("send_action", arguments, capabilities: Self.asks)
            let message = Value.object(asked.result).value(at: Path(["inputRequests", "confirm", "params", "message"]))
            guard case .string(let text)? = message else { throw AgentTestClient.Failure(description: asked.text) }
            #expect(text.contains("cannot be tried"))
            let sent = try await bench.client.call(
                "send_action", arguments, capabilities: Self.asks,
                more: ["requestState": asked.result["requestState"] ?? .null, "inputResponses": Self.accepted])
            #expect(!sent.isError && sent.text.contains("#1"), "\(sent.text)")
        }
    }

    @Test("a question counts once, for its call, if it was accepted; otherwise it is asked again or nothing is done")
    func handles() async throws {
        try await AgentBench.with { bench in
            let client = bench.client
            func ask() async throws -> Value {
                try await client.call("send_action", ["action": ".pay"], capabilities: Self.asks).result["requestState"]
                    ?? .null
            }
            func answer(_ handle: Value, _ action: Value, _ response: Value) async throws -> AgentTestClient.Call {
                try await client.call(
                    "send_action", ["action": action], capabilities: Self.asks,
                    more: ["requestState": handle, "inputResponses": response])
            }
            let other = try await answer(try await ask(), ".pay ", Self.accepted)
            #expect(other.result["resultType"] == "input_required", "a handle of other arguments")
            let guessed = try await answer("1-2", ".pay", Self.accepted)
            #expect(guessed.result["resultType"] == "input_required")
            for response in [
                ["confirm": ["action": "decline"]], ["confirm": ["action": "accept", "content": ["confirm": false]]],
                [:],
                ["confirm": ["action": "cancel"]],
            ] as [Value] {
                let declined = try await answer(try await ask(), ".pay", response)
                #expect(declined.isError && declined.text.contains("declined"))
            }
            #expect(bench.store.state == Cart() && bench.notes.read { $0.isEmpty })
            let handle = try await ask()
            #expect(try await answer(handle, ".pay", Self.accepted).isError == false)
            let twice = try await answer(handle, ".pay", Self.accepted)
            #expect(twice.result["resultType"] == "input_required", "a handle counts once")
        }
    }

    @Test("with confirm always, each write of a client that can ask is asked before, and none is done without")
    func always() async throws {
        try await AgentBench.with(confirmation: .always, answersPayment: false) { bench in
            let control = try await bench.attach()
            bench.store.dispatch(.pay)
            _ = try await control.send(GatePause(store: "cart"))
            _ = try await control.send(ActionDispatch(store: "cart", action: ["note": "held"]))
            for (tool, arguments) in Self.writes {
                let call = try await bench.client.call(tool, arguments, capabilities: Self.asks)
                #expect(call.result["resultType"] == "input_required", "\(tool) \(arguments): \(call.text)")
            }
            let gate = try await control.send(GateStatus(store: "cart"))
            #expect(gate.paused && gate.held.map(\.label) == [".note(\"held\")"])
            #expect(try await control.send(StoreDescribe(store: "cart")).seq == 1)
            #expect(bench.notes.read { $0.isEmpty })
            // An edit is of the action that the user saw, not of one that came first since.
            let edit: Value.Object = ["do": "edit", "action": ".note(\"mine\")"]
            let asked = try await bench.client.call("gate", edit, capabilities: Self.asks)
            _ = try await control.send(GateDrop(store: "cart"))
            _ = try await control.send(ActionDispatch(store: "cart", action: ["note": "other"]))
            let edited = try await bench.client.call(
                "gate", edit, capabilities: Self.asks,
                more: ["requestState": asked.result["requestState"] ?? .null, "inputResponses": Self.accepted])
            #expect(edited.isError, "\(edited.text)")
            #expect(try await control.send(GateStatus(store: "cart")).held.map(\.label) == [".note(\"other\")"])
            await control.close()
        }
    }

    @Test("an edit at the gate asks like the action itself: if it asks for effects")
    func editing() async throws {
        try await AgentBench.with { bench in
            let control = try await bench.attach()
            _ = try await control.send(GatePause(store: "cart"))
            _ = try await control.send(ActionDispatch(store: "cart", action: ["note": "held"]))
            let harmless = try await bench.client.call(
                "gate", ["do": "edit", "action": ".note(\"x\")"], capabilities: Self.asks)
            #expect(harmless.text.contains("edited"))
            let asked = try await bench.client.call("gate", ["do": "edit", "action": ".pay"], capabilities: Self.asks)
            #expect(asked.result["resultType"] == "input_required")
            #expect(try await control.send(GateStatus(store: "cart")).held.map(\.label) == [".note(\"x\")"])
            await control.close()
        }
    }

    @Test("if_seq is kept by writes that the user was asked about")
    func seqs() async throws {
        try await AgentBench.with(confirmation: .always) { bench in
            for (tool, arguments) in [
                ("set_state", ["path": "/total", "value": "9"]), ("restore_state", ["seq": 0]),
                ("send_action", ["action": ".note(\"y\")"]),
            ] as [(String, Value.Object)] {
                bench.store.dispatch(.note("x"))
                let seq = try await Int64(bench.attachedSeq())
                var old = arguments
                old["if_seq"] = .int(seq - 1)
                let refused = try await bench.client.call(tool, old, capabilities: Self.asks)
                #expect(refused.isError && refused.text.contains("nothing was done"), "\(tool): \(refused.text)")
                var now = arguments
                now["if_seq"] = .int(seq)
                let asked = try await bench.client.call(tool, now, capabilities: Self.asks)
                bench.store.dispatch(.note("between"))
                let late = try await bench.client.call(
                    tool, now, capabilities: Self.asks,
                    more: ["requestState": asked.result["requestState"] ?? .null, "inputResponses": Self.accepted])
                #expect(late.isError && late.text.contains("nothing was done"), "\(tool): \(late.text)")
            }
            #expect(bench.store.state.note == "between" && bench.store.state.total == 0)
        }
    }

    @Test("without control nothing that writes is there, and a process that grants reading says so")
    func access() async throws {
        try await AgentBench.with(isControlling: false) { bench in
            for tool in AgentToolTable.writing {
                let answer = try await bench.client.ask("tools/call", ["name": .string(tool.name)])
                #expect(Value.object(answer).value(at: Path(["error", "code"])) == -32602)
            }
            let tried = try await bench.client.call("try_action", ["action": ".paid"])
            #expect(tried.isError && tried.text.contains("--control"))
        }
        try await AgentBench.with(access: .read) { bench in
            for (tool, arguments) in Self.writes {
                let call = try await bench.client.call(tool, arguments)
                #expect(
                    call.isError || tool == "gate" && call.text.contains("nothing was done"), "\(tool): \(call.text)")
            }
            #expect(bench.store.state == Cart())
        }
    }

    @Test("nothing is changed by random calls of the tools that read, most of which succeed")
    func reading() async throws {
        try await AgentBench.with { bench in
            for number in 0..<20 { bench.store.dispatch(.add("tea \(number)", price: number)) }
            let control = try await bench.attach()
            let before = try await control.send(StoreDescribe(store: "cart"))
            let gate = try await control.send(GateStatus(store: "cart"))
            var random = SeededGenerator(seed: 22)
            var successes = 0
            let calls = AgentBudgetTests.calls.filter { $0.0 != "wait_for" }
            let count = ProcessInfo.processInfo.environment["STROBE_LONG"] == nil ? 1_000 : 10_000
            for _ in 0..<count {
                var (tool, arguments) = calls[Int.random(in: 0..<calls.count, using: &random)]
                if Int.random(in: 0..<4, using: &random) == 0 {
                    let seq = Int64.random(in: 0..<24, using: &random)
                    let key = ["at", "seq", "from", "to", "path"][Int.random(in: 0..<5, using: &random)]
                    arguments[key] =
                        key == "at" || tool == "diff_states"
                        ? .string(String(seq)) : key == "path" ? "/items" : .int(seq)
                }
                if try await bench.client.call(tool, arguments).isError == false { successes += 1 }
            }
            #expect(successes > count / 2 && successes < count, "\(successes) of \(count) calls succeeded")
            let after = try await control.send(StoreDescribe(store: "cart"))
            #expect(after.seq == before.seq && after.firstSeq == before.firstSeq && after.paused == before.paused)
            #expect(try await control.send(GateStatus(store: "cart")) == gate)
            #expect(try await control.send(StateGet(store: "cart")).value.value(at: Path(["total"])) == 190)
            await control.close()
        }
    }
}

extension AgentBench {
    /// The seq of the store now.
    fileprivate func attachedSeq() async throws -> Int {
        let control = try await attach()
        defer { Task { await control.close() } }
        return try await control.send(StoreDescribe(store: "cart")).seq
    }
}
