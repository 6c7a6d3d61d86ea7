import InspectorCore
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector

@Suite("Commands on a hit, and waiting for a stop", .timeLimit(.minutes(5)))
struct HitCommandTests {
    @Test("commands are set, shown and cleared")
    func setting() async throws {
        let bench = try await Bench()
        _ = try await bench.run("break .reset")
        #expect(try await bench.run("commands") == "no breakpoint has commands")
        #expect(
            try await bench.run(#"commands 1 state .count ; echo a;b; send .increment(by: 1)"#).hasPrefix("error")
                == false)
        #expect(try await bench.run("commands 1") == "1  state .count ; echo a; b; send .increment(by: 1)")
        #expect(
            try await bench.run("breakpoints").hasSuffix("\n    > state .count ; echo a; b; send .increment(by: 1)"))
        #expect(try await bench.run("commands --clear 1") == "1  nothing is run")
        #expect(try await bench.run("commands") == "no breakpoint has commands")
    }

    @Test("a semicolon in quotes parts nothing")
    func quotes() throws {
        let lines = try HitCommands.lines(in: #" echo "a; b" ; echo it's; echo 'c; d';; "#)
        #expect(lines == [#"echo "a; b" "#, "echo it's", "echo 'c; d'"])
    }

    @Test("what can never be run is refused")
    func refused() async throws {
        let bench = try await Bench()
        _ = try await bench.run("break .reset")
        #expect(await bench.message("commands 1 frob; resume").contains("There is no command `frob`"))
        #expect(await bench.message("commands 1 quit") == "error: `quit` cannot be run on a hit.")
        #expect(await bench.message("commands 2 held") == "error: There is no breakpoint 2. `breakpoints` lists them.")
        #expect(await bench.message("commands one held").contains("`one` is not the id of a breakpoint"))
    }

    @Test("a hit runs its commands in order, and a script goes on when they are done")
    func running() async throws {
        let bench = try await Bench()
        let outcome = await bench.script([
            "break .increment*", "commands 1 get .count; resume; get .count", "send .increment(by: 3)", "wait stopped",
            "echo then", "send .increment(by: 4)", "wait stopped", "get .count",
        ])
        #expect(outcome == .success)
        let stop = "■ breakpoint 1 before .increment(by: 3)  script"
        let output = bench.console.takeOutput()
        #expect(output[2] == stop)
        #expect(
            output.filter { !$0.hasPrefix("  ") && !$0.hasPrefix("held") }.dropFirst(3).prefix(5) == [
                "0", "#1 .increment(by: 3)  inspector", "▶ open at @1", "3", "then",
            ])
        #expect(output.last == "7")
    }

    @Test("the commands of a hit run in its store, at the present, whatever the user's position is")
    func place() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 5)")
        _ = try await bench.run("break .reset")
        _ = try await bench.run("commands 1 get .count; goto 0; get .count; effects")
        _ = try await bench.run("goto 0")
        _ = try await bench.run("use currency")
        try await bench.peer.act("reset")
        await bench.peer.waitForRequest("effect/list")
        await bench.session.finishHits()
        let output = bench.console.takeOutput()
        #expect(output.first == "counter ■ breakpoint 1 before .reset  app")
        #expect(output.contains("5") && output.suffix(2).first == "0")
        #expect(await bench.prompt() == "currency> ")
        _ = try await bench.run("use counter")
        #expect(await bench.prompt() == "counter@0 paused 1> ")
    }

    @Test("a command that fails ends those of its hit, and a script with them")
    func failing() async throws {
        let bench = try await Bench()
        let lines = [
            "break .reset", "commands 1 get .nothing; echo never", "send .reset", "wait stopped", "echo after",
        ]
        #expect(await bench.script(lines) == .commandFailed)
        #expect(bench.console.takeErrors() == ["error: There is nothing at /nothing"])
        let output = bench.console.takeOutput()
        #expect(!output.contains("never") && !output.contains("after"))
    }

    @Test("commands that cause their own hit are run so many times and no more, until the user gives one")
    func endless() async throws {
        let bench = try await Bench()
        _ = try await bench.run("break .increment*")
        _ = try await bench.run("commands 1 send .increment(by: 1); resume")
        _ = try await bench.run("send .increment(by: 1)")
        let peer = bench.peer
        while bench.console.takeErrors().isEmpty {
            try Task.checkCancellation()
            await bench.session.finishHits()
            _ = try await bench.session.answer(Ping())
        }
        #expect(await peer.seq == HitCommands.runLimit)
        #expect(await bench.prompt() == "counter paused 1> ")
        _ = try await bench.run("commands --clear 1")
        _ = try await bench.run("resume")
        #expect(await peer.seq == HitCommands.runLimit + 1)
    }

    @Test("commands that only look are run on every hit")
    func looking() async throws {
        let bench = try await Bench()
        _ = try await bench.run("break .increment*")
        _ = try await bench.run("commands 1 get .count; resume")
        for _ in 0..<HitCommands.runLimit + 20 {
            try await bench.peer.act(["increment": ["by": 1]])
            try await bench.session.run("wait stopped")
            await bench.session.finishHits()
        }
        #expect(await bench.peer.seq == HitCommands.runLimit + 20)
        #expect(bench.console.takeErrors().isEmpty)
    }

    @Test("waiting for a stop is done at once where the gate has stopped, and fails in time where it does not")
    func waiting() async throws {
        let bench = try await Bench()
        #expect(await bench.message("wait stopped 0.05") == "error: counter did not stop within 0.05 s.")
        _ = try await bench.run("break .reset")
        let session = bench.session
        let waiting = Task { try await session.run("wait stopped 30") }
        await bench.peer.waitForRequest("gate/status")
        try await bench.peer.act("reset")
        try await waiting.value
        #expect(bench.console.takeOutput().contains("■ breakpoint 1 before .reset  app"))
        #expect(try await bench.run("wait stopped") == "")
        #expect(await bench.message("wait stopped 1 2").contains("`2` is one argument too many"))
        #expect(await bench.message("wait stopped --action .x").contains("cannot be combined"))
        #expect(await bench.message("wait stopped x").contains("takes a number of seconds"))
    }

    @Test("with --json waiting for a stop prints the status of the gate")
    func waitingJSON() async throws {
        let bench = try await Bench(isJSON: true)
        _ = try await bench.run("pause")
        _ = try await bench.run("send .reset")
        #expect(
            try await bench.run("wait stopped").hasPrefix(
                #"{"command":"wait","seq":0,"paused":true,"stopped":{"reason":"pause""#))
    }

    @Test("waiting for a stop ends with a lost connection")
    func lost() async throws {
        let bench = try await Bench()
        let peer = bench.peer
        Task {
            await peer.waitForRequest("gate/status")
            await peer.close()
        }
        #expect(await bench.script(["wait stopped 30"]) == .connectionLost)
    }
}
