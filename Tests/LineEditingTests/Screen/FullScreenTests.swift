import Foundation
import TerminalTesting
import Testing

@Suite("A view of the whole terminal", .serialized, .timeLimit(.minutes(5)))
struct FullScreenTests {
    private static let on = "\u{1B}[?1049h"
    private static let off = "\u{1B}[?1049l"

    private func start(rows: Int = 12, columns: Int = 60, environment: [String: String] = [:]) throws -> PTYProcess {
        let process = try Fixture.start(environment: environment, rows: rows, columns: columns)
        try process.send("screen\r")
        try process.wait(forText: "size \(rows)x\(columns)")
        return process
    }

    @Test("it gets keys and sizes, and afterwards the prompt and the terminal are as before")
    func wholeLife() throws {
        let process = try start()
        #expect(process.transcript.contains(Self.on) && !process.transcript.contains(Self.off))
        try process.send("x\u{1B}[A")
        try process.wait(forText: "key(LineEditing.Key.up)")
        try process.send("\u{1B}")
        try process.wait(forText: "key(LineEditing.Key.escape)")
        try process.send("\u{1B}[<0;5;6M")
        try process.wait(forText: "click(row: 5, column: 4)")
        process.resize(rows: 10, columns: 50)
        try process.wait(forText: "size 10x50")
        try process.send("\u{3}")
        try process.wait(forText: "control(\"c\")")
        try process.send("q")
        try process.waitForPrompt()
        #expect(process.transcript.contains(Self.off) && process.transcript.contains("\u{1B}[?1000l"))
        try process.enter("echo ok")
        try process.send("quit\r")
        #expect(try process.waitForExit() == 0)
        #expect(process.isTerminalCooked)
        #expect(process.screen.unknownSequences.isEmpty)
    }

    @Test("keys typed before it begins are its own, and those after its end are the next line")
    func typedAhead() throws {
        let process = try Fixture.start(rows: 12)
        try process.send("screen\rab")
        try process.wait(forText: "character(\"b\")")
        #expect(process.screen.contains("character(\"a\")"))
        try process.send("q")
        try process.waitForPrompt()
        try process.send("screen\r")
        try process.wait(forText: "size 12x60")
        try process.send("xqecho größe\r")
        try process.wait(forText: "ran: \"echo größe\"")
    }

    @Test("what is printed meanwhile is told to it, and shown after it")
    func printing() throws {
        let process = try start()
        try process.send("\u{10}")
        try process.wait(forText: "printed(\"printed meanwhile\")")
        try process.send("q")
        try process.waitForPrompt()
        #expect(process.screen.visibleRows.contains("printed meanwhile"))
    }

    @Test("Ctrl-L draws all of it again")
    func redraw() throws {
        let process = try start()
        try process.send("xx")
        try process.wait(for: "two keys") { $0.visibleRows.count { $0.contains("\"x\"") } == 2 }
        let before = process.output.count
        try process.send("\u{C}")
        try process.wait(for: "a new drawing", while: { process.output[before...].count < 100 })
        let after = String(decoding: process.output[before...], as: UTF8.self)
        #expect(after.contains("\u{1B}[2J"))
    }

    @Test("the terminal is given back at SIGTERM and when the terminal is closed")
    func terminate() throws {
        let process = try start()
        process.signal(SIGTERM)
        try process.wait(forText: "[terminated]")
        #expect(try process.waitForExit() == 0)
        #expect(process.isTerminalCooked && process.transcript.contains(Self.off))
    }

    @Test(
        "the terminal is given back by a program that crashes or exits", arguments: [("\u{1}", -SIGABRT), ("\u{5}", 3)])
    func crash(key: String, status: Int32) throws {
        let process = try start()
        try process.send(key)
        #expect(try process.waitForExit() == status)
        #expect(process.isTerminalCooked && process.transcript.contains(Self.off))
        #expect(process.transcript.hasSuffix(Self.off))
    }

    @Test(
        "Ctrl-Z gives the terminal back, and the view is there again in the foreground",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
    func suspend() throws {
        let shell = try PTYProcess(
            "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"], environment: ["PS1": "shell$ "], columns: 60)
        try shell.wait(forLine: "shell$")
        try shell.send("\(Fixture.path)\r")
        try shell.wait(forLine: "store>")
        try shell.send("screen\r")
        try shell.wait(forText: "size 24x60")
        try shell.send("\u{1A}")
        try shell.wait(forText: "Stopped")
        #expect(shell.isTerminalCooked)
        #expect(!shell.screen.contains("size 24x60"))
        shell.resize(rows: 20, columns: 50)
        try shell.send("fg\r")
        try shell.wait(forText: "size 20x50")
        try shell.send("q")
        try shell.wait(forLine: "store>")
    }

    @Test("a terminal that is not controlled as an xterm is, has none", arguments: ["dumb", "vt52"])
    func unable(terminal: String) throws {
        let process = try PTYProcess(Fixture.path, [], environment: ["TERM": terminal], rows: 12, columns: 60)
        try process.wait(forText: "store>")
        try process.send("screen\r")
        try process.wait(forText: "no screen")
        #expect(!process.transcript.contains(Self.on))
    }
}
