import Foundation
import TerminalTesting
import Testing

@Suite("Terminals", .serialized, .timeLimit(.minutes(5)))
struct TerminalTests {
    @Test("a window of another width has the line drawn anew")
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

    @Test("a terminal that can do nothing gets no control sequences", arguments: ["dumb", "no-such-terminal"])
    func dumb(name: String) throws {
        try EventPipe.with { events in
            let process = try PTYProcess(
                Fixture.path, ["--events", events.path, "--plain"], environment: ["TERM": name], columns: 60)
            try process.wait(forText: "store>")
            try events.open()
            try process.send("echo a")
            try process.wait(forLine: "store> echo a")
            try events.send("event")
            try process.wait(forText: "event")
            try process.wait(forLine: "store> echo a")
            try process.send("\u{7F}b\r")
            try process.wait(forText: "ran: \"echo b\"")
            try process.send("\u{3}\u{4}")
            #expect(try process.waitForExit() == 0)
            #expect(!process.output.contains(0x1B))
        }
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
