import Foundation
import TerminalTesting
import SeededTesting
import Testing

@Suite("Terminals", .serialized, .timeLimit(.minutes(5)))
struct TerminalTests {
    @Test("a change of the window's width redraws the line")
    func resize() throws {
        let process = try Fixture.start(columns: 40)
        try process.send("echo 0123456789")
        try process.wait(forLine: "store> echo 0123456789")
        process.resize(rows: 24, columns: 60)
        try process.send("A")
        try process.wait(forLine: "store> echo 0123456789A")
        process.resize(rows: 24, columns: 16)
        try process.wait(for: "the line in two rows") { screen in
            let rows = screen.visibleRows
            guard let start = rows.lastIndex(of: "store> echo 0123") else { return false }
            return rows[start + 1] == "456789A" && screen.cursorRow == start + 1 && screen.cursorColumn == 7
        }
        process.resize(rows: 24, columns: 60)
        try process.send("\r")
        try process.wait(forText: "ran: \"echo 0123456789A\"")
        try process.waitForPrompt()
        try process.send("columns\r")
        try process.wait(forText: "columns 60")
    }

    @Test("a window that changes while a command runs is known to the next line")
    func resizeBetween() throws {
        let process = try Fixture.start(columns: 60)
        try process.send("busy\r")
        try process.wait(forText: "busy until")
        process.resize(rows: 24, columns: 20)
        try process.send("\u{3}")
        try process.waitForPrompt()
        try process.send("0123456789abcdef")
        try process.wait(forLine: "def", cursorColumn: 3)
    }

    @Test(
        "a terminal that can do nothing gets no control sequences",
        arguments: [("dumb", []), ("no-such-terminal", ["--plain"])])
    func dumb(name: String, arguments: [String]) throws {
        try EventPipe.with { events in
            let process = try PTYProcess(
                Fixture.path, ["--events", events.path] + arguments, environment: ["TERM": name], columns: 60)
            try process.wait(forText: "store>")
            try events.open()
            try process.send("echo a")
            try process.wait(forLine: "store> echo a")
            try events.send("event")
            try process.wait(forText: "event")
            try process.wait(forLine: "store> echo a")
            try process.send("\u{7F}b\r")
            try process.wait(forText: "ran: \"echo b\"")
            try process.send("styled\r")
            try process.wait(forText: "safe␛[2J plain")
            try process.wait(forLine: "store>")
            try process.send("\u{4}")
            #expect(try process.waitForExit() == 0)
            #expect(!process.output.contains(0x1B))
        }
    }

    @Test("a line taller than the screen, or a prompt wider than it, is still read", arguments: [(4, 20), (3, 5)])
    func tooSmall(rows: Int, columns: Int) throws {
        try EventPipe.with { events in
            let process = try PTYProcess(Fixture.path, ["--events", events.path], rows: rows, columns: columns)
            try events.open()
            let text = String(repeating: "0123456789", count: 20)
            try process.send(text)
            try events.send("event")
            try process.wait(for: "the event") { $0.allRows.joined().contains("event") }
            try process.send("\u{1}X\r")
            // Rows on the screen have lost their trailing blanks.
            try process.wait(for: "what was read", while: { !process.transcript.contains("ran: \"X\(text)\"") })
        }
    }

    @Test("no order of keys, events and window sizes leaves the editor unusable", arguments: 1...8)
    func anyKeys(seed: UInt64) throws {
        try EventPipe.with { events in
            let process = try Fixture.start(
                ["--events", events.path, "--hint", "--highlight", "--many-lines"], environment: ["EDITOR": "true"])
            try events.open()
            var generator = SeededGenerator(seed: seed)
            // All keys except Ctrl-C, Ctrl-D, Ctrl-Z, Ctrl-\\ and those that stop the terminal.
            let keys =
                (1...26).filter { ![3, 4, 17, 19, 26].contains($0) }.map { String(Unicode.Scalar(UInt8($0))) }
                + ["a", "(", ")", " ", "get ", "many item", "状", "ß", "e\u{301}", "👍", "\u{7F}", "\u{1B}", "\u{1B}x"]
                + ["A", "B", "C", "D", "H", "F", "3~", "1;5C", "1;5D", "200~", "201~"].map { "\u{1B}[" + $0 }
            for step in 0..<400 {
                try process.send(keys[Int.random(in: 0..<keys.count, using: &generator)])
                switch Int.random(in: 0..<20, using: &generator) {
                case 0: try events.send("event \(step)")
                case 1:
                    process.resize(
                        rows: Int.random(in: 1...30, using: &generator),
                        columns: Int.random(in: 2...70, using: &generator))
                default: break
                }
            }
            process.resize(rows: 24, columns: 60)
            try emptyLine(in: process)
            try process.enter("echo still here")
            #expect(process.screen.unknownSequences.isEmpty, "\(process.screen.unknownSequences)")
        }
    }

    /// Discards lines until one is empty: keys in transit when Ctrl-C emptied the terminal's queue are typed into the
    /// next line.
    private func emptyLine(in process: PTYProcess) throws {
        let isEmpty = { (screen: VirtualScreen) in screen.cursorLine == "store>" && screen.cursorColumn == 7 }
        for _ in 0..<10 {
            try dropLine(in: process)
            try? process.wait(for: "an empty line", deadline: .seconds(2), until: isEmpty)
            if isEmpty(process.screen) { return }
        }
        try process.wait(for: "an empty line", until: isEmpty)
    }

    /// Presses Ctrl-C, again if it was received by a running command or quoted by Ctrl-V.
    private func dropLine(in process: PTYProcess) throws {
        let before = process.screen.allRows.count { $0.contains("[interrupted]") }
        let isDropped = { (screen: VirtualScreen) in screen.allRows.count { $0.contains("[interrupted]") } > before }
        for _ in 0..<3 {
            try process.send("\u{3}")
            try? process.wait(for: "the line to be dropped", deadline: .seconds(1), until: isDropped)
            if isDropped(process.screen) { return }
        }
        try process.send("\u{3}")
        try process.wait(for: "the line to be dropped", until: isDropped)
    }

    @Test("~/.editrc is read")
    func editrc() throws {
        try Fixture.withDirectory { home in
            try Data("bind ^T em-upper-case\nstrobe:bind ^O ed-delete-prev-word\n".utf8)
                .write(to: home.appendingPathComponent(".editrc"))
            let process = try Fixture.start(environment: ["HOME": home.path])
            try process.send("echo abc\u{1}\u{14}")
            try process.wait(forLine: "store> ECHO abc")
            try process.send("\u{5}\u{F}x")
            try process.wait(forLine: "store> ECHO x")
        }
    }

    @Test("with the vi keys of ~/.editrc lines can be ended, completed and edited")
    func vi() throws {
        try Fixture.withDirectory { home in
            try Data("bind -v\n".utf8).write(to: home.appendingPathComponent(".editrc"))
            let process = try Fixture.start(environment: ["HOME": home.path])
            try process.send("ech\t")
            try process.wait(forLine: "store> echo", cursorColumn: 12)
            try process.send("one two")
            try process.wait(forLine: "store> echo one two")
            try process.send("\u{1B}bx0")
            try process.wait(forLine: "store> echo one wo", cursorColumn: 7)
            try process.send("\r")
            try process.wait(forText: "ran: \"echo one wo\"")
        }
    }

    @Test("vi mode has the keys of bash, fish and vim: search, hint, undo, redo, the last argument and the editor")
    func viKeys() throws {
        try Fixture.withDirectory { home in
            try Data("bind -v\n".utf8).write(to: home.appendingPathComponent(".editrc"))
            let file = home.appendingPathComponent("editor")
            try writeProgram("#!/bin/sh\nprintf 'echo edited' > \"$1\"\n", at: file)
            let process = try Fixture.start(environment: ["HOME": home.path, "EDITOR": file.path, "VISUAL": ""])
            try process.enter("echo one two")
            try process.enter("second")
            try process.send("\u{12}one")
            try process.wait(for: "the line that was found") { $0.contains("echo one two") && $0.contains("bck") }
            try process.send("\r")
            try process.wait(for: "the line again") { $0.allRows.filter { $0 == #"ran: "echo one two""# }.count == 2 }
            try process.waitForPrompt()
            try process.send("abc\u{7F}\u{1F}")
            try process.wait(forLine: "store> abc", cursorColumn: 10)
            try process.send("\u{1B}x")
            try process.wait(forLine: "store> ab")
            try process.send("u")
            try process.wait(forLine: "store> abc")
            try process.send("\u{12}")
            try process.wait(forLine: "store> ab")
            try process.send("A\u{1B}_")
            try process.wait(forLine: "store> ab two")
            try process.send("\u{1B}v")
            try process.wait(forLine: "store> echo edited")
            try process.send("A!\u{18}\u{5}")
            try process.wait(forLine: "store> echo edited", cursorColumn: 18)
            try process.send("\r")
            try process.wait(forText: #"ran: "echo edited""#)
        }
    }

    @Test("with editing switched off in ~/.editrc lines are read as the terminal edits them")
    func editingOff() throws {
        try Fixture.withDirectory { home in
            try Data("edit off\n".utf8).write(to: home.appendingPathComponent(".editrc"))
            let process = try Fixture.start(environment: ["HOME": home.path])
            #expect(process.isTerminalCooked)
            try process.send("echo ax\u{7F}b\r")
            try process.wait(forText: "ran: \"echo ab\"")
            try process.waitForPrompt()
            try process.send("garb\u{3}")
            try process.wait(forText: "[interrupted]")
            try process.waitForPrompt()
            try process.send("\u{4}")
            #expect(try process.waitForExit() == 0)
        }
    }
}
