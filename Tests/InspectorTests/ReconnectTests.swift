import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector

@Suite("What a new connection takes over", .timeLimit(.minutes(5)))
struct ReconnectTests {
    /// The output, regardless of line breaks.
    private func words(_ lines: [String]) -> String {
        lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    }

    @Test("a process that comes back without stores gets its current one when they are asked for again")
    func storesLater() async throws {
        var bench = try await Bench()
        _ = try await bench.reconnect(to: 8, stores: [])
        #expect(bench.session.stores.isEmpty && bench.session.location.store == nil)
        _ = try await bench.run("use currency")
        #expect(bench.session.location.store == "currency" && bench.session.stores.count == 2)
    }

    @Test("breakpoints and log points are set again in a new process, with their commands under the new numbers")
    func newProcess() async throws {
        var bench = try await Bench()
        for line in [
            "break .increment*", "break .increment* --path .mode --if .count > 2 --after 1 --disabled", "delete 1",
            "logpoint hey --action .reset", "break .reset --once", "commands 4 get .count; resume", "disable 3",
        ] { _ = try await bench.run(line) }
        let before = try await bench.run("breakpoints")
        let printed = try await bench.reconnect(to: 8)
        #expect(printed.first == "peer (8) is a new process in a new session: its history starts over")
        let told = words(printed)
        #expect(
            told.contains(
                "2 breakpoints and 1 log point set again (counter 2 is now 1, counter 3 is now 2, counter 4 is now 3)"),
            "\(told)")
        // The same three, with the hit commands of the last one.
        let renumbered = before.replacing("  2  ", with: "  1  ").replacing("  3  ", with: "  2  ")
            .replacing("  4  ", with: "  3  ")
        #expect(try await bench.run("breakpoints") == renumbered)
        try await bench.peer.act("reset")
        await bench.peer.waitForRequest(GateResume.method)
        await bench.session.finishHits()
        #expect(await bench.peer.seq == 1)
        // A one-shot breakpoint that has fired.
        let again = words(try await bench.reconnect(to: 9))
        #expect(again.contains("1 breakpoint and 1 log point set again"), "\(again)")
        #expect(!again.contains(" now"))
    }

    @Test("what a server still has is not set a second time, but claimed, so that it stays when the lost session ends")
    func sameProcess() async throws {
        var bench = try await Bench()
        _ = try await bench.run("break .reset")
        _ = try await bench.run("break .increment*")
        _ = try await bench.run("commands 2 get .count")
        let printed = try await bench.reconnect(to: 7) { peer in
            await peer.changeGate { gate in
                gate.breakpoints = [
                    BreakpointDescription(id: 1, action: ".increment*"),
                    BreakpointDescription(id: 2, action: ".increment*", hits: 3),
                    BreakpointDescription(id: 3, action: ".other"),
                ]
                gate.lastBreakpoint = 3
            }
        }
        #expect(
            printed == [
                "peer (7) is connected again: the same process",
                "1 breakpoint set again (counter 1 is now 4), 1 breakpoint still there",
            ])
        let sets = await bench.peer.requests.filter { $0.hasPrefix(BreakpointSet.method) }
        #expect(
            sets == [
                #"breakpoint/set {"store":"counter","action":".reset","once":false,"enabled":true}"#,
                #"breakpoint/set {"store":"counter","id":2,"enabled":true}"#,
            ])
        #expect(try await bench.run("commands") == "2  get .count")
    }

    @Test("what was removed, here or by others, stays removed")
    func removed() async throws {
        var bench = try await Bench()
        for line in ["break .reset", "break .increment*", "delete 1"] { _ = try await bench.run(line) }
        await bench.peer.changeGate { $0.breakpoints = [] }
        _ = try await bench.run("breakpoints")
        #expect(try await bench.reconnect(to: 7) == ["peer (7) is connected again: the same process"])
        #expect(await !bench.peer.requests.contains { $0.hasPrefix("breakpoint/") })
    }

    @Test("breakpoints of a store that is not there are said to wait, and are set when it comes")
    func missingStore() async throws {
        var bench = try await Bench()
        _ = try await bench.run("break .reset")
        _ = try await bench.run("commands 1 get .count")
        let printed = try await bench.reconnect(to: 8, stores: ["currency"])
        #expect(printed.contains("counter does not exist; switched to currency"))
        #expect(printed.contains("1 breakpoint of counter not set until the store is added"))
        try await bench.peer.announce()
        await bench.peer.waitForRequest(BreakpointSet.method)
        _ = try await bench.run("use counter")
        while try await !bench.run("breakpoints").hasPrefix("●  1  .reset") { try Task.checkCancellation() }
        #expect(try await bench.run("commands") == "1  get .count")
    }

    @Test("breakpoints that may not be set are reported with the reason, and tried again the next time")
    func refused() async throws {
        var bench = try await Bench()
        _ = try await bench.run("break .reset")
        _ = try await bench.run("break .increment*")
        let printed = try await bench.reconnect(to: 8) { peer in
            await peer.changeGate { $0.refusal = ProtocolError.readOnly(method: "breakpoint/set") }
        }
        let told = words(printed)
        #expect(told.contains("2 breakpoints of counter not set: This session may only read."), "\(told)")
        let next = try await bench.reconnect(to: 9)
        #expect(next.contains("2 breakpoints set again"))
    }

    @Test("that a gate was paused and is open now is said")
    func paused() async throws {
        var bench = try await Bench(isInteractive: true)
        _ = try await bench.run("pause")
        let printed = try await bench.reconnect(to: 7)
        #expect(printed.last == "counter was paused and is open now; `pause` closes its gate")
        #expect(await bench.prompt() == "counter> ")
        _ = try await bench.run("pause")
        let still = try await bench.reconnect(to: 7) { peer in await peer.changeGate { $0.isPaused = true } }
        #expect(still == ["peer (7) is connected again: the same process"])
        #expect(await bench.prompt() == "counter paused> ")
    }

    @Test("where no other process can be attached, `attach` and `detach` say so and end nothing")
    func alone() async throws {
        let bench = try await Bench()
        for line in ["attach", "attach 7"] {
            #expect(
                await bench.message(line)
                    == "error: Other processes can only be attached at the prompt of `strobe attach`.")
        }
        for line in ["detach", "detach 7"] {
            #expect(await bench.message(line) == "error: This is the only attached process. `quit` ends the session.")
        }
        #expect(try await bench.run("get .count") == "0")
    }

    @Test("with --json what became of breakpoints is one object")
    func json() async throws {
        var bench = try await Bench(isJSON: true)
        _ = try await bench.run("break .reset")
        _ = try await bench.run("break .increment*")
        _ = try await bench.run("delete 1")
        let printed = try await bench.reconnect(to: 8)
        #expect(
            printed == [
                #"{"command":"break","breakpoints":{"set":[{"store":"counter","was":2,"id":1}],"kept":0,"missing":[]}}"#
            ])
    }
}
