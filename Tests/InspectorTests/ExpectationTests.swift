import Foundation
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Testing

@testable import Inspector

@Suite("Expectations of scripts", .timeLimit(.minutes(5)))
struct ExpectationTests {
    @Test("what holds is ticked off, and what does not says what is there")
    func expecting() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 3)")
        #expect(try await bench.run("expect .count == 3") == "✓ .count == 3")
        #expect(try await bench.run("expect changed(.count) && .mode == \"idle\"").hasPrefix("✓"))
        #expect(
            await bench.message("expect .count > 3 && .mode == .busy") == """
                error: The expectation does not hold at @1.
                  expected  .count > 3 && .mode == .busy
                  got       .count  3
                            .mode   .idle
                """)
        #expect(
            await bench.message("expect !(.cuont == 3)")
                .hasPrefix("error: There is no path .cuont: Counter has no `cuont`; did you mean .count?"))
        #expect(
            await bench.message("expect .count == before(.count)").hasSuffix("  got       .count  0 → 3"))
        #expect(await bench.message("expect").contains("needs a condition"))
        #expect(await bench.message("expect .count = 3").contains("Did you mean ==?"))
    }

    @Test("a condition is evaluated in the state at the current position")
    func past() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 3)")
        _ = try await bench.run("send .increment(by: 4)")
        #expect(try await bench.run("expect --at 1 .count == 3").hasPrefix("✓"))
        _ = try await bench.run("goto 1")
        #expect(try await bench.run("expect .count == 3").hasPrefix("✓"))
        _ = try await bench.run("live")
        #expect(await bench.message("expect .count == 3").contains("does not hold at @2"))
    }

    @Test("just what changed is expected, with old and new values")
    func diffs() async throws {
        let bench = try await Bench()
        #expect(await bench.message("expect-diff .count").contains("No action has been reduced yet"))
        _ = try await bench.run("send .increment(by: 3)")
        #expect(try await bench.run("expect-diff .count") == "✓ changed: .count")
        #expect(try await bench.run("expect-diff .count = 3") == "✓ changed: .count = 3")
        #expect(try await bench.run("expect-diff .count 0 -> 3") == "✓ changed: .count 0 -> 3")
        #expect(try await bench.run("expect-diff /count 0 → 3").hasPrefix("✓"))
        _ = try await bench.run("send .increment(by: 200)")
        #expect(try await bench.run("expect-diff .count, .mode = .busy").hasPrefix("✓"))
        #expect(try await bench.run("expect-diff .count .mode").hasPrefix("✓"))
        #expect(try await bench.run("expect-diff --among .mode").hasPrefix("✓"))
        #expect(try await bench.run("expect-diff 0..1 .count = 3").hasPrefix("✓"))
        #expect(try await bench.run("expect-diff 0..0 nothing") == "✓ changed: nothing")
    }

    @Test("unexpected changes, missing ones and other values are shown: expected against got")
    func wrongDiffs() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 200)")
        #expect(
            await bench.message("expect-diff .count = 2") == """
                error: #1 .increment(by: 200) changed something other than what was expected.
                  expected
                    .count = 2
                  got
                    ~ .count  0 → 200
                    ~ .mode   .idle → .busy
                  .count became 200, not 2
                  not expected: .mode
                """)
        #expect(await bench.message("expect-diff nothing").contains("not expected: .count, .mode"))
        #expect(await bench.message("expect-diff .count .moed").contains("did you mean .mode?"))
        #expect(await bench.message("expect-diff .count 1 -> 200, .mode").contains(".count was 0, not 1"))
        for wrong in ["", "3..9", ".a = ", ".a -> 3", ".a,,.b", "nothing --among"] {
            let message = await bench.message("expect-diff \(wrong)")
            #expect(message.hasPrefix("error: ") && !message.contains("changed something else"), "\(wrong): \(message)")
        }
    }

    @Test("waiting for a condition misses no state, however short it lasts")
    func waiting() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 3)")
        try await bench.peer.act(["increment": ["by": 200]])
        try await bench.peer.act("reset")
        #expect(try await bench.run("wait .count == 203") == "✓ .count == 203  @2  .increment(by: 200)")
        #expect(try await bench.run("wait .count == 0 timeout 5s") == "✓ .count == 0  @3  .reset")
        // States before the last awaited one are not examined again.
        #expect(await bench.message("wait .count == 203 timeout 10ms").contains("did not become true within 0.01 s"))
    }

    @Test("waiting for a condition goes on as soon as it holds")
    func waitingForLater() async throws {
        let bench = try await Bench()
        let session = bench.session
        let waiting = Task { try await session.run("wait .count == 5 timeout 1m") }
        await bench.peer.waitForRequest("history/find")
        try await bench.peer.act(["increment": ["by": 5]])
        try await waiting.value
        #expect(bench.console.takeOutput().last?.hasPrefix("✓ .count == 5") == true)
    }

    @Test("a wait in vain says what is there; wrong ones are refused")
    func waitingInVain() async throws {
        let bench = try await Bench()
        #expect(
            await bench.message("wait .count == 5 timeout 10ms") == """
                error: The expectation did not become true within 0.01 s.
                  expected  .count == 5
                  got       .count  0
                """)
        #expect(await bench.message("wait .count == 5 timeout").contains("needs a duration"))
        #expect(await bench.message("wait .count == 5 timeout x").contains("not `x`"))
        #expect(await bench.message("wait .count ==").contains("error"))
        #expect(await bench.message("wait .a == 1 --action .x").contains("cannot be combined"))
        #expect(await bench.message("wait 10ms").contains("No action within 0.01 s"))
        #expect(await bench.message("wait --action '.i*' timeout 10ms").contains("matches `.i*`"))
        #expect(await bench.message("wait timeout 10ms --action '*x y'").contains("matches `*x y`"))
        #expect(await bench.message("wait --action .rest").contains("No action matches .rest; did you mean .reset?"))
        #expect(await bench.message("wait .moed == .busy").contains("did you mean .mode?"))
        #expect(await bench.message("wait stopped timeout 10ms").contains("did not stop within 0.01 s"))
    }

    @Test("each wait for an action takes another one")
    func waitingForActions() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .reset")
        try await bench.peer.act(["increment": ["by": 1]])
        try await bench.peer.act(["increment": ["by": 2]])
        #expect(try await bench.run("wait --action .increment*").contains(".increment(by: 1)") == true)
        #expect(try await bench.run("expect-diff .count = 1").hasPrefix("✓"))
        #expect(try await bench.run("wait --action .increment*").contains("2") == true)
        #expect(await bench.message("wait 10ms").contains("No action within"))
    }
}
