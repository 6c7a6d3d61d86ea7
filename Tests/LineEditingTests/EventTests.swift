import TerminalTesting
import Testing

@Suite("Text printed while a line is being typed", .serialized, .timeLimit(.minutes(5)))
struct EventTests {
    @Test("thirty events of thirty leave the line as it is", arguments: [24, 60])
    func thirtyEvents(columns: Int) throws {
        try EventPipe.with { events in
            let process = try Fixture.start(["--events", events.path], rows: 50, columns: columns)
            try events.open()
            var line = "store> "
            for number in 1...30 {
                try process.send("\(number % 10)")
                line += "\(number % 10)"
                try events.send("event number \(number)")
                try process.wait(for: "event \(number) above the whole line") { screen in
                    screen.contains("event number \(number)") && wrapped(line, columns) == rowsFromPrompt(screen)
                        && screen.cursorColumn == line.count % columns
                }
                #expect(process.screen.allRows.count { $0.contains("store>") } == 1)
            }
            let printed = process.screen.allRows.filter { $0.hasPrefix("event number") }
            #expect(printed == (1...30).map { "event number \($0)" })
            try process.send("\r")
            let typed = String(line.dropFirst("store> ".count))
            try process.wait(for: "what was read") { $0.allRows.joined().contains("ran: \"\(typed)\"") }
        }
    }

    @Test("the cursor stays where it is in the line")
    func cursor() throws {
        try EventPipe.with { events in
            let process = try Fixture.start(["--events", events.path], columns: 20)
            try events.open()
            try process.send("0123456789abcdef\u{1}\u{1B}[C")
            try process.wait(for: "the cursor") { $0.cursorRow == 0 && $0.cursorColumn == 8 }
            try events.send("event")
            try process.wait(for: "the line below the event") { screen in
                screen.visibleRows.prefix(3) == ["event", "store> 0123456789abc", "def"]
                    && screen.cursorRow == 1 && screen.cursorColumn == 8
            }
            try process.send("X")
            try process.wait(for: "the edited line") { $0.row(1) == "store> 0X123456789ab" }
        }
    }

    @Test("events from several threads come whole and in order while the user types")
    func flood() throws {
        let process = try Fixture.start(rows: 30)
        try process.send("flood 200\r")
        for character in "echo all of this was typed" { try process.send(String(character)) }
        for thread in 0..<3 { try process.wait(forText: "end \(thread)") }
        try process.wait(forLine: "store> echo all of this was typed")
        for thread in 0..<3 {
            let printed = process.screen.allRows.filter { $0.hasPrefix("event \(thread).") }
            #expect(printed == (0..<200).map { "event \(thread).\($0)" })
        }
        try process.send("\r")
        try process.wait(forText: "ran: \"echo all of this was typed\"")
        #expect(process.screen.unknownSequences.isEmpty, "\(process.screen.unknownSequences)")
    }

    @Test("a search in the history goes on below an event")
    func search() throws {
        try EventPipe.with { events in
            let process = try Fixture.start(["--events", events.path])
            try events.open()
            try process.enter("echo needle")
            try process.enter("echo hay")
            try process.send("\u{12}nee")
            try process.wait(forText: "bck:nee")
            try events.send("event")
            try process.wait(forText: "event")
            try process.wait(for: "the search") { screen in
                screen.visibleRows.contains("bck:nee") && screen.visibleRows.contains("store> echo needle")
            }
            try process.send("\r")
            try process.wait(for: "the line that was found") { screen in
                screen.allRows.count { $0.contains("ran: \"echo needle\"") } == 2
            }
        }
    }

    @Test("control characters in printed text are shown, not obeyed")
    func hostileText() throws {
        let process = try Fixture.start()
        try process.send("hostile\r")
        try process.wait(forText: "before␛[2J␛]0;title␇␍after\u{FFFD}")
        try process.wait(forText: "second row")
        #expect(process.screen.row(0) == "store> hostile")
    }

    @Test("styles become colours, the text in them does not")
    func styles() throws {
        let process = try Fixture.start()
        try process.send("styled\r")
        try process.wait(forText: "safe␛[2J plain")
        #expect(process.transcript.contains("\u{1B}[31msafe␛[2J\u{1B}[0m plain"))
    }

    @Test("cancelling ends the reading")
    func cancelling() throws {
        try EventPipe.with { events in
            let process = try Fixture.start(["--events", events.path])
            try events.open()
            try process.send("half a li")
            try process.wait(forLine: "store> half a li")
            try events.send("cancel")
            try process.wait(forText: "[cancelled]")
            #expect(try process.waitForExit() == 0)
            #expect(process.isTerminalCooked)
        }
    }

    private func wrapped(_ line: String, _ columns: Int) -> [String] {
        var rows: [String] = []
        var rest = Substring(line)
        while !rest.isEmpty {
            rows.append(String(rest.prefix(columns)))
            rest = rest.dropFirst(columns)
        }
        return rows
    }

    private func rowsFromPrompt(_ screen: VirtualScreen) -> [String] {
        let rows = screen.allRows
        guard let start = rows.lastIndex(where: { $0.hasPrefix("store>") }) else { return [] }
        return Array(rows[start...])
    }
}
