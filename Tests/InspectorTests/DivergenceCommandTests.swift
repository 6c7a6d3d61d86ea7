import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector

@Suite("Divergence at the prompt", .timeLimit(.minutes(5)))
struct DivergenceCommandTests {
    private static let divergence = DivergenceDescription(
        seq: 2, path: Path(["count"]), kind: .impureReducer, lastEqualSeq: 1, comparedAt: 2,
        message: "The reducer of counter is not pure.",
        changes: [Change(.replace, Path(["count"]), value: 5, old: 3)])

    private static let shown = [
        "‼ counter diverged at #2 .count  the reducer is not pure",
        "    ~ .count  3 → 5",
        "    The reducer of counter is not pure.",
        "    equal up to @1, compared at @2; states are retained from now on, `replay on`",
        "    tries again",
    ]

    private func gathered(_ bench: Bench) async throws -> [String] {
        _ = try await bench.session.answer(Ping())
        await bench.session.settle()
        await bench.session.printGathered()
        return bench.console.takeOutput()
    }

    @Test("a divergence is printed at once, and the prompt and `stores` keep showing it")
    func told() async throws {
        let bench = try await Bench(isInteractive: true)
        try await bench.peer.diverge(Self.divergence)
        #expect(try await gathered(bench) == Self.shown)
        #expect(await bench.prompt() == "counter diverged> ")
        let stores = try await bench.run("stores")
        #expect(stores.contains("no replay, diverged at #2: the reducer is not pure"))
        #expect(await bench.prompt() == "counter diverged> ")
        _ = try await bench.run("use currency")
        #expect(await bench.prompt() == "currency> ")
        _ = try await gathered(bench)
        _ = try await bench.run("use counter")
        let answer = try await bench.run("replay on")
        #expect(answer == "replay on  states are replayed; known from @0")
        #expect(await bench.prompt() == "counter> ")
    }

    @Test("clients that attach later learn of it as well")
    func later() async throws {
        let bench = try await Bench(isInteractive: true)
        try await bench.peer.diverge(Self.divergence, isReported: false)
        _ = try await bench.run("stores")
        await bench.session.followDivergence()
        let lines = bench.console.takeOutput()
        #expect(lines.first == "‼ counter has diverged at #2 .count  the reducer is not pure")
        #expect(await bench.prompt() == "counter diverged> ")
    }

    @Test("`verify` says what was checked, and what differs once")
    func verify() async throws {
        let bench = try await Bench(isInteractive: true)
        #expect(try await bench.run("verify") == "✓ equal  there are no transitions yet")
        for _ in 0..<3 { _ = try await bench.run("send .increment(by: 1)") }
        _ = try await gathered(bench)
        #expect(try await bench.run("verify") == "✓ equal  3 transitions, #1 to #3")
        #expect(try await bench.run("verify 2..3") == "✓ equal  2 transitions, #2 to #3")
        #expect(try await bench.run("verify 1") == "✓ equal  1 transition, #3 to #3")
        #expect(try await bench.run("verify all") == "✓ equal  3 transitions, #1 to #3")
        #expect(
            await bench.peer.requests.filter { $0.hasPrefix("history/verify") }.dropFirst() == [
                #"history/verify {"store":"counter"}"#, #"history/verify {"store":"counter","from":2,"to":3}"#,
                #"history/verify {"store":"counter","from":3}"#, #"history/verify {"store":"counter","to":3}"#,
            ])
        try await bench.peer.diverge(Self.divergence)
        // The answer reports it, so the event does not.
        #expect(try await bench.run("verify").split(separator: "\n").map(String.init) == Self.shown)
        #expect(try await gathered(bench).isEmpty)
        #expect(try await bench.run("verify") == "✗ differs at #2 .count  the reducer is not pure")
    }

    @Test("a script reports it once, too, and a program gets the result object")
    func script() async throws {
        let bench = try await Bench(isInteractive: false)
        try await bench.peer.diverge(Self.divergence)
        _ = try await bench.session.answer(Ping())
        await bench.session.settle()
        #expect(bench.console.takeOutput() == Self.shown)
        #expect(try await bench.run("verify") == "✗ differs at #2 .count  the reducer is not pure")
    }

    @Test("wrong arguments are reported with the possible ones")
    func wrong() async throws {
        let bench = try await Bench(isInteractive: true)
        #expect(await bench.message("replay").contains("`replay` takes `on` or `off`. Usage: replay on|off"))
        #expect(await bench.message("replay maybe").contains("`on` or `off`"))
        #expect(await bench.message("verify x").contains("is not a range of the log"))
        #expect(await bench.message("verify 5..2").contains("is empty"))
    }
}
