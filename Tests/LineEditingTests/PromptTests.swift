import TerminalTesting
import Testing

@Suite("Prompts that change and lines that begin with a text", .serialized, .timeLimit(.minutes(5)))
struct PromptTests {
    @Test("a prompt changes before the line that is being typed, which stays as it is", arguments: [20, 60])
    func whileTyping(columns: Int) throws {
        try EventPipe.with { events in
            let process = try Fixture.start(["--events", events.path], columns: columns)
            try events.open()
            try process.send("0123456789abcdef\u{1}\u{1B}[C")
            try process.wait(for: "the cursor") { $0.cursorRow == 0 && $0.cursorColumn == 8 }
            try events.send("prompt a longer one")
            let longer = "a longer one> 0123456789abcdef"
            try process.wait(for: "the longer prompt") { screen in
                screen.visibleRows.prefix(2).joined() == longer && screen.cursorRow == 0 && screen.cursorColumn == 15
            }
            #expect(!process.screen.allRows.contains { $0.contains("store>") })
            try events.send("prompt x")
            try process.wait(for: "the shorter prompt") { screen in
                screen.visibleRows.prefix(2).joined() == "x> 0123456789abcdef" && screen.cursorColumn == 4
            }
            try process.send("\r")
            try process.wait(for: "what was read") { $0.allRows.joined().contains("ran: \"0123456789abcdef\"") }
            // The next read prints a prompt of its own.
            try process.waitForPrompt()
        }
    }

    @Test("a prompt that changes while no line is typed is before the next one")
    func whileRunning() throws {
        let process = try Fixture.start()
        try process.send("prompt later\r")
        try process.wait(forLine: "later>", cursorColumn: 7)
    }

    @Test("a line that begins with a text can be edited and taken, in colours too", arguments: [[], ["--highlight"]])
    func prefilled(options: [String]) throws {
        let process = try Fixture.start(options)
        try process.send("prefill echo größe (1)\r")
        try process.wait(forLine: "store> echo größe (1)", cursorColumn: 21)
        try process.send("\u{8}\u{8}3)\r")
        try process.wait(forText: "ran: \"echo größe (3)\"")
        try process.waitForPrompt()
    }

    @Test("what a line begins with is dropped with it")
    func interrupted() throws {
        let process = try Fixture.start()
        try process.send("prefill echo this\r")
        try process.wait(forLine: "store> echo this")
        try process.send("\u{3}")
        try process.waitForPrompt()
    }
}
