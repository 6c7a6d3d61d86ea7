import Testing

import TerminalTesting

@Suite("Typing and editing", .serialized, .timeLimit(.minutes(5)))
struct EditingTests {
    @Test("a line is read as it was edited")
    func editing() throws {
        let process = try Fixture.start()
        try process.send("helo")
        try process.wait(forLine: "store> helo")
        try process.send("\u{1B}[D")
        try process.wait(forLine: "store> helo", cursorColumn: 10)
        try process.send("l\u{1}X\u{5}!")
        try process.wait(forLine: "store> Xhello!")
        try process.send("\u{1B}[H\u{1B}[3~\r")
        try process.wait(forText: "ran: \"hello!\"")
        #expect(process.screen.unknownSequences.isEmpty, "\(process.screen.unknownSequences)")
    }

    @Test("words are deleted and killed text comes back")
    func wordsAndYank() throws {
        let process = try Fixture.start()
        try process.send("one two three\u{17}")
        try process.wait(forLine: "store> one two")
        try process.send("\u{15}")
        try process.waitForPrompt()
        try process.send("\u{19}four")
        try process.wait(forLine: "store> one two four")
    }

    @Test("a line longer than the window wraps and can be edited at its beginning")
    func wrapping() throws {
        let process = try Fixture.start(columns: 20)
        try process.send("0123456789abcdefghij")
        try process.wait(forLine: "defghij", cursorColumn: 7)
        #expect(process.screen.visibleRows.prefix(2) == ["store> 0123456789abc", "defghij"])
        try process.send("\u{1}X")
        try process.wait(for: "the line moved by one") {
            $0.row(0) == "store> X0123456789ab" && $0.row(1) == "cdefghij"
        }
        try process.send("\r")
        try process.wait(for: "what was read") { $0.allRows.joined().contains("ran: \"X0123456789abcdefghij\"") }
    }

    @Test("wide characters are edited at the margin")
    func wideCharacters() throws {
        let process = try Fixture.start(columns: 20)
        try process.send("echo 中文中文中文")
        try process.wait(forLine: "中文", cursorColumn: 4)
        #expect(process.screen.row(0) == "store> echo 中文中文")
        try process.send("\u{1B}[D\u{7F}")
        try process.wait(forLine: "文", cursorColumn: 0)
        try process.send("\r")
        try process.wait(for: "what was read") { $0.allRows.joined().contains("ran: \"echo 中文中文文\"") }
    }

    @Test("characters outside ASCII are read in a locale that does not know them")
    func plainLocale() throws {
        let process = try Fixture.start(environment: ["LANG": "C", "LC_ALL": "C"])
        try process.enter("größe 状態")
    }

    @Test("bytes that are not UTF-8 are left out")
    func brokenInput() throws {
        let process = try Fixture.start()
        try process.send(bytes: Array("a".utf8) + [0xFF, 0xC3] + Array("b\r".utf8))
        try process.wait(forText: "ran: \"ab\"")
    }

    @Test("what is typed while a command runs is in the next line, once")
    func typeAhead() throws {
        let process = try Fixture.start()
        try process.send("echo one\recho two\recho thr")
        try process.wait(forText: "ran: \"echo two\"")
        try process.wait(forLine: "store> echo thr")
        #expect(process.screen.allRows.filter { $0.contains("thr") }.count == 1)
    }

    @Test("pasted text with line breaks waits for Enter")
    func paste() throws {
        let process = try Fixture.start()
        try process.send("echo \u{1B}[200~one\rtwo\u{1}\tthree\r\u{1B}[201~")
        try process.wait(forLine: "  ...> two␁ three")
        #expect(!process.transcript.contains("ran:"))
        try process.send("\r")
        try process.wait(forText: #"ran: "echo one\ntwo␁ three""#)
    }

    @Test("a paste that is too long is refused as a whole")
    func longPaste() throws {
        let process = try Fixture.start(["--limit", "100"])
        try process.send("\u{1B}[200~" + String(repeating: "x", count: 10_000) + "\u{1B}[201~")
        try process.wait(for: "the bell") { $0.bells > 0 }
        try process.enter("echo still here")
    }

    @Test("an incomplete line goes on in the next row")
    func manyLines() throws {
        let process = try Fixture.start(["--many-lines"])
        try process.send("send(\r")
        try process.wait(forLine: "  ...>", cursorColumn: Fixture.prompt.count)
        try process.send("1)\r")
        try process.wait(forText: #"ran: "send(\n1)""#)
    }

    @Test("the hint is shown, not read, and the right arrow takes it")
    func hint() throws {
        let process = try Fixture.start(["--hint"])
        try process.send("ec")
        try process.wait(forLine: "store> echo", cursorColumn: 9)
        try process.send("\u{1B}[C!")
        try process.wait(forLine: "store> echo!", cursorColumn: 12)
        try process.send("\u{15}ec\r")
        try process.wait(forText: "ran: \"ec\"")
        #expect(process.screen.row(0) == "store> ec")
    }

    @Test("prompt and line are painted, and the text stays what it is")
    func highlighting() throws {
        let process = try Fixture.start(["--highlight"], columns: 30)
        try process.send("echo 42 a longer line that wraps")
        let painted =
            "\u{1B}[1;32mstore\u{1B}[0m> \u{1B}[34mecho\u{1B}[0m \u{1B}[35m42\u{1B}[0m a longer line that wraps"
        try process.wait(for: "the colours", while: { !process.transcript.contains(painted) })
        try process.wait(forLine: "hat wraps", cursorColumn: 9)
        #expect(process.screen.row(0) == "store> echo 42 a longer line t")
    }

    @Test("without colours nothing is painted")
    func noColour() throws {
        let process = try Fixture.start(["--plain"])
        try process.send("styled\r")
        try process.wait(forText: "safe␛[2J plain")
        try process.waitForPrompt()
        #expect(!process.transcript.contains("\u{1B}[31m") && !process.transcript.contains("\u{1B}[1;32m"))
    }
}
