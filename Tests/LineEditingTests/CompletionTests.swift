import TerminalTesting
import Testing

@Suite("Completion", .serialized, .timeLimit(.minutes(5)))
struct CompletionTests {
    @Test("the only possibility is inserted with what follows it")
    func unique() throws {
        let process = try Fixture.start()
        try process.send("ech\t")
        try process.wait(forLine: "store> echo", cursorColumn: 12)
        try process.send("x\u{1}g\t")
        try process.wait(forLine: "store> get echo x", cursorColumn: 11)
    }

    @Test("the common beginning is inserted first, then the possibilities are listed in columns above the line")
    func list() throws {
        let process = try Fixture.start()
        try process.send("get \t")
        try process.wait(forLine: "store> get state.")
        try process.send("\t")
        try process.wait(forText: "state.cart.items          state.user.größe")
        try process.wait(forLine: "store> get state.", cursorColumn: 17)
        #expect(process.screen.contains("state.cart.total          state.user.name (String)"))
        try process.send("cart.t\t")
        try process.wait(forLine: "store> get state.cart.total", cursorColumn: 27)
        try process.send("\r")
        try process.wait(forText: "ran: \"get state.cart.total\"")
    }

    @Test("characters outside ASCII are completed")
    func wide() throws {
        let process = try Fixture.start()
        try process.send("get state.user.gr\u{F6}\t")
        try process.wait(forLine: "store> get state.user.größe")
    }

    @Test("nothing known rings the bell and leaves the line")
    func nothing() throws {
        let process = try Fixture.start()
        try process.send("unknown \t")
        try process.wait(for: "the bell") { $0.bells == 1 }
        try process.wait(forLine: "store> unknown", cursorColumn: 15)
    }

    @Test("a long list is shown only after a yes, and events wait for the answer")
    func question() throws {
        try EventPipe.with { events in
            let process = try Fixture.start(["--events", events.path], rows: 60)
            try events.open()
            try process.send("many item\t")
            try process.wait(forText: "Show all 130 possibilities? (y or n)")
            try events.send("an event")
            try process.send("n")
            try process.wait(forText: "an event")
            try process.wait(forLine: "store> many item")
            #expect(!process.screen.contains("item77"))
            try process.send("\t")
            try process.wait(for: "the second question") { $0.cursorLine.hasPrefix("Show all 130") }
            try process.send("y")
            try process.wait(forText: "item77")
            try process.wait(forLine: "store> many item")
        }
    }

    @Test("Ctrl-C at the question drops the line")
    func interruptedQuestion() throws {
        let process = try Fixture.start()
        try process.send("many item\t")
        try process.wait(forText: "Show all 130")
        try process.send("\u{3}")
        try process.wait(forText: "[interrupted]")
        try process.waitForPrompt()
        try process.enter("echo again")
    }

    @Test("an answer that does not come in time is given up, and the line stays")
    func late() throws {
        let process = try Fixture.start()
        try process.send("slow \t")
        try process.wait(for: "the bell") { $0.bells == 1 }
        try process.send("x\r")
        try process.wait(forText: "ran: \"slow x\"")
    }

    @Test("candidates with control characters are left out")
    func hostile() throws {
        let process = try Fixture.start()
        try process.send("hostile \t")
        try process.wait(for: "the bell") { $0.bells == 1 }
        #expect(!process.transcript.contains("\u{1B}[2J"))
    }
}
