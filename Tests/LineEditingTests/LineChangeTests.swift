import Foundation
import TerminalTesting
import Testing

@Suite("Changing a line", .serialized, .timeLimit(.minutes(5)))
struct LineChangeTests {
    @Test("C-_ takes changes back one after the other, and M-/ makes them again")
    func undo() throws {
        let process = try Fixture.start()
        try process.send("echo one two\u{17}")
        try process.wait(forLine: "store> echo one", cursorColumn: 16)
        try process.send("three\u{1F}")
        try process.wait(forLine: "store> echo one", cursorColumn: 16)
        try process.send("\u{1F}")
        try process.wait(forLine: "store> echo one two")
        try process.send("\u{18}\u{15}")
        try process.wait(forLine: "store> echo one")
        try process.send("\u{1B}/")
        try process.wait(forLine: "store> echo one two", cursorColumn: 19)
        try process.send("\u{1F}\u{1F}\u{1F}")
        try process.waitForPrompt()
        try process.send("\u{1F}")
        try process.wait(for: "the bell") { $0.bells == 1 }
        try process.enter("echo new")
        try process.send("\u{1F}")
        try process.wait(for: "the second bell: nothing of another line is taken back") { $0.bells == 2 }
    }

    @Test("a line of the history and a completed word are taken back as a whole")
    func undoSteps() throws {
        let process = try Fixture.start()
        try process.enter("get state.cart.total")
        try process.send("ge\u{1B}[A")
        try process.wait(forLine: "store> get state.cart.total")
        try process.send("\u{1F}")
        try process.wait(for: "what was typed") { $0.cursorLine.hasPrefix("store> ge") && $0.cursorColumn == 9 }
        try process.send("\u{15}get \t")
        try process.wait(for: "what is common") { $0.cursorColumn == 17 }
        try process.send("\u{1F}")
        try process.wait(for: "what was typed before Tab") { $0.cursorColumn == 11 }
    }

    @Test("M-. inserts the last argument of the line before, then of those before that")
    func lastArgument() throws {
        let process = try Fixture.start(["--plain"])
        for line in ["echo first", "echo second third", "styled", "get third"] {
            try process.send(line + "\r")
            try process.wait(for: "the next prompt") { $0.cursorLine == "store>" && $0.cursorRow > 0 }
        }
        try process.send("get \u{1B}.")
        try process.wait(forLine: "store> get third", cursorColumn: 16)
        try process.send("\u{1B}.")
        try process.wait(forLine: "store> get first", cursorColumn: 16)
        try process.send("\u{1B}.")
        try process.wait(for: "the bell: there are no more") { $0.bells == 1 }
        try process.send("!\u{1B}_")
        try process.wait(forLine: "store> get first!third")
    }

    @Test("the newest line that begins alike is suggested, and taken whole or by words, or not at all")
    func suggestions() throws {
        let process = try Fixture.start()
        try process.enter("echo older")
        try process.enter("echo one.two three")
        try process.send("ec")
        try process.wait(forLine: "store> echo one.two three", cursorColumn: 9)
        try process.send("\u{1B}f")
        try process.wait(forLine: "store> echo one.two three", cursorColumn: 11)
        try process.send("\u{1B}f")
        try process.wait(forLine: "store> echo one.two three", cursorColumn: 15)
        try process.send("\u{5}")
        try process.wait(forLine: "store> echo one.two three", cursorColumn: 25)
        try process.send("\u{1F}\u{1F}\u{1F}")
        try process.wait(forLine: "store> echo one.two three", cursorColumn: 9)
        // What is only suggested is not run.
        try process.send("h\r")
        try process.wait(forText: "ran: \"ech\"")
        try process.wait(for: "the line as it was taken") { $0.allRows.contains("store> ech") }
        try process.send("echo o\u{1B}[D")
        try process.wait(forLine: "store> echo o", cursorColumn: 12)
    }

    @Test("without colours nothing is suggested, and nothing that is not seen is taken")
    func noSuggestions() throws {
        let process = try Fixture.start(["--plain", "--hint"])
        try process.enter("echo one")
        try process.send("ech\u{1B}[C\u{5}\u{1B}f!")
        try process.wait(forLine: "store> ech!", cursorColumn: 11)
    }

    @Test("an emoji is one character to every key", arguments: [false, true])
    func emoji(isModern: Bool) throws {
        let process = try Fixture.start(isModern: isModern)
        try process.send("a👩‍👩‍👧x\") x\")")
        // A terminal that takes six columns for it shows a part.
        try process.wait(for: "the line") { $0.cursorLine.hasSuffix("x\") x\")") && $0.cursorColumn == 17 }
        try process.send(String(repeating: "\u{1B}[D", count: 7))
        try process.wait(for: "the cursor behind the emoji") { $0.cursorColumn == 10 }
        try process.send("\u{1B}[D")
        try process.wait(for: "the cursor before the emoji") { $0.cursorColumn == 8 }
        try process.send("\u{1B}[C\u{1B}[D\u{1B}[3~")
        try process.wait(forLine: "store> ax\") x\")", cursorColumn: 8)
        try process.send("👍🏽\u{7F}b\r")
        try process.wait(forText: #"ran: "abx\") x\")""#)
        #expect(process.screen.unknownSequences.isEmpty)
    }

    @Test("a line that goes on has a prompt before its further rows, and Ctrl-C drops all of it")
    func continuation() throws {
        let process = try Fixture.start(["--many-lines"])
        try process.send("send(\r[\r")
        try process.wait(forLine: "  ...>", cursorColumn: 7)
        #expect(process.screen.visibleRows.prefix(3) == ["store> send(", "  ...> [", "  ...>"])
        try process.send("\u{3}")
        try process.wait(forText: "[interrupted]")
        try process.enter("echo still here")
        // The history has it as one line.
        try process.send("send(\r1)\r")
        try process.wait(forText: #"ran: "send(\n1)""#)
        try process.waitForPrompt()
        try process.send("\u{1B}[A")
        try process.wait(forLine: "  ...> 1)")
        #expect(process.screen.row(process.screen.cursorRow - 1) == "store> send(")
    }

    @Test("on a terminal that can do nothing, and without editing, a line goes on as well")
    func plainContinuation() throws {
        try Fixture.withDirectory { home in
            try "edit off\n".write(to: home.appendingPathComponent(".editrc"), atomically: true, encoding: .utf8)
            for environment in [["TERM": "dumb"], ["HOME": home.path]] {
                let process = try PTYProcess(Fixture.path, ["--many-lines"], environment: environment)
                try process.wait(forLine: "store>")
                try process.send("send(\r")
                try process.wait(forLine: "  ...>")
                try process.send("1)\r")
                try process.wait(forText: #"ran: "send(\n1)""#)
                try process.wait(forLine: "store>")
                try process.send("send(\r")
                try process.wait(for: "the row that goes on") { $0.cursorLine == "  ...>" }
                try process.send("\u{3}")
                try process.wait(forText: "[interrupted]")
                try process.wait(forLine: "store>")
                try process.send("echo x\r")
                try process.wait(forText: "ran: \"echo x\"")
            }
        }
    }

    @Test("no size of the window leaves anything of the line behind, or takes what is above it")
    func resizing() throws {
        let process = try Fixture.start(["--highlight"], rows: 20, isModern: true)
        try process.send("styled\r")
        try process.wait(forText: "safe␛[2J plain")
        let line = "echo 0123456789 abcdefghijklmnopqrstuvwxyz 0123456789"
        try process.send(line)
        try process.wait(for: "the line") { $0.contains("xyz 0123456789") }
        for columns in [30, 44, 60, 25, 61, 20, 80] {
            process.resize(rows: 20, columns: columns)
            let rows = stride(from: 0, to: line.count + 7, by: columns).map { start in
                String(("store> " + line).dropFirst(start).prefix(columns)).trimmingSuffix { $0 == " " }
            }
            let column = (line.count + 7) % columns
            try process.wait(for: "the line in \(columns) columns") { screen in
                let all = screen.visibleRows.filter { !$0.isEmpty }
                return all == ["store> styled", "safe␛[2J plain"] + rows && screen.cursorColumn == column
            }
        }
        // The window goes on changing while the line is drawn for one of its sizes.
        for columns in stride(from: 75, through: 25, by: -5) { process.resize(rows: 20, columns: columns) }
        process.resize(rows: 20, columns: 80)
        try process.send("!\r")
        try process.wait(for: "what was read") { $0.contains("ran: \"\(line)!\"") && $0.cursorLine == "store>" }
        let rows = process.screen.visibleRows.filter { !$0.isEmpty }
        #expect(rows == ["store> styled", "safe␛[2J plain", "store> \(line)!", "ran: \"\(line)!\"", "store>"])
    }

    @Test("Ctrl-L clears the screen and keeps the line")
    func clear() throws {
        let process = try Fixture.start()
        try process.enter("echo one")
        try process.send("half\u{C}")
        try process.wait(for: "a clear screen") { $0.visibleRows.filter { !$0.isEmpty } == ["store> half"] }
        #expect(process.screen.cursorColumn == 11)
    }

    @Test("what is typed while nothing is read can be forgotten")
    func forgotten() throws {
        let process = try Fixture.start()
        try process.send("forget\r")
        try process.wait(forText: "busy until Ctrl-C")
        try process.send("\u{3}echo danger\r")
        try process.wait(forText: "forgotten: ")
        try process.waitForPrompt()
        try process.enter("echo safe")
        #expect(!process.screen.contains("ran: \"echo danger\""))
    }
}

extension String {
    fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return String(text)
    }
}
