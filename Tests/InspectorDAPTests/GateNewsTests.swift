import Foundation
import Strobe
import StrobeClient
import StrobeServer
import StrobeTree
import Testing

@testable import InspectorDAP

@Suite("What editors are told of gates", .timeLimit(.minutes(5)))
struct GateNewsTests {
    @Test("a gate that others work all the time is told twenty times a second at most, and then how it stands")
    func flood() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        let client = try await bench.client()
        func news() -> [String] {
            editor.received.compactMap { $0["event"]?.text }.filter { ["stopped", "continued"].contains($0) }
        }
        let start = ContinuousClock.now
        for turn in 0...500 {
            try await client.send(GatePause(store: "shop"))
            // Held: that a gate is paused is not told before.
            bench.shop.dispatch(.increment(by: 1))
            if turn < 500 { try await client.send(GateResume(store: "shop")) }
        }
        try await editor.all("the last stop") { received in
            let last = received.last { $0["event"] == "stopped" || $0["event"] == "continued" }
            return last?["event"] == "stopped"
        }
        let seconds = Double((ContinuousClock.now - start).components.seconds + 2)
        #expect(Double(news().count) <= 21 * seconds, "\(news().count) in \(seconds) s")
        try await client.send(GateResume(store: "shop"))
        try await editor.all("the last opening") { received in
            let last = received.last { $0["event"] == "stopped" || $0["event"] == "continued" }
            return last?["event"] == "continued"
        }
        // What the editor asks for itself is told at once.
        for _ in 0..<60 {
            #expect(try await editor.stop("pause")["reason"] == "pause")
            try await editor.ask("continue", ["threadId": 1])
        }
        await client.close()
    }

    @Test("a stop while the editor configures is told once it has, and not before")
    func early() async throws {
        let bench = try await ShopBench()
        let client = try await bench.client()
        let editor = bench.editor
        try await editor.attach(before: {
            try await client.send(GatePause(store: "shop"))
            bench.shop.dispatch(.increment(by: 1))
            // What was told before this answer was received.
            _ = try await editor.ask("strobe/request", ["method": "gate/status", "params": ["store": "shop"]])
            #expect(!editor.received.contains { $0["event"] == "stopped" })
        })
        let stop = try await editor.event("stopped")
        #expect(stop["threadId"] == 1 && stop["description"] == "before .increment(by: 1)")
        #expect(try await editor.stack().first == "▸ .increment(by: 1)")
        #expect(editor.received.count { $0["event"] == "stopped" } == 1)
        await client.close()
    }

    @Test("a breakpoint whose request was cancelled before the process answered is not left there")
    func cancelled() async throws {
        let editor = EditorBench()
        try await editor.launch()
        let pid = pid_t(try await editor.pid())
        kill(pid, SIGSTOP)
        defer { kill(pid, SIGCONT) }
        let set = editor.request("setFunctionBreakpoints", ["breakpoints": [["name": "turnstile: .push"]]])
        try await editor.ask("cancel", ["requestId": .int(set)])
        let answer = try await editor.response(to: set)
        let isCancelled = answer["message"] == "cancelled"
        let breakpoint = answer["body"]?["breakpoints"]?.elements.first
        #expect(isCancelled || breakpoint?["verified"] == false, "\(answer)")
        let removed = editor.request("setFunctionBreakpoints", ["breakpoints": []])
        kill(pid, SIGCONT)
        #expect(try await editor.response(to: removed)["success"] == true)
        let deadline = ContinuousClock.now + .seconds(60)
        var left: [Value] = [.null]
        while !left.isEmpty, ContinuousClock.now < deadline {
            let list = try await editor.ask(
                "strobe/request", ["method": "breakpoint/list", "params": ["store": "turnstile"]])
            left = list["breakpoints"]?.elements ?? [.null]
        }
        #expect(left == [])
        try await editor.ask("disconnect")
    }
}
