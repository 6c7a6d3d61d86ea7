import Foundation
import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Running scripts", .timeLimit(.minutes(5)))
struct ScriptRunTests {
    /// Runs a script as from a file.
    private func run(
        _ text: String, on bench: Bench, keepsGoing: Bool = false, report: ScriptReport = ScriptReport()
    ) async throws -> Outcome {
        let script = try Script(commands: [], file: "a.strobe", text: text, variables: [])
        return await ScriptRunner(session: bench.session, keepsGoing: keepsGoing, report: report).run(script)
    }

    @Test("variables, loops and blocks are run in order")
    func running() async throws {
        let bench = try await Bench()
        let outcome = try await run(
            """
            let step = 2
            repeat 3 as i {
              send .increment(by: $step)
              echo round $i
            }
            let total from .count
            echo $total, ${step}x, $$5
            repeat 2 { echo a; echo "b;c" }
            """, on: bench)
        #expect(outcome == .success)
        let texts = bench.console.takeOutput().filter { !$0.hasPrefix("#") && !$0.hasPrefix("~") }
        #expect(texts == ["round 1", "round 2", "round 3", "6, 2x, $5", "a", "\"b;c\"", "a", "\"b;c\""])
    }

    @Test("piped lines are run as they come, and blocks once they are closed")
    func piped() async throws {
        let bench = try await Bench()
        #expect(
            await bench.script(["let a = 1", "repeat 2 {", "echo $a", "}", "send .increment(", "by: 3)", "get .count"])
                == .success)
        #expect(bench.console.takeOutput().filter { !$0.hasPrefix("#") && !$0.hasPrefix("~") } == ["1", "1", "3"])
        #expect(await bench.script(["repeat 2 {", "echo a"]) == .commandFailed)
        #expect(bench.console.takeErrors().first?.contains("is not closed") == true)
        #expect(await bench.script(["echo a", "repeat 1 {", "get .nothing", "}"]) == .commandFailed)
        #expect(
            bench.console.takeErrors() == [
                "line 3: error: There is nothing at /nothing", "  > get .nothing", "  in round 1 of 1 of `repeat`",
            ])
    }

    @Test("a failure names file, line, command and round, and the script continues with --keep-going")
    func failures() async throws {
        let bench = try await Bench()
        let text = "repeat 2 as i {\n  get .x$i\n}\necho done"
        #expect(try await run(text, on: bench) == .commandFailed)
        #expect(
            bench.console.takeErrors() == [
                "a.strobe:2: error: There is nothing at /x1", "  > get .x1", "  in round 1 of 2 of `repeat`",
            ])
        #expect(bench.console.takeOutput().isEmpty)
        #expect(try await run(text, on: bench, keepsGoing: true) == .commandFailed)
        #expect(bench.console.takeErrors().filter { $0.hasPrefix("a.strobe") }.count == 2)
        #expect(bench.console.takeOutput() == ["done"])
    }

    @Test("with --json a failure has its place")
    func jsonFailure() async throws {
        let bench = try await Bench(isJSON: true)
        #expect(try await run("send .increment(by: 1)\nexpect .count == 2", on: bench) == .commandFailed)
        let error = try JSON.parse(bench.console.takeErrors()[0])
        #expect(error.value(at: Path(["error", "place", "file"])) == "a.strobe")
        #expect(error.value(at: Path(["error", "place", "line"])) == 2)
        #expect(error.value(at: Path(["error", "data", "expected"])) == ".count == 2")
        #expect(error.value(at: Path(["error", "data", "got"])) == [["name": ".count", "text": "1"]])
    }

    @Test("the answers of many rounds are summed up, and those of commands that look are not")
    func longLoops() async throws {
        let bench = try await Bench()
        let count = Loop.longCount + 5
        #expect(
            try await run(
                "repeat \(count) as i {\n  send .increment(by: 1)\n  expect .count == $i\n  get .count\n}", on: bench)
                == .success)
        let output = bench.console.takeOutput()
        try #require(output.count == count + 1)
        #expect(output[3] == "4")
        #expect(output.last?.hasPrefix("repeat  25 rounds  25 actions sent: 25 changed the state  in ") == true)
    }

    @Test("quit ends loops and the script")
    func quitting() async throws {
        let bench = try await Bench()
        #expect(try await run("repeat 1000000 {\n  echo a\n  quit\n}\necho b", on: bench) == .success)
        #expect(bench.console.takeOutput() == ["a"])
    }

    @Test("`every` begins at once, and ends after its rounds")
    func intervals() async throws {
        let bench = try await Bench()
        #expect(try await run("every 1ms 3 times as i echo $i", on: bench) == .success)
        #expect(bench.console.takeOutput() == ["1", "2", "3"])
        #expect(try await run("every 1h for 1s echo once", on: bench) == .success)
        #expect(bench.console.takeOutput() == ["once"])
    }

    @Test("cancelling ends a script in the middle of a loop, with its place")
    func cancelling() async throws {
        let bench = try await Bench()
        let session = bench.session
        let script = try Script(
            commands: [], file: "a.strobe", text: "echo a\nevery 1h {\n  sleep 1h\n}", variables: [])
        let running = Task { await ScriptRunner(session: session).run(script) }
        // After its output the first line has run; any later moment is right for cancelling.
        while bench.console.takeOutput().isEmpty { await Task.yield() }
        running.cancel()
        #expect(await running.value == .interrupted)
        let errors = bench.console.takeErrors()
        #expect(errors.count == 1 && errors[0].hasPrefix("error: The script was interrupted at a.strobe:"), "\(errors)")
    }

    @Test("a loop that is interrupted says how far it came")
    func interrupted() async throws {
        let bench = try await Bench()
        let session = bench.session
        let script = try Script(
            commands: [], file: "a.strobe", text: "repeat 100000 {\n  send .reset\n  get .count\n}", variables: [])
        let running = Task { await ScriptRunner(session: session).run(script) }
        while bench.console.takeOutput().isEmpty { await Task.yield() }
        running.cancel()
        #expect(await running.value == .interrupted)
        let told = bench.console.takeOutput().last ?? ""
        #expect(told.hasPrefix("repeat, interrupted after  ") && told.contains(" sent: "), "\(told)")
    }

    @Test("loops and variables work in lines that are typed and on hits")
    func typed() async throws {
        let bench = try await Bench(isInteractive: true)
        #expect(try await bench.run("let by = 4") == "$by = 4")
        _ = try await bench.run("send .increment(by: $by)")
        #expect(try await bench.run("repeat 2 get .count") == "4\n4")
        #expect(try await bench.run("let") == "$by = 4")
        #expect(await bench.message("get $nothing").hasPrefix("error: There is no variable `$nothing`."))
        #expect(await bench.message("repeat 2 frob").contains("\n           ^"))
    }

    @Test("Tab completes what is in a loop")
    func completion() async throws {
        let bench = try await Bench()
        func candidates(_ line: String) async -> [String] {
            await CommandContext(bench.session).complete(line, line.endIndex)?.candidates.map(\.text) ?? []
        }
        #expect(await candidates("repeat 3 exp") == ["expect", "expect-diff"])
        #expect(await candidates("repeat 3 as i { state .m") == [".mode"])
        #expect(await candidates("every 1s 5 times { get .count; state .m") == [".mode"])
        #expect(await candidates("expect .c") == [".count"])
    }
}
