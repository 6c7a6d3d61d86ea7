import Foundation
import TerminalTesting
import SeededTesting
import Testing

@testable import LineEditing

@Suite("History", .serialized, .timeLimit(.minutes(5)))
struct HistoryTests {
    @Test("lines are there in the next run, each once")
    func acrossRuns() throws {
        try Fixture.withDirectory { directory in
            let path = directory.appendingPathComponent("made/history").path
            let first = try Fixture.start(["--history", path])
            for line in ["echo one", "echo two größe", "echo one"] { try first.enter(line) }
            try first.send("\u{4}")
            #expect(try first.waitForExit() == 0)

            let second = try Fixture.start(["--history", path])
            try second.send("\u{1B}[A")
            try second.wait(forLine: "store> echo one")
            try second.send("\u{1B}[A")
            try second.wait(forLine: "store> echo two größe")
            try second.send("\u{1B}[A!")
            try second.wait(forLine: "store> echo two größe!")
        }
    }

    @Test("the file is for its owner alone, and holds what was entered when the process is killed")
    func permissions() throws {
        try Fixture.withDirectory { directory in
            let path = directory.appendingPathComponent("history").path
            let process = try Fixture.start(["--history", path])
            try process.enter("echo kept")
            process.signal(SIGKILL)
            #expect(try process.waitForExit() == -SIGKILL)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "echo kept\n")
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["history"])
        }
    }

    @Test("Up with a beginning finds the lines that begin with it")
    func prefixSearch() throws {
        let process = try Fixture.start()
        for line in ["get a", "echo b", "get c", "echo d"] { try process.enter(line) }
        try process.send("get\u{1B}[A")
        try process.wait(forLine: "store> get c")
        try process.send("\u{1B}[A")
        try process.wait(forLine: "store> get a")
        try process.send("\u{1B}[B")
        try process.wait(forLine: "store> get c")
    }

    @Test("Ctrl-R finds a line, and Ctrl-C leaves the search")
    func reverseSearch() throws {
        let process = try Fixture.start()
        try process.enter("echo needle")
        try process.enter("echo hay")
        try process.send("\u{12}need")
        try process.wait(forText: "bck:need")
        try process.send("\u{3}")
        try process.wait(forText: "[interrupted]")
        try process.waitForPrompt()
        try process.send("\u{12}need")
        try process.wait(for: "the search again") { $0.cursorLine.hasPrefix("store> echo needle") }
        try process.send("\r")
        try process.wait(for: "the line that was found") { screen in
            screen.allRows.count { $0.contains("ran: \"echo needle\"") } == 2
        }
    }

    @Test("a line of several rows comes back as one")
    func severalRows() throws {
        try Fixture.withDirectory { directory in
            let path = directory.appendingPathComponent("history").path
            let first = try Fixture.start(["--history", path, "--many-lines"])
            try first.send("send(\r1)\r")
            try first.wait(forText: #"ran: "send(\n1)""#)
            try first.waitForPrompt()
            first.signal(SIGKILL)
            _ = try first.waitForExit()

            let second = try Fixture.start(["--history", path, "--many-lines"])
            try second.send("\u{1B}[A")
            try second.wait(forLine: "  ...> 1)")
            try second.send("\r")
            try second.wait(forText: #"ran: "send(\n1)""#)
        }
    }

    @Test("a file that cannot be read or written is reported, and typing works")
    func unusableFile() throws {
        try Fixture.withDirectory { directory in
            let process = try Fixture.start(["--history", directory.path])
            try process.wait(forText: "cannot be read")
            try process.enter("echo one")
        }
    }

    @Test("entries survive writing and reading, whatever is in them")
    func roundTrip() throws {
        try Fixture.withDirectory { directory in
            let path = directory.appendingPathComponent("history").path
            let lines = [#"a\nb"#, "a\nb", #"\\"#, "\\", "tab\tbed", "größe 状態", "x \\", "\u{1B}[2J"]
            let history = LineHistory(path: path, limit: 100)
            for line in lines { #expect(try history.remember(line)) }
            let again = LineHistory(path: path, limit: 100)
            try again.load()
            #expect(again.lines == lines)
        }
    }

    @Test("a line that is entered again moves to the end, and the oldest go when there are too many")
    func order() throws {
        let history = LineHistory(path: nil, limit: 3)
        for line in ["a", "b", "a"] { _ = try history.remember(line) }
        #expect(history.lines == ["b", "a"])
        for line in ["c", "d"] { _ = try history.remember(line) }
        #expect(history.lines == ["a", "c", "d"])
    }

    @Test("two processes keep each other's lines")
    func merging() throws {
        try Fixture.withDirectory { directory in
            let path = directory.appendingPathComponent("history").path
            let first = LineHistory(path: path, limit: 3)
            let second = LineHistory(path: path, limit: 3)
            try first.load()
            try second.load()
            _ = try first.remember("one")
            _ = try second.remember("two")
            _ = try first.remember("three")
            _ = try second.remember("one")
            _ = try second.remember("four")
            let read = LineHistory(path: path, limit: 3)
            try read.load()
            #expect(read.lines == ["three", "one", "four"])
            #expect(first.lines == ["one", "three"])
        }
    }

    @Test("blank lines, lines that begin with a blank, and endless ones are not kept")
    func notKept() throws {
        let history = LineHistory(path: nil, limit: 10)
        for line in ["", "   ", " secret", String(repeating: "x", count: 5000)] {
            #expect(try !history.remember(line))
        }
        #expect(history.lines.isEmpty)
    }

    @Test("a file of any bytes is read without harm")
    func anyBytes() throws {
        try Fixture.withDirectory { directory in
            let path = directory.appendingPathComponent("history").path
            var generator = SeededGenerator(seed: 7)
            for _ in 0..<50 {
                let bytes = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &generator) }
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                let history = LineHistory(path: path, limit: 100)
                try history.load()
                #expect(history.lines.allSatisfy { !$0.unicodeScalars.contains("\0") })
            }
        }
    }

    @Test("a link to the file stays a link")
    func link() throws {
        try Fixture.withDirectory { directory in
            let target = directory.appendingPathComponent("target").path
            let path = directory.appendingPathComponent("history").path
            try Data("one\n".utf8).write(to: URL(fileURLWithPath: target))
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
            _ = try LineHistory(path: path, limit: 10).remember("two")
            #expect(try String(contentsOfFile: target, encoding: .utf8) == "one\ntwo\n")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
        }
    }
}
