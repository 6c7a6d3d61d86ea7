import Foundation
import TerminalTesting
import Testing

/// `ui` at a terminal, with the demo process.
@Suite("The full-screen view, on a terminal", .serialized, .timeLimit(.minutes(5)))
struct ScreenTests {
    private static let off = "\u{1B}[?1049l"

    /// Types `ui` at a prompt, and waits for the view.
    private func open(_ terminal: PTYProcess, at prompt: String) throws {
        try terminal.type("ui", at: prompt)
        try terminal.wait(for: "the view") { $0.row(0).hasPrefix(" strobe-demo") && $0.row(1).hasPrefix("─ ") }
    }

    /// Waits for a row of the log that is the chosen one.
    private func wait(_ terminal: PTYProcess, forChosen text: String) throws {
        try terminal.wait(for: "the chosen row \(text)") { screen in
            screen.visibleRows.contains { $0.hasPrefix("▸") && $0.contains(text) }
        }
    }

    @Test("arrows travel, and the prompt is at the position that was chosen")
    func travelling() async throws {
        try await PTYProcess.withDemo(rows: 24, columns: 80) { terminal in
            try terminal.enter("use turnstile", at: "profile>", then: "turnstile>")
            for _ in 0..<3 {
                try terminal.enter("send .coin", at: "turnstile>")
                try terminal.enter("send .push", at: "turnstile>")
            }
            try open(terminal, at: "turnstile>")
            try wait(terminal, forChosen: "turnstile 6 .push")
            try terminal.wait(forText: "│#6 .push")
            try terminal.send("\u{1B}[A\u{1B}OA")
            try wait(terminal, forChosen: "turnstile 4 .push")
            try terminal.wait(forText: "~ .  .unlocked → .locked")
            try terminal.send("k")
            try wait(terminal, forChosen: "turnstile 3 .coin")
            try terminal.wait(forText: "~ .  .locked → .unlocked")
            try terminal.send("q")
            try terminal.wait(forLine: "turnstile@3>")
            try terminal.enter("get", at: "turnstile@3>")
            #expect(terminal.screen.contains("\"unlocked\""))
            // The view begins there, and at the live end the prompt is live.
            try open(terminal, at: "turnstile@3>")
            try wait(terminal, forChosen: "turnstile 3 .coin")
            try terminal.send("G")
            try wait(terminal, forChosen: "turnstile 6 .push")
            try terminal.send("\u{3}")
            try terminal.wait(forLine: "turnstile>")
            try terminal.enter("log 1", at: "turnstile>")
            #expect(terminal.screen.contains("6  "))
            try terminal.type("quit", at: "turnstile>")
            #expect(try terminal.waitForExit() == 0)
            #expect(terminal.isTerminalCooked && terminal.screen.unknownSequences.isEmpty)
        }
    }

    @Test("actions are filtered by text and by path, and stores are chosen")
    func filters() async throws {
        try await PTYProcess.withDemo(rows: 24, columns: 80) { terminal in
            try terminal.enter("send .load", at: "profile>")
            try terminal.enter("wait --action .loaded*", at: "profile>")
            try terminal.enter("use turnstile", at: "profile>", then: "turnstile>")
            try terminal.enter("send .coin", at: "turnstile>")
            try open(terminal, at: "turnstile>")
            try wait(terminal, forChosen: "turnstile 1 .coin")
            try terminal.send("/loa")
            try terminal.wait(for: "the text") { $0.row(23).hasPrefix("/loa") }
            try terminal.send("ded\r")
            try terminal.wait(forText: "actions like loaded")
            try wait(terminal, forChosen: "profile   2 .loaded")
            try terminal.send("/\u{15}.session\r")
            try terminal.wait(forText: "changes of .session")
            try terminal.wait(for: "the first entry of the path") { $0.row(2).contains("1 .load") }
            try terminal.send("\u{1B}")
            try wait(terminal, forChosen: "turnstile 1 .coin")
            try terminal.send("s")
            try terminal.wait(forText: "▸ all stores")
            try terminal.send("j\r")
            try terminal.wait(for: "one store") { $0.row(1).hasPrefix("─ profile ─") }
        }
    }

    @Test("space holds the actions of a store, one is edited and let through, one is dropped, and space lets go")
    func gate() async throws {
        try await DemoProcess.with("--unix") { demo in
            let environment = demo.environment
            try await onThread {
                let terminal = try PTYProcess.strobe("attach", environment: environment, rows: 24, columns: 80)
                try terminal.enter("use turnstile", at: "profile>", then: "turnstile>")
                try terminal.enter("send .coin", at: "turnstile>")
                try open(terminal, at: "turnstile>")
                try wait(terminal, forChosen: "turnstile 1 .coin")
                try terminal.send(" ")
                try terminal.wait(forText: "■ turnstile  0 held")
                let other = try PTYProcess.strobe(
                    "attach", "-e", "use turnstile", "-e", "send .push", "-e", "send .coin", environment: environment)
                #expect(try other.waitForExit() == 0)
                try terminal.wait(forText: "■ turnstile  2 held")
                try terminal.wait(forText: "~ .  .unlocked → .locked")
                try terminal.send("e")
                try terminal.wait(forLine: "turnstile paused 2> edit 1 .push")
                #expect(String(decoding: terminal.output, as: UTF8.self).contains(Self.off))
                try terminal.send("\u{17}.coin\r")
                try terminal.wait(forText: "turnstile: edit 1 .coin")
                try terminal.wait(forText: " 1 .coin")
                try terminal.send(".")
                try wait(terminal, forChosen: "turnstile 2 .coin")
                try terminal.wait(forText: "■ turnstile  1 held")
                try terminal.send("x")
                try terminal.wait(forText: "drop 2 .coin of turnstile? y drops it")
                try terminal.send("y")
                try terminal.wait(forText: "■ turnstile  0 held")
                try terminal.send(" ")
                try terminal.wait(for: "the open gate") { !$0.contains("■") }
                try terminal.send("q")
                try terminal.wait(forLine: "turnstile>")
                try terminal.type("quit", at: "turnstile>")
                #expect(try terminal.waitForExit() == 0)
            }
        }
    }

    @Test("the window may change its size, to one that is too small and back")
    func resizing() async throws {
        try await PTYProcess.withDemo(rows: 24, columns: 80) { terminal in
            try terminal.enter("send .load", at: "profile>")
            try open(terminal, at: "profile>")
            try terminal.wait(forText: ".loaded(User")
            terminal.resize(rows: 40, columns: 120)
            try terminal.wait(for: "the footer in the last row") { $0.row(39).contains("q prompt") }
            terminal.resize(rows: 8, columns: 60)
            try terminal.wait(forText: "ui needs 40x10, this is 60x8; q leaves")
            terminal.resize(rows: 12, columns: 50)
            try terminal.wait(for: "one pane") { screen in
                screen.row(11).contains("q prompt") && !screen.visibleRows.contains { $0.contains("│") }
            }
            try terminal.send("q")
            try terminal.wait(forLine: "profile>")
        }
    }

    @Test("the terminal is given back at SIGTERM")
    func terminated() async throws {
        try await PTYProcess.withDemo(rows: 24, columns: 80) { terminal in
            try open(terminal, at: "profile>")
            terminal.signal(SIGTERM)
            _ = try terminal.waitForExit()
            #expect(terminal.isTerminalCooked)
            #expect(String(decoding: terminal.output, as: UTF8.self).contains(Self.off))
        }
    }

    @Test(
        "a program that is killed is said to be lost, its log stays, and q returns to the prompt that waits for it",
        arguments: [false, true])
    func killed(isQuick: Bool) async throws {
        try await DemoProcess.with("--unix") { demo in
            let environment = demo.environment
            let run = demo.run
            try await onThread {
                let terminal = try PTYProcess.strobe("attach", environment: environment, rows: 24, columns: 80)
                try terminal.enter("send .load", at: "profile>")
                try open(terminal, at: "profile>")
                // A row of the view, not what the prompt printed.
                try terminal.wait(for: "both rows") { screen in
                    screen.visibleRows.contains { $0.contains("profile   2 .loaded(User") }
                }
                run.kill()
                try terminal.wait(for: "the loss") { $0.row(0).hasSuffix("CONNECTION LOST") }
                try terminal.send("k")
                try wait(terminal, forChosen: "profile   1 .load")
                // Ctrl-C may be typed before the view has left the terminal.
                try terminal.send(isQuick ? "q\u{3}" : "q")
                try terminal.wait(forText: "waiting for strobe-demo to come back")
                if !isQuick {
                    try terminal.wait(for: "the end of the view") { !$0.contains("CONNECTION LOST") }
                    try terminal.send("\u{3}")
                }
                #expect(try terminal.waitForExit() == 2)
                #expect(terminal.isTerminalCooked)
            }
        }
    }

    @Test("a recording is travelled like a process, and has no gate")
    func recording() async throws {
        let tape = try await DemoTape.recorded()
        let path = tape.path
        try await onThread {
            let terminal = try PTYProcess.strobe("open", path, environment: [:], rows: 24, columns: 80)
            try terminal.wait(forText: "profile>")
            try terminal.send("ui\r")
            try terminal.wait(for: "the view") { $0.row(0).hasSuffix("RECORDING") && $0.contains("▸") }
            try terminal.send("g")
            try terminal.wait(for: "the first entry") { $0.row(2).hasPrefix("▸") }
            try terminal.send(" ")
            try terminal.wait(forText: "a recording has no gate")
            try terminal.send("q")
            try terminal.wait(for: "the prompt at the first entry") { $0.cursorLine.hasSuffix("@1>") }
        }
    }

    @Test("one action more is few bytes, though 20 rows move up")
    func bytes() async throws {
        try await DemoProcess.with("--unix") { demo in
            let environment = demo.environment
            try await onThread {
                let terminal = try PTYProcess.strobe("attach", environment: environment, rows: 24, columns: 80)
                try terminal.enter("use turnstile", at: "profile>", then: "turnstile>")
                try terminal.enter("repeat 40 send .coin", at: "turnstile>")
                try open(terminal, at: "turnstile>")
                try wait(terminal, forChosen: "turnstile 40 .coin")
                try terminal.wait(forText: "│#40 .coin")
                let before = terminal.output.count
                let other = try PTYProcess.strobe(
                    "attach", "-e", "use turnstile", "-e", "send .coin", environment: environment)
                #expect(try other.waitForExit() == 0)
                try wait(terminal, forChosen: "turnstile 41 .coin")
                try terminal.wait(forText: "│#41 .coin")
                #expect(terminal.output.count - before < 1_500, "\(terminal.output.count - before) bytes")
            }
        }
    }

    @Test("without a terminal that can show it, it says so")
    func refusals() async throws {
        for arguments in [["-e", "ui"], ["--json", "-e", "ui"]] {
            let ended = try await ProgramRun.run(
                Executables.strobe, ["demo"] + arguments + ["--", "--quiet"], environment: ["NO_COLOR": ""])
            #expect(ended.status == 1)
            #expect(ended.errors.contains("`ui` needs a terminal"), "\(ended.errors)")
            #expect(!ended.output.contains("\u{1B}"))
        }
        try await onThread {
            let terminal = try PTYProcess.strobe(
                "demo", "--", "--quiet", environment: ["TERM": "dumb"], rows: 24, columns: 80)
            try terminal.wait(forText: "profile>")
            try terminal.send("ui\r")
            try terminal.wait(forText: "A terminal of the kind `dumb` (TERM) cannot show `ui`")
        }
    }
}
