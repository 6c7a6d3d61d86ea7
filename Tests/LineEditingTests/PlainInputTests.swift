import Foundation
import TerminalTesting
import Testing

@Suite("Input without a terminal", .timeLimit(.minutes(5)))
struct PlainInputTests {
    private func run(_ input: Data, _ arguments: [String] = []) throws -> String {
        try Fixture.withDirectory { directory in
            let file = directory.appendingPathComponent("input")
            try input.write(to: file)
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: Fixture.path)
            process.arguments = arguments
            process.standardInput = try FileHandle(forReadingFrom: file)
            process.standardOutput = output
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return String(decoding: data, as: UTF8.self)
        }
    }

    @Test("lines are read without prompt, echo and control sequences, the last one without a line break")
    func lines() throws {
        let output = try run(Data("echo one\necho two\r\n\nlast größe".utf8))
        #expect(output == "ran: \"echo one\"\nran: \"echo two\"\nran: \"\"\nran: \"last größe\"\n[end of file]\n")
    }

    @Test("no input is the end of the file at once")
    func empty() throws {
        #expect(try run(Data()) == "[end of file]\n")
    }

    @Test("a line just as long as the limit is read, a longer one is skipped as a whole")
    func limit() throws {
        let input = [100, 101, 1_000_000, 100].map { String(repeating: "x", count: $0) + "\n" }.joined() + "end"
        let line = "ran: \"" + String(repeating: "x", count: 100) + "\"\n"
        let tooLong = "[longer than 100]\n"
        #expect(
            try run(Data(input.utf8), ["--limit", "100"]) == line + tooLong + tooLong + line
                + "ran: \"end\"\n[end of file]\n")
    }

    @Test("a last line that is too long is reported too")
    func longEnd() throws {
        #expect(
            try run(Data(repeating: 0x78, count: 300_000), ["--limit", "100"]) == "[longer than 100]\n[end of file]\n")
    }

    @Test("a line of a million bytes arrives whole")
    func longLine() throws {
        let line = String(repeating: "0123456789", count: 100_000)
        #expect(try run(Data((line + "\n").utf8)) == "ran: \"\(line)\"\n[end of file]\n")
    }

    @Test("bytes that are not UTF-8 become replacement characters")
    func broken() throws {
        #expect(try run(Data([0x61, 0xFF, 0x62, 0x0A])) == "ran: \"a\u{FFFD}b\"\n[end of file]\n")
    }

    @Test("printed text stays as it is where no terminal shows it")
    func untouched() throws {
        #expect(
            try run(Data("hostile\nstyled".utf8)).contains(
                "before\u{1B}[2J\u{1B}]0;title\u{7}\rafter\u{202E}\nsecond row\nsafe\u{1B}[2J plain\n"))
    }

    @Test("with lines from a pipe and a terminal for the output there is neither prompt nor editing")
    func pipedIntoTerminal() throws {
        let process = try PTYProcess("/bin/sh", ["-c", "printf 'echo one\\nstyled' | '\(Fixture.path)'"])
        #expect(try process.waitForExit() == 0)
        #expect(process.screen.allRows == ["ran: \"echo one\"", "safe␛[2J plain", "[end of file]"])
    }

    @Test("with a pipe for the output the terminal's lines are read without prompt and editing")
    func terminalIntoPipe() throws {
        let process = try PTYProcess("/bin/sh", ["-c", "'\(Fixture.path)' | cat"])
        try process.send("echo one\r")
        try process.wait(forText: "ran: \"echo one\"")
        try process.send("\u{4}")
        #expect(try process.waitForExit() == 0)
        #expect(!process.screen.contains("store>"))
    }
}
