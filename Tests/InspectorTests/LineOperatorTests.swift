import Foundation
import Testing

@testable import Inspector
@testable import InspectorCore

/// `;`, `&&`, `|`, `>` and `>>` at the prompt.
@Suite("Several commands on a line, and where their output goes")
struct LineOperatorTests {
    private func statements(_ line: String) throws -> [ScriptStatement] {
        try Script(
            parsing: line, variables: ["x"], aliases: ["failed": "find .session == .failed"], allowsShell: true
        ).statements
    }

    @Test(
        "a line is split at ; and at && before a command, and nowhere else",
        arguments: [
            ("state; log 5", ["state", "log 5"]), ("state;log", ["state", "log"]),
            ("state ; ; log;", ["state", "log"]),
            ("state && log", ["state", "log"]), ("expect .a && .b", ["expect .a && .b"]),
            ("expect .a == 1 && .b == 2 && send .x(1)", ["expect .a == 1 && .b == 2", "send .x(1)"]),
            ("send .x(\"a; b && log\")", ["send .x(\"a; b && log\")"]), ("send .x([1; 2])", ["send .x([1; 2])"]),
            ("echo a; echo b", ["echo a", "echo b"]), ("search /a;b/; log", ["search /a;b/", "log"]),
            ("find .name matches /a && log;/ && log", ["find .name matches /a && log;/", "log"]),
            ("commands 1 state; resume", ["commands 1 state; resume"]),
            ("alias a = state; log", ["alias a = state; log"]),
            ("state && failed", ["state", "find .session == .failed"]),
            ("repeat 2 { state; log }; log", ["repeat 2", "log"]), ("repeat 2 state; log", ["repeat 2", "log"]),
        ])
    func parts(line: String, expected: [String]) throws {
        #expect(try statements(line).map(\.text) == expected)
    }

    @Test(
        "output goes to a file or to the shell, and > compares where it can",
        arguments: [
            ("log > a.txt", "log", Redirect.file("a.txt", appends: false)),
            ("log >> a.txt", "log", .file("a.txt", appends: true)),
            ("log >a.txt", "log", .file("a.txt", appends: false)),
            ("log > \"a b.txt\"", "log", .file("a b.txt", appends: false)),
            ("log | grep -c a; wc > b && x | y", "log", .shell("grep -c a; wc > b && x | y")),
            ("send .x(a: \"|\") > f", "send .x(a: \"|\")", .file("f", appends: false)),
            ("find .n > 3", "find .n > 3", nil), ("find .n > .m", "find .n > .m", nil),
            ("find .n > /a/b", "find .n > /a/b", nil),
            ("find .n > 3 > hits.txt", "find .n > 3", .file("hits.txt", appends: false)),
            ("find .n > $x", "find .n > $x", nil), ("find .n > 3 | wc -l", "find .n > 3", .shell("wc -l")),
            ("find .n > 3 || .m", "find .n > 3 || .m", nil), ("break .a --if .n > 3", "break .a --if .n > 3", nil),
            ("find .n == 3 > /tmp/x", "find .n == 3", .file("/tmp/x", appends: false)),
            ("echo a > b | c", "echo a > b | c", nil), ("note total > 3", "note total > 3", nil),
            ("let y = a | b", "let y = a | b", nil), ("search /a | b/", "search /a | b/", nil),
            ("repeat 2 get .n > f", "repeat 2", .file("f", appends: false)),
            ("repeat 2 find .n > 3", "repeat 2", nil), ("repeat 2 { get .n } | sort", "repeat 2", .shell("sort")),
            ("time log | wc", "time", nil),
        ] as [(String, String, Redirect?)])
    func redirects(line: String, text: String, redirect: Redirect?) throws {
        let statement = try #require(try? Script(parsing: line, variables: ["x"], allowsShell: true).statements.first)
        #expect(statement.text == text)
        #expect(statement.redirect == redirect)
    }

    @Test("an operator with nothing behind it, and the shell in a file, are errors before anything runs")
    func errors() throws {
        for line in ["log >", "log | ", "log >>", "log &&", "&& log", "log && ; state"] {
            #expect(throws: ScriptFailure.self, "\(line)") { try statements(line) }
        }
        let error = #expect(throws: ScriptFailure.self) { try Script(parsing: "log | sh", variables: []) }
        #expect(error.map { InspectorError(any: $0).message }?.contains("a script file cannot start programs") == true)
        // What a variable holds is never an operator.
        let statement = try #require(try statements("echo $x").first)
        #expect(statement.redirect == nil)
    }

    @Test("a file that is included cannot start programs, in no way")
    func included() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "strobe-included-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let mark = folder.appending(path: "started").path()
        let bench = try await Bench(isInteractive: true)
        for (number, line) in [
            "log | touch \(mark)", "let x from log | touch \(mark)", "pager touch \(mark)",
            "alias e = log | touch \(mark)",
            "repeat 1 { log | touch \(mark) }", "repeat 1 let x from log | touch \(mark)",
        ].enumerated() {
            let file = folder.appending(path: "\(number).strobe")
            try Data((line + "\n").utf8).write(to: file)
            #expect(await bench.message("include \(file.path())") != "no error", "\(line)")
        }
        #expect(!FileManager.default.fileExists(atPath: mark))
        #expect(bench.session.preferences.pager == nil && bench.session.preferences.aliases.isEmpty)
    }

    @Test("a variable names the file, and a wrong one is an error before anything runs")
    func variableFiles() async throws {
        let bench = try await Bench(isInteractive: true)
        let file = FileManager.default.temporaryDirectory.appending(path: "strobe-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(try await bench.run("let f = \(file); echo a; get .count > $f").contains("a"))
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasSuffix("\n"))
        #expect(await bench.message("get .count > $nobody").contains("There is no variable `$nobody`."))
        let body = try Script(parsing: "time log | wc", variables: [], allowsShell: true).statements.first?.body
        #expect(body?.statements.first?.redirect == .shell("wc"))
    }

    @Test("an alias stands for one command, and one that stands for itself is an error")
    func aliases() throws {
        let aliases = ["f": "find .n > 3", "ff": "f", "me": "you", "you": "me", "two": "state; log 3 && echo"]
        func parse(_ line: String) throws -> [ScriptStatement] {
            try Script(parsing: line, variables: [], aliases: aliases).statements
        }
        #expect(try parse("ff 1..2").map(\.text) == ["find .n > 3 1..2"])
        #expect(try parse("repeat 2 ff").first?.body?.statements.map(\.text) == ["find .n > 3"])
        let two = try parse("log; two end")
        #expect(two.map(\.text) == ["log", "state", "log 3", "echo end"])
        #expect(two.map(\.follows) == [.line, .statement, .statement, .success])
        #expect(try parse("repeat 2 two").first?.body?.statements.count == 3)
        #expect(try parse("repeat 2 { two }").first?.body?.statements.count == 3)
        #expect(try parse("alias own = log 7\nown").map(\.text) == ["alias own = log 7", "log 7"])
        #expect(throws: (any Error).self) { try parse("me") }
        #expect(throws: (any Error).self) { try parse("unknown") }
    }
}
