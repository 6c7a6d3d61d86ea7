import StrobeProtocol
import StrobeReflection
import StrobeTree
import Testing

@testable import Inspector

@Suite("The commands of the gate", .timeLimit(.minutes(5)))
struct GateCommandTests {
    /// The last request of a method.
    private func lastRequest(_ method: String, _ bench: Bench) async -> String? {
        await bench.peer.requests.last { $0.hasPrefix(method + " ") }
    }

    @Test("while the store is paused actions are held, and the prompt shows how many")
    func pausing() async throws {
        let bench = try await Bench()
        #expect(try await bench.run("pause") == "■ paused at @0  actions are held")
        #expect(await bench.prompt() == "counter paused> ")
        #expect(
            try await bench.run("send .increment(by: 3)") == """
                ■ paused before .increment(by: 3)  script
                  ~ .count  0 → 3
                  ⇒ .save
                held at the gate as 1
                """)
        #expect(
            try await bench.run("send .reset")
                == "held at the gate as 2")
        #expect(try await bench.run("get .count") == "0")
        _ = try await bench.run("held")
        #expect(await bench.prompt() == "counter paused 2> ")
        _ = try await bench.run("goto 0")
        #expect(await bench.prompt() == "counter@0 paused 2> ")
    }

    @Test("one action after the other is let through, and the gate opens with the last ones")
    func stepping() async throws {
        let bench = try await Bench()
        _ = try await bench.run("pause")
        for step in 1...3 { _ = try await bench.run("send .increment(by: \(step))") }
        #expect(
            try await bench.run("step") == """
                #1 .increment(by: 1)  inspector
                ■ stepped before .increment(by: 2)  script
                  ~ .count  1 → 3
                  ⇒ .save
                """)
        #expect(await bench.prompt() == "counter paused 2> ")
        #expect(
            try await bench.run("resume") == """
                #2 .increment(by: 2)  inspector
                #3 .increment(by: 3)  inspector
                ▶ open at @3
                """)
        #expect(await bench.prompt() == "counter> ")
    }

    @Test("where fewer are held than are to go through, those that come are let through")
    func credit() async throws {
        let bench = try await Bench()
        _ = try await bench.run("pause")
        #expect(try await bench.run("step") == "the next action is let through when it arrives")
        #expect(try await bench.run("step 3") == "the next 3 actions are let through when they arrive")
        #expect(await lastRequest("gate/step", bench) == #"gate/step {"store":"counter","count":3}"#)
        #expect(
            try await bench.run("held")
                == "■ paused at @0\n0 held, 3 actions will be let through when they arrive, 0 breakpoints")
        #expect(await bench.message("step 0") == "error: `step` takes a number of actions from 1, not `0`.")
        #expect(await bench.message("step x").hasPrefix("error: `step` takes a number"))
    }

    @Test("what is held is a table with ids, under the stop and what the first action would change")
    func held() async throws {
        let bench = try await Bench()
        #expect(try await bench.run("held") == "▶ open at @0  0 breakpoints")
        _ = try await bench.run("break .reset")
        _ = try await bench.run("send .reset")
        _ = try await bench.run("send .increment(by: 200)")
        let lines = try await bench.run("held").split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines[0] == "■ breakpoint 1 before .reset  script")
        #expect(lines[1] == "  no changes  ⇒ .save")
        #expect(lines[2].hasPrefix("▸  1  .reset               script  "))
        #expect(lines[3].hasPrefix("   2  .increment(by: 200)  script  "))
        #expect(lines[4] == "2 held, 1 breakpoint")
    }

    @Test("held actions are dropped: the first, by their ids, all")
    func dropping() async throws {
        let bench = try await Bench()
        _ = try await bench.run("pause")
        for step in 1...6 { _ = try await bench.run("send .increment(by: \(step))") }
        #expect(try await bench.run("drop") == "dropped 1  .increment(by: 1)")
        #expect(try await bench.run("drop 3 5") == "dropped 3  .increment(by: 3)\ndropped 5  .increment(by: 5)")
        #expect(await bench.message("drop 9") == "error: No action 9 is held. `held` shows those that are.")
        #expect(await bench.message("drop x").contains("is not the id of a held action"))
        #expect(await bench.prompt() == "counter paused 3> ")
        #expect(try await bench.run("drop all").split(separator: "\n").count == 3)
        #expect(await bench.message("drop") == "error: Nothing is held.")
        _ = try await bench.run("resume")
        #expect(try await bench.run("get .count") == "0")
    }

    @Test("another action replaces a held one, and the stop is reported again")
    func editing() async throws {
        let bench = try await Bench()
        _ = try await bench.run("pause")
        _ = try await bench.run("send .increment(by: 1)")
        _ = try await bench.run("send .reset")
        #expect(
            try await bench.run("edit .increment(by: 7)") == """
                edited 1  .increment(by: 1) → .increment(by: 7)
                ■ paused before .increment(by: 7)  script
                  ~ .count  0 → 7
                  ⇒ .save
                """)
        #expect(try await bench.run("edit 2 .increment(by: 1)") == "edited 2  .reset → .increment(by: 1)")
        let message = await bench.message("edit 2 .incremnt(by: 1)")
        #expect(message.contains("^") && message.contains("increment"))
        #expect(
            await bench.message("edit 2") == "error: `edit` needs an action here. Unchanged: edit 2 .increment(by: 1)")
        #expect(await bench.message("edit 9").contains("No action 9 is held."))
        _ = try await bench.run("resume")
        #expect(try await bench.run("get .count") == "8")
    }

    @Test("at the prompt the next line begins with the action that is to be edited")
    func editingAtThePrompt() async throws {
        let bench = try await Bench(isInteractive: true)
        #expect(await bench.message("edit") == "error: Nothing is held.")
        _ = try await bench.run("pause")
        _ = try await bench.run("send .increment(by: 1)")
        _ = try await bench.run("edit")
        #expect(await bench.session.takeNextText() == "edit 1 .increment(by: 1)")
        #expect(await bench.session.takeNextText() == "")
    }

    @Test("a breakpoint is set of all that is given, and shown")
    func setting() async throws {
        let bench = try await Bench()
        #expect(try await bench.run("break .increment*") == "●  1  .increment*")
        #expect(
            try await bench.run(#"break --if .count == 3 && .mode == "busy" --after 2 --once --path .count"#)
                == """
                ●  2  any action that changes .count if .count == 3 && .mode == "busy"  from hit
                      3 on, once
                  checked after the action; before(.count) is the state before it
                """)
        let criteria = #""path":"/count","condition":".count == 3 && .mode == \"busy\"","hitCount":3,"once":true"#
        #expect(await lastRequest("breakpoint/set", bench) == "breakpoint/set {\"store\":\"counter\",\(criteria)}")
        #expect(try await bench.run("break .reset --disabled") == "○  3  .reset  disabled")
        #expect(try await bench.run("logpoint count is {.count}") == "●  4  *  log count is {.count}")
        let lines = try await bench.run("breakpoints")
        #expect(
            lines == """
                ●  1  .increment*
                ●  2  any action that changes .count if .count == 3 && .mode == "busy"  from hit
                      3 on, once
                ○  3  .reset  disabled
                ●  4  *  log count is {.count}
                """)
        #expect(try await bench.run("break --id 1 .reset") == "●  1  .reset")
    }

    @Test("breakpoints are switched off, on, and removed, by id or all")
    func switching() async throws {
        let bench = try await Bench()
        #expect(try await bench.run("breakpoints") == "no breakpoints")
        #expect(await bench.message("disable all") == "error: There are no breakpoints.")
        _ = try await bench.run("break .reset")
        _ = try await bench.run("break .increment*")
        #expect(try await bench.run("disable 1 2") == "○  1  .reset  disabled\n○  2  .increment*  disabled")
        #expect(try await bench.run("send .reset").hasPrefix("#1  no changes"))
        #expect(try await bench.run("enable all") == "●  1  .reset\n●  2  .increment*")
        #expect(try await bench.run("delete 1") == "removed 1")
        #expect(await bench.message("delete 1") == "error: There is no breakpoint 1. `breakpoints` lists them.")
        #expect(try await bench.run("delete all") == "removed 2")
        #expect(await bench.message("delete all") == "error: There are no breakpoints.")
        #expect(await bench.message("delete").contains("needs a breakpoint"))
        #expect(await bench.message("delete one").contains("`one` is not the id of a breakpoint"))
    }

    @Test("what is no breakpoint is refused before it is sent, with a caret where it is a condition")
    func refused() async throws {
        let bench = try await Bench()
        #expect(await bench.message("break").contains("needs something to stop at"))
        #expect(await bench.message("break --once").contains("needs something to stop at"))
        #expect(await bench.message("logpoint").contains("needs a message to print"))
        #expect(await bench.message("break .a --afterr 3").contains("Did you mean `--after`?"))
        #expect(await bench.message("break --if").contains("`--if` needs a value: --if CONDITION."))
        let message = await bench.message("break --if .count === 3")
        #expect(message.contains(".count === 3\n") && message.contains("^"), "\(message)")
        #expect(await !bench.peer.requests.contains { $0.hasPrefix("breakpoint/set") })
    }

    @Test("a stop at a breakpoint says what the action would change, and a log point what it has to say")
    func meeting() async throws {
        let bench = try await Bench()
        _ = try await bench.run("logpoint sent --action .reset")
        _ = try await bench.run("break .increment*")
        #expect(try await bench.run("send .reset") == "#1 sent\n#1  no changes  ⇒ .save")
        try await bench.peer.act(["increment": ["by": 200]])
        #expect(
            try await bench.run("wait stopped") == """
                ■ breakpoint 2 before .increment(by: 200)  app
                  ~ .count  0 → 200
                  ~ .mode   .idle → .busy
                  ⇒ .save
                """)
        #expect(await bench.prompt() == "counter paused 1> ")
    }

    @Test("with --json answers and notifications are printed as they came")
    func json() async throws {
        let bench = try await Bench(isJSON: true)
        #expect(
            try await bench.run("break .reset").hasPrefix(#"{"command":"break","breakpoint":{"id":1,"action":".reset""#)
        )
        let sent = try await bench.run("send .reset").split(separator: "\n")
        #expect(sent.count == 2)
        #expect(
            sent[0].hasPrefix(
                #"{"command":"gate/stopped","method":"gate/stopped","params":{"subscription":"1","store":"counter","seq":0"#
            ))
        #expect(sent[1] == #"{"command":"send","seq":0,"changed":false,"changes":[],"effects":[],"held":1}"#)
        for line in [
            "held", "edit .reset", "step", "pause", "drop all", "breakpoints", "disable 1", "enable 1",
            "commands 1 held; resume", "commands", "delete 1", "resume",
        ] {
            let output = (try? await bench.run(line)) ?? ""
            for text in output.split(separator: "\n") {
                #expect(throws: Never.self, "\(line)") { try JSON.parse(String(text)) }
            }
        }
    }
}
