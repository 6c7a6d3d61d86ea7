import Strobe
import StrobeClient
import StrobeProtocol
import StrobeServer
import StrobeSystem
import StrobeTree
import Testing

@testable import InspectorMCP

/// Gates that agents stop, and that nothing leaves stopped.
@Suite("Agents at gates", .timeLimit(.minutes(5)))
struct AgentGateTests {
    @Test("a capture tells what the action would do, and leaves nothing stopped: found, missed or cancelled")
    func capturing() async throws {
        try await AgentBench.with { bench in
            let control = try await bench.attach()
            func isClean() async throws -> Bool {
                let gate = try await control.send(GateStatus(store: "cart"))
                return !gate.paused && gate.breakpoints == 0 && gate.count == 0
            }
            let missed = try await bench.client.call("capture_stop", ["action": ".never", "timeout_s": 1])
            #expect(!missed.isError && missed.text.contains("nothing is stopped"))
            #expect(try await isClean())

            let id = try await bench.client.begin(
                "tools/call", ["name": "capture_stop", "arguments": ["condition": ".total > 5", "timeout_s": 50]])
            try await pollUntil { try await control.send(GateStatus(store: "cart")).breakpoints > 0 }
            bench.store.dispatch(.add("tea", price: 7))
            let answer = Value.object(try await bench.client.answer(id))
            guard case .string(let text)? = answer.value(at: Path(["result", "content", "0", "text"])) else {
                throw AgentTestClient.Failure(description: "\(answer)")
            }
            #expect(
                text.contains("stopped before .add(\"tea\", price: 7)") && text.contains("~ /total  0 → 7"), "\(text)")
            #expect(try await isClean())
            #expect(bench.store.state.total == 7)

            let cancelled = try await bench.client.begin(
                "tools/call", ["name": "capture_stop", "arguments": ["action": ".never", "timeout_s": 50]])
            try await pollUntil { try await control.send(GateStatus(store: "cart")).breakpoints > 0 }
            try await bench.client.send([
                "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": .int(cancelled)],
            ])
            try await pollUntil { try await control.send(GateStatus(store: "cart")).breakpoints == 0 }
            #expect(try await isClean())

            let held = try await bench.client.begin(
                "tools/call",
                ["name": "capture_stop", "arguments": ["action": ".note*", "then": "hold", "timeout_s": 50]])
            try await pollUntil { try await control.send(GateStatus(store: "cart")).breakpoints > 0 }
            bench.store.dispatch(.note("held"))
            _ = try await bench.client.answer(held)
            #expect(try await control.send(GateStatus(store: "cart")).paused)
            let open = try await bench.client.call("gate", ["do": "resume"])
            #expect(!open.isError)
            #expect(try await isClean())
            await control.close()
        }
    }

    @Test("a pause ends by itself and is told; one that somebody else began meanwhile stays")
    func holding() async throws {
        try await AgentBench.with { bench in
            let control = try await bench.attach()
            let resumed = try await control.send(Subscribe(store: "cart", events: [.gate]))
            #expect(resumed.subscription.isEmpty == false)
            let events = AsyncCondition(0)
            let taking = Task {
                for await event in control.events {
                    if case .notification(let note, _) = event, note is GateResumed { events.update { $0 += 1 } }
                }
            }
            _ = try await bench.client.call("gate", ["do": "pause", "hold_s": 5])
            #expect(try await control.send(GateStatus(store: "cart")).paused)
            #expect(await events.wait(within: .seconds(30)) { $0 == 1 ? true : nil } == true)
            #expect(try await control.send(GateStatus(store: "cart")).paused == false)
            try await pollUntil {
                try await bench.client.call("read_state").text.contains("ended by itself after 5 s")
            }

            _ = try await bench.client.call("gate", ["do": "pause", "hold_s": 2])
            _ = try await control.send(GateResume(store: "cart"))
            _ = try await control.send(GatePause(store: "cart"))
            // The time of the pause that is not there any more passes.
            let waited = try await bench.client.call("wait_for", ["action": ".never", "timeout_s": 4])
            #expect(waited.text.contains("not yet"))
            #expect(try await control.send(GateStatus(store: "cart")).paused, "the pause of another client was opened")
            let foreign = try await bench.client.call("gate", ["do": "pause"])
            #expect(foreign.text.contains("by another client"))
            taking.cancel()
            await control.close()
        }
    }

    @Test("the end of a pause does not end a newer one of the same gate")
    func newer() async throws {
        let pausing = AsyncCondition<(@Sendable () -> Void)?>(nil)
        let process = try await ScriptedProcess { method in
            switch method {
            case "initialize": return ScriptedProcess.opened
            case "subscribe": return ["subscription": "1"]
            default:
                // While the old pause asks whether it is still there, the newer one begins.
                let pause = pausing.update { pause in
                    defer { pause = nil }
                    return pause
                }
                pause?()
                return ["nonsense": true]
            }
        }
        let stores = AgentStores(AgentOptions(targets: [process.endpoint], isControlling: true))
        let (store, holds) = try await (stores.store(named: "lake"), stores.holds)
        pausing.update { $0 = { holds.begin(store, for: .seconds(600), openings: 0) } }
        let old = holds.begin(store, for: .milliseconds(1), openings: 0)
        let asked = await process.waitForRequest { $0.hasPrefix("gate/status") }
        #expect(asked != nil)
        for _ in 0..<20 { _ = try? await store.ask(GateStatus(store: "lake")) }
        #expect(holds.isHeld(store))
        holds.end(store, old)
        #expect(holds.isHeld(store), "the old pause ended the newer one")
        holds.end(store)
        #expect(!holds.isHeld(store))
        await stores.end()
        await process.end()
    }

    @Test("the end of the server opens the gates that it held, and deletes its branches")
    func leaving() async throws {
        let bench = try await AgentBench()
        let control = try await bench.attach()
        bench.store.dispatch(.note("x"))
        _ = try await bench.client.call("gate", ["do": "pause", "hold_s": 600])
        for _ in 0..<6 { _ = try await bench.client.call("try_history", ["skip": [1]]) }
        #expect(try await control.send(BranchList(store: "cart")).branches.count == 4)
        #expect(try await control.send(GateStatus(store: "cart")).paused)
        await bench.client.connection.close()
        await bench.running.value
        try await pollUntil { try await !control.send(GateStatus(store: "cart")).paused }
        try await pollUntil { try await control.send(BranchList(store: "cart")).branches.isEmpty }
        await control.close()
        await bench.end()
    }
}
