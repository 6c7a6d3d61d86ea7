import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Sessions", .timeLimit(.minutes(5)))
struct SessionTests {
    @Test("an action is sent, and seq, changes and effects are shown")
    func send() async throws {
        let bench = try await Bench()
        #expect(
            try await bench.run("send .increment(by: 3)") == """
                #1  1 change  ⇒ .save
                ~ .count  0 → 3
                """)
        #expect(
            try await bench.run("state") == """
                Counter  @1
                  count: 3
                  mode:  "idle"
                """)
        #expect(try await bench.run("get /count") == "3")
        #expect(await bench.peer.requests.contains { $0.contains(#""origin":"script""#) })
    }

    @Test("an origin that does not exist is an error that names those that do")
    func origins() async throws {
        let bench = try await Bench()
        let message = await bench.message("log --origin efect")
        #expect(message.hasPrefix("error: There is no origin `efect`. Did you mean `effect`? There are app, effect,"))
    }

    @Test("what a server says to writers of clients is said in the user's words")
    func translated() {
        let undecodable = ProtocolError(
            .undecodableAction, "expected a string", data: ["path": .string("/items/3/title")])
        #expect(
            ErrorRendering.lines(undecodable).map(\.plain) == [
                "error: At .items[3].title of the action: expected a string"
            ])
        let readOnly = ErrorRendering.lines(ProtocolError.readOnly(method: "action/dispatch")).map(\.plain)
        #expect(readOnly.first?.contains("--read-only") == true)
    }

    @Test("a long wait is reported, once, and beside the answers")
    func patience() async throws {
        let (said, continuation) = AsyncStream.makeStream(of: String.self)
        let answer = await SlowAnswerNotice.wait(.zero) {
            continuation.yield("slow")
            continuation.finish()
        } _: {
            var texts: [String] = []
            for await text in said { texts.append(text) }
            return texts
        }
        #expect(answer == ["slow"])
    }

    @Test("changed values are written in the notation of their types")
    func typedChanges() async throws {
        let bench = try await Bench()
        #expect(try await bench.run("send .increment(by: 200)").hasSuffix("~ .mode   .idle → .busy"))
    }

    @Test("at the prompt an action that was sent there is not printed twice")
    func ownEvents() async throws {
        let bench = try await Bench(isInteractive: true)
        _ = try await bench.run("watch")
        _ = try await bench.run("send .reset")
        _ = try await bench.session.answer(ActionDispatch(store: "counter", action: ["increment": ["by": 1]]))
        await bench.session.settle()
        await bench.session.printGathered()
        #expect(
            bench.console.takeOutput() == ["#2 .increment(by: 1)  inspector", "  ~ .count  0 → 1"])
    }

    @Test("a dry run changes nothing, a stale seq is refused")
    func guards() async throws {
        let bench = try await Bench()
        #expect(try await bench.run("send .increment(by: 3) --dry-run").hasPrefix("dry run at @0  1 change"))
        #expect(try await bench.run("get .count") == "0")
        #expect(await bench.message("send .reset --if-seq 4") == "error: The store is at 0, not at 4.")
    }

    @Test("a wrong action is refused before it is sent, with a caret and the nearest case")
    func wrongAction() async throws {
        let bench = try await Bench()
        let message = await bench.message("send .incremnt(by: 3)")
        #expect(message.contains("increment"))
        #expect(message.contains("^"))
        #expect(await !bench.peer.requests.contains { $0.hasPrefix("action/dispatch") })
    }

    @Test("commands go back and forth in time, and the prompt shows the position")
    func timeTravel() async throws {
        let bench = try await Bench()
        #expect(await bench.prompt() == "counter> ")
        for step in 1...3 { _ = try await bench.run("send .increment(by: \(step))") }
        #expect(
            try await bench.run("goto 1") == """
                @1  .increment(by: 1)  1 change from @3
                ~ .count  6 → 1
                """)
        #expect(await bench.prompt() == "counter@1> ")
        #expect(try await bench.run("get .count") == "1")
        #expect(try await bench.run("state").hasPrefix("Counter  @1\n  count: 1\n"))
        #expect(try await bench.run("diff").hasPrefix("@1 → @3  1 change\n"))
        #expect(
            try await bench.run("send .increment(by: 4)").hasSuffix(
                "sent to the live store, not to @1; `live` goes there"))
        #expect(await bench.prompt() == "counter@1> ")
        #expect(try await bench.run("back").hasPrefix("@0  initial state  1 change from @1"))
        #expect(try await bench.run("back") == "@0  initial state  here already")
        #expect(try await bench.run("next 2").hasPrefix("@2  .increment(by: 2)"))
        #expect(try await bench.run("state --at 4").hasPrefix("Counter  @4\n"))
        #expect(try await bench.run("last").hasPrefix("@4  .increment(by: 4)"))
        #expect(await bench.prompt() == "counter@4> ")
        #expect(try await bench.run("live").hasPrefix("live @4"))
        #expect(await bench.prompt() == "counter> ")
    }

    @Test("a position that does not exist changes nothing")
    func noSuchPlace() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .reset")
        _ = try await bench.run("goto 0")
        #expect(await bench.message("goto 9").contains("There is no seq 9 yet: the last one is 1."))
        #expect(await bench.message("goto x").contains("not a position in the history"))
        #expect(await bench.prompt() == "counter@0> ")
    }

    @Test("two states are compared in all the ways there are")
    func diff() async throws {
        let bench = try await Bench()
        for step in 1...3 { _ = try await bench.run("send .increment(by: \(step))") }
        #expect(try await bench.run("diff 0 2").hasPrefix("@0 → @2  1 change\n~ .count  0 → 3"))
        #expect(try await bench.run("diff 1").hasPrefix("@1 → @3"))
        #expect(try await bench.run("diff -2").hasPrefix("@1 → @3"))
        #expect(try await bench.run("diff").hasPrefix("@2 → @3"))
        #expect(try await bench.run("diff live 0 .count").hasPrefix("@3 → @0"))
        #expect(await bench.peer.requests.last?.contains(#""path":"/count""#) == true)
        #expect(try await bench.run("diff 2 2") == "@2 → @2  0 changes")
        #expect(await bench.message("diff 1 2 .a .b").contains("too many"))
    }

    @Test("the log is listed and one entry is shown whole")
    func log() async throws {
        let bench = try await Bench()
        #expect(try await bench.run("log") == "no entries")
        for step in 1...3 { _ = try await bench.run("send .increment(by: \(step))") }
        let lines = try await bench.run("log 2..3").split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains(".increment(by: 2)") == true)
        #expect(try await bench.run("show 2").contains("    ~ .count  1 → 3"))
        #expect(try await bench.run("show -1").hasPrefix("#2 "))
        #expect(await bench.message("show 0").contains("initial state"))
    }

    @Test("a jump restores a past state as a new entry and comes back to the present")
    func jump() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 5)")
        #expect(await bench.message("jump").contains("needs a seq, unless"))
        _ = try await bench.run("goto 0")
        #expect(
            try await bench.run("jump") == """
                #2  restored the state of @0
                ~ .count  5 → 0
                """)
        #expect(await bench.prompt() == "counter> ")
    }

    @Test("each store keeps its own position")
    func stores() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .reset")
        _ = try await bench.run("goto 0")
        #expect(try await bench.run("stores").hasPrefix("▸  counter   @1"))
        _ = try await bench.run("use cur")
        #expect(await bench.prompt() == "currency> ")
        _ = try await bench.run("use counter")
        #expect(await bench.prompt() == "counter@0> ")
        #expect(await bench.message("use c").contains("counter, currency"))
        #expect(await bench.message("use curency").contains("Did you mean `currency`?"))
    }

    @Test("what is watched is printed in order with the answers of a script, and ends with unwatch")
    func watching() async throws {
        let bench = try await Bench()
        #expect(try await bench.run("watch") == "watching actions and changes from @0")
        #expect(
            try await bench.run("send .increment(by: 2)") == """
                #1 .increment(by: 2)  inspector
                @1  ~ .count  0 → 2
                #1  1 change  ⇒ .save
                ~ .count  0 → 2
                """)
        #expect(try await bench.run("unwatch") == "no longer watching")
        #expect(try await bench.run("send .reset").hasPrefix("#2  1 change"))
        #expect(await bench.message("unwatch").contains("Nothing is watched"))
    }

    @Test("waiting finds an action that came after the last one sent, and fails in time when none comes")
    func waiting() async throws {
        let bench = try await Bench()
        #expect(await bench.message("wait 0.05").contains("No action within"))
        _ = try await bench.run("send .reset")
        let session = bench.session
        let waiting = Task { try await session.run("wait 30") }
        await bench.peer.waitForRequest("unsubscribe")
        await bench.peer.waitForRequest("log/list")
        _ = try await session.answer(ActionDispatch(store: "counter", action: "reset"))
        try await waiting.value
        #expect(bench.console.takeOutput().last?.contains("reset") == true)
    }

    @Test("with --json the result objects are printed as they came, and errors as objects")
    func json() async throws {
        let bench = try await Bench(isJSON: true)
        #expect(
            try await bench.run("send .increment(by: 3)")
                == #"{"command":"send","seq":1,"changed":true,"changes":[{"op":"replace","path":"/count","value":3,"old":0}],"effects":[{"label":".save"}]}"#
        )
        #expect(try await bench.run("get .count") == #"{"command":"get","seq":1,"value":3}"#)
        #expect(try await bench.run("echo a  b") == #"{"command":"echo","value":"a  b"}"#)
        #expect(await bench.script(["get .nothing"]) == .commandFailed)
        #expect(
            bench.console.takeErrors() == [
                #"{"command":"get","error":{"code":-33005,"message":"There is nothing at /nothing","data":{"path":"","kind":"noSuchPath"},"#
                    + #""place":{"line":1,"column":1,"statement":"get .nothing"}}}"#
            ])
        #expect(await bench.script(["frob"]) == .commandFailed)
        #expect(bench.console.takeErrors().first?.contains(#""kind":"usage""#) == true)
    }

    @Test("dropped events are reported with --json as well")
    func jsonDropped() async throws {
        let bench = try await Bench(isJSON: true)
        await bench.session.receive(.dropped(count: 3))
        #expect(bench.console.takeOutput() == [#"{"command":"watch","dropped":3}"#])
    }

    @Test("every command prints valid JSON lines with --json")
    func allJSON() async throws {
        let bench = try await Bench(isJSON: true)
        await bench.peer.run([.init(id: 1, name: "load", label: "load", since: 0, phase: "running")])
        for line in [
            "send .reset", "state", "tree", "get", "log", "show 1", "diff 0 1", "goto 0", "back", "next", "first",
            "last",
            "live", "stores", "use counter", "actions", "actions reset", "watch", "unwatch", "help", "help state",
            "echo x",
            "jump 0", "effects", "cancel load",
        ] {
            let output = try await bench.run(line)
            #expect(!output.isEmpty, "\(line)")
            for text in output.split(separator: "\n") {
                #expect(throws: Never.self, "\(line)") { try JSON.parse(String(text)) }
            }
        }
    }

    @Test("a script stops at the first failure, continues with --keep-going, and ends at quit")
    func scripts() async throws {
        let bench = try await Bench()
        #expect(await bench.script(["echo a", "", "# no", "get .x", "echo b"]) == .commandFailed)
        #expect(bench.console.takeOutput() == ["a"])
        #expect(bench.console.takeErrors() == ["line 4: error: There is nothing at /x", "  > get .x"])
        #expect(await bench.script(["get .x", "echo b"], keepsGoing: true) == .commandFailed)
        #expect(bench.console.takeOutput() == ["b"])
        #expect(await bench.script(["echo c", "quit", "echo d"]) == .success)
        #expect(bench.console.takeOutput() == ["c"])
    }

    @Test("a lost connection ends a script with its own status and one message")
    func lost() async throws {
        let bench = try await Bench()
        await bench.peer.ignore("state/get")
        let peer = bench.peer
        Task {
            await peer.waitForRequest("state/get")
            await peer.close()
        }
        #expect(await bench.script(["get", "echo never"]) == .connectionLost)
        #expect(bench.console.takeErrors().count == 1)
        #expect(bench.console.takeOutput().isEmpty)
    }

    @Test("cancelling a command cancels its request")
    func cancelling() async throws {
        let bench = try await Bench()
        await bench.peer.ignore("state/get")
        let session = bench.session
        let command = Task { try await session.run("get") }
        await bench.peer.waitForRequest("state/get")
        command.cancel()
        await bench.peer.waitForRequest("$/cancelRequest")
        await bench.peer.close()
        await #expect(throws: (any Error).self) { try await command.value }
    }

    private func candidates(_ bench: Bench, _ line: String) async -> [String] {
        await CommandContext(bench.session).complete(line, line.endIndex)?.candidates.map(\.text) ?? []
    }

    @Test("Tab knows commands, options, paths, actions, stores and seqs")
    func completion() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .reset")
        #expect(await candidates(bench, "st") == ["state", "step", "stores"])
        #expect(await candidates(bench, "send --d") == ["--dry-run"])
        #expect(await candidates(bench, "state .") == [".count", ".mode"])
        #expect(await candidates(bench, "state .m") == [".mode"])
        #expect(await candidates(bench, "state /c") == ["/count"])
        #expect(await candidates(bench, "use ") == ["counter", "currency"])
        #expect(await candidates(bench, "actions .i") == [".increment"])
        #expect(await candidates(bench, "goto ").contains("1"))
        #expect(await candidates(bench, "goto l") == ["live", "last"])
        #expect(await candidates(bench, "send .i").contains { $0.contains("increment") })
        #expect(await CommandContext(bench.session).complete("state .m", "state .m".endIndex)?.replacing == 2)
    }
}
