import Foundation
import StrobeTree
import TerminalTesting
import Testing

/// The gate, breakpoints and hit commands, with the demo process.
@Suite("Stopping the demo", .timeLimit(.minutes(5)))
struct GateTests {
    @Test("at a terminal a coin is stopped, the gate is stepped, an action is edited and one dropped")
    func debugging() async throws {
        try await DemoProcess.with("--unix") { demo in
            let environment = demo.environment
            try await onThread {
                let terminal = try PTYProcess.strobe("attach", environment: environment, rows: 60, columns: 80)
                try terminal.enter("use turnstile", at: "profile>", then: "turnstile>")
                try terminal.enter("break .coin", at: "turnstile>")
                try terminal.enter("send .coin", at: "turnstile>", then: "turnstile paused 1>")
                try terminal.wait(forText: "■ breakpoint 1 before .coin  inspector")
                try terminal.wait(forText: "  ~ .  .locked → .unlocked")
                try terminal.wait(forText: "  ⇒ .unlock")
                try terminal.wait(forText: "step lets it through, resume all; drop discards it, edit changes it")
                try terminal.enter("send .push", at: "turnstile paused 1>", then: "turnstile paused 2>")
                try terminal.enter("send .coin", at: "turnstile paused 2>", then: "turnstile paused 3>")
                try terminal.enter("get", at: "turnstile paused 3>")
                #expect(terminal.screen.contains("\"locked\""))
                try terminal.enter("step", at: "turnstile paused 3>", then: "turnstile paused 2>")
                #expect(terminal.screen.contains("#1 .coin  inspector  ⇒ .unlock"))
                try terminal.wait(forText: "■ stepped before .push  inspector")
                try terminal.enter("drop", at: "turnstile paused 2>", then: "turnstile paused 1>")
                #expect(terminal.screen.contains("dropped 2  .push"))
                // The line begins with the held action.
                try terminal.send("edit\r")
                try terminal.wait(forLine: "turnstile paused 1> edit 3 .coin")
                try terminal.send("\u{17}.push\r")
                try terminal.wait(forText: "edited 3  .coin → .push")
                try terminal.wait(forText: "  ~ .  .unlocked → .locked")
                try terminal.enter("resume", at: "turnstile paused 1>", then: "turnstile>")
                try terminal.enter("get", at: "turnstile>")
                try terminal.type("quit", at: "turnstile>")
                let status = try terminal.waitForExit()
                #expect(status == 0)
                #expect(terminal.isTerminalCooked)
            }
            let log = try await demo.strobe("attach", "-e", "use turnstile", "-e", "log", "-e", "breakpoints")
            let lines = log.output.split(separator: "\n")
            #expect(lines.count { $0.hasPrefix("~") } == 2, "\(log.output)")
            #expect(lines.dropFirst(2).first?.contains(".push") == true)
            // The last client that used the gate has left.
            #expect(lines.last == "no breakpoints")
        }
    }

    @Test("a stop is printed above the line that is being typed, and the prompt says so at once")
    func whileTyping() async throws {
        try await DemoProcess.with("--unix") { demo in
            let environment = demo.environment
            try await onThread {
                let terminal = try PTYProcess.strobe("attach", environment: environment, rows: 60, columns: 80)
                try terminal.enter("use turnstile", at: "profile>", then: "turnstile>")
                try terminal.enter("break .coin", at: "turnstile>")
                try terminal.send("state --at 0")
                try terminal.wait(forLine: "turnstile> state --at 0")
                let other = try PTYProcess.strobe(
                    "attach", "-e", "use turnstile", "-e", "send .coin", environment: environment)
                try other.wait(forText: "held at the gate as 1")
                try terminal.wait(forLine: "turnstile paused 1> state --at 0")
                try terminal.wait(forText: "■ breakpoint 1 before .coin  script")
                let otherStatus = try other.waitForExit()
                #expect(otherStatus == 0)
                try terminal.send("\r")
                try terminal.wait(forLine: "turnstile paused 1>")
                #expect(terminal.screen.contains(".locked"))
                try terminal.enter("resume", at: "turnstile paused 1>", then: "turnstile>")
            }
        }
    }

    @Test("when the inspector that stopped a store is killed, the gate opens and the program goes on")
    func killed() async throws {
        try await DemoProcess.with("--unix") { demo in
            let controller = try ProgramRun(Executables.strobe, ["attach"], environment: demo.environment)
            defer { controller.kill() }
            try controller.write("use turnstile\nbreak .coin\n")
            try await controller.waitForOutput { $0.contains("●  1  .coin") }
            let other = try ProgramRun(Executables.strobe, ["attach"], environment: demo.environment)
            defer { other.kill() }
            try other.write("use turnstile\nsend .coin\nget\n")
            try await other.waitForOutput { $0.contains("held at the gate as 1") && $0.contains("\"locked\"") }
            controller.kill()
            try await other.waitForOutput { $0.contains("▶ open at @") }
            try other.write("breakpoints\nlog\nsend .push\nget\n")
            try other.closeInput()
            let outcome = try await other.outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("the last client that controlled it left"))
            #expect(outcome.output.contains("no breakpoints"))
            #expect(outcome.output.contains(".coin  ⇒ .unlock"))
            #expect(outcome.output.contains("#2  1 change  ⇒ .lock"))
            let ended = try await demo.stop()
            #expect(ended.status == 0)
        }
    }

    @Test("a script waits for stops, runs commands on hits, and fails with 1 when nothing stops")
    func scripts() async throws {
        let told = try await Story().told(
            """
            use turnstile
            break .coin
            commands 1 get; resume
            send .coin
            wait stopped
            get
            log
            """)
        let lines = told.split(separator: "\n").map(String.init)
        let stop = try #require(lines.firstIndex(of: "■ breakpoint 1 before .coin  script"))
        let before = try #require(lines.firstIndex(of: "\"locked\""))
        let open = try #require(lines.firstIndex(of: "▶ open at @1"))
        let after = try #require(lines.firstIndex(of: "\"unlocked\""))
        #expect(stop < before && before < open && open < after)
        #expect(lines.last == "~  1  TIME  script  .coin  ⇒ .unlock")

        let failed = try await ProgramRun.run(
            Executables.strobe,
            ["demo", "-e", "use turnstile", "-e", "break .coin", "-e", "wait stopped 0.2", "--", "--quiet"],
            environment: ["NO_COLOR": ""])
        #expect(failed.status == 1)
        #expect(failed.errors.contains("error: turnstile did not stop within 0.2 s.\n"))
    }

    @Test("what the gate of an asynchronous store holds is counted once among what waits")
    func asynchronous() async throws {
        let told = try await Story().told(
            """
            use login
            pause
            send .ackError
            send .authenticate
            pending
            drop all
            pending
            """)
        #expect(told.contains("\n2 queued\n1  .ackError"))
        #expect(told.contains("\n2  .authenticate"))
        #expect(!told.contains("\n3  "))
        #expect(told.hasSuffix("nothing is pending\n"))
    }

    @Test("with --json every line of a session with the gate is an object")
    func json() async throws {
        let commands = [
            "use turnstile", "break .coin --if .case == \"unlocked\"", "logpoint was {before(.)} --action .coin",
            "pause",
            "send .coin", "wait stopped", "held", "edit .push", "step", "send .coin", "send .push", "drop 3", "resume",
            "breakpoints", "disable all", "delete all",
        ]
        let run = try await ProgramRun.run(
            Executables.strobe, ["demo", "--json"] + commands.flatMap { ["-e", $0] } + ["--", "--quiet"],
            environment: ["NO_COLOR": ""])
        #expect(run.status == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count > commands.count)
        for line in lines {
            let value = try JSON.parse(String(line))
            #expect(value.value(at: Path(["command"])) != nil)
        }
        #expect(lines.contains { $0.hasPrefix("{\"command\":\"gate/stopped\",\"method\":") })
    }
}
