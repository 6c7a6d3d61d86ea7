import Foundation
import TerminalTesting
import Testing

@Suite("Signals and the end of the input", .serialized, .timeLimit(.minutes(5)))
struct SignalTests {
    @Test("Ctrl-C drops the line, and the next one is read")
    func controlC() throws {
        let process = try Fixture.start()
        try process.send("garbage")
        try process.wait(forLine: "store> garbage")
        try process.send("\u{3}")
        try process.wait(forText: "store> garbage^C")
        try process.wait(forText: "[interrupted]")
        try process.waitForPrompt()
        try process.enter("echo ok")
    }

    @Test("text that stayed on the screen below a line is neither in the next one nor in the output")
    func litter() throws {
        try EventPipe.with { events in
            let process = try Fixture.start(["--events", events.path])
            try events.open()
            try process.send("litter\r")
            try process.wait(for: "the next prompt") { $0.cursorRow == 1 && $0.cursorColumn == 7 }
            #expect(process.screen.visibleRows[2...].joined().isEmpty, "\(process.screen.dump)")
            try events.send("litter")
            try process.wait(for: "litter") { $0.row(2).hasPrefix("litter litter") }
            try process.send("\u{3}")
            try process.wait(forText: "[interrupted]")
            try process.waitForPrompt()
            #expect(process.screen.row(2) == "[interrupted]")
            #expect(process.screen.visibleRows[4...].joined().isEmpty, "\(process.screen.dump)")
        }
    }

    @Test("Ctrl-C drops nothing that was printed, though the terminal has taken no more for a while")
    func outputAtControlC() throws {
        try EventPipe.with { events in
            let process = try Fixture.start(["--events", events.path])
            try events.open()
            let lines = (0..<3000).map { "event \($0)" }
            try events.send(lines.joined(separator: "\n"))
            try process.waitForFullTerminal()
            try process.send("\u{3}")
            try process.wait(forText: "[interrupted]")
            try process.enter("echo ok")
            let shown = Set(process.screen.allRows)
            #expect(lines.filter { !shown.contains($0) } == [])
            #expect(process.screen.unknownSequences == [])
        }
    }

    @Test("Ctrl-C drops what was typed before it and not read yet")
    func inputAtControlC() throws {
        let process = try Fixture.start()
        try process.send("busy\r")
        try process.wait(forText: "busy until Ctrl-C")
        try process.send("echo before\r")
        try process.wait(forUnreadKeys: 12)
        try process.send("\u{3}")
        try process.wait(forText: "stopped, noted: true, again: false")
        try process.waitForPrompt()
        try process.enter("echo after")
        #expect(!process.transcript.contains("before"))
    }

    @Test("Ctrl-C stops a command that runs, and the program goes on")
    func controlCWhileRunning() throws {
        let process = try Fixture.start()
        try process.send("busy\r")
        try process.wait(forText: "busy until Ctrl-C")
        try process.send("\u{3}")
        try process.wait(forText: "stopped, noted: true, again: false")
        try process.waitForPrompt()
        try process.enter("echo ok")
    }

    @Test("Ctrl-D ends on an empty line and deletes in any other")
    func controlD() throws {
        let process = try Fixture.start()
        try process.send("ab\u{1}\u{4}")
        try process.wait(forLine: "store> b", cursorColumn: 7)
        try process.send("\u{4}")
        try process.waitForPrompt()
        try process.send("\u{4}")
        try process.wait(forText: "[end of file]")
        #expect(try process.waitForExit() == 0)
        #expect(process.isTerminalCooked)
    }

    @Test("a line is drawn in its place when the process goes on that was stopped from outside")
    func stoppedFromOutside() throws {
        let process = try Fixture.start()
        try process.send("echo a")
        try process.wait(forLine: "store> echo a")
        for _ in 0..<5 {
            process.signal(SIGSTOP)
            process.signal(SIGCONT)
        }
        try process.send("b")
        try process.wait(forLine: "store> echo ab")
        try process.enter("c", expecting: "echo abc")
        #expect(process.screen.row(0) == "store> echo abc")
    }

    @Test("SIGTERM ends the reading, and the program leaves in its own way")
    func terminate() throws {
        let process = try Fixture.start()
        try process.send("half")
        try process.wait(forLine: "store> half")
        process.signal(SIGTERM)
        try process.wait(forText: "[terminated]")
        #expect(try process.waitForExit() == 0)
        #expect(process.isTerminalCooked)
    }

    @Test("the terminal is as before after a fatal signal", arguments: [SIGSEGV, SIGABRT, SIGQUIT])
    func fatalSignal(number: Int32) throws {
        // A sanitizer would turn this signal into a report and an exit of its own.
        let options = ["TSAN_OPTIONS": "handle_segv=0", "ASAN_OPTIONS": "handle_segv=0"]
        let process = try Fixture.start(environment: options)
        // libedit draws the prompt before it changes the terminal's settings; the colours come after that.
        try process.wait(for: "the prompt in its colours", while: { !process.transcript.contains("\u{1B}[1;32mstore") })
        #expect(!process.isTerminalCooked)
        process.signal(number)
        #expect(try process.waitForExit() == -number)
        #expect(process.isTerminalCooked)
        #expect(process.transcript.contains("\u{1B}[?2004l"))
    }

    @Test("the terminal is as before after exit() and abort() in a command")
    func exits() throws {
        let first = try Fixture.start()
        try first.send("exit\r")
        #expect(try first.waitForExit() == 3)
        #expect(first.isTerminalCooked)
        let second = try Fixture.start()
        try second.send("crash\r")
        #expect(try second.waitForExit() == -SIGABRT)
        #expect(second.isTerminalCooked)
    }

    @Test(
        "Ctrl-Z gives the terminal back, and the line is there again in the foreground",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
    func controlZ() throws {
        let shell = try PTYProcess(
            "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"], environment: ["PS1": "shell$ "], columns: 60)
        try shell.wait(forLine: "shell$")
        try shell.send("\(Fixture.path)\r")
        try shell.wait(forLine: "store>")
        try shell.send("half a line")
        try shell.wait(forLine: "store> half a line")
        try shell.send("\u{1A}")
        try shell.wait(forText: "Stopped")
        try shell.wait(forLine: "shell$")
        #expect(shell.isTerminalCooked)
        try shell.send("fg\r")
        try shell.wait(forLine: "store> half a line", cursorColumn: 18)
        try shell.send("!\r")
        try shell.wait(forText: "ran: \"half a line!\"")
        try shell.send("busy\r")
        try shell.wait(forText: "busy until")
        try shell.send("\u{1A}")
        try shell.wait(for: "the shell's second prompt") { screen in
            screen.cursorLine == "shell$" && screen.allRows.count { $0.contains("Stopped") } == 2
        }
        #expect(shell.isTerminalCooked)
        try shell.send("fg\r")
        try shell.wait(for: "the program in the foreground", while: { shell.isTerminalCooked })
        try shell.send("\u{3}")
        try shell.wait(forText: "stopped, noted: true")
        try shell.send("\u{4}")
        try shell.wait(forText: "[end of file]")
        try shell.wait(forLine: "shell$")
    }
}
