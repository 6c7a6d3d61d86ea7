import Foundation
import LineEditing
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Reading scripts")
struct ScriptReaderTests {
    private func script(_ text: String, variables: [String] = []) throws -> Script {
        try Script(commands: [], file: "a.strobe", text: text, variables: variables)
    }

    /// The errors in a script, without colours.
    private func errors(_ text: String) -> [String] {
        do {
            _ = try script(text)
            return []
        } catch {
            return ErrorRendering.lines(error).map(\.plain)
        }
    }

    private func outline(_ script: Script) -> [String] {
        script.statements.flatMap { statement in
            ["\(statement.place.line):\(statement.place.column) \(statement.text)"]
                + (statement.body.map { outline($0).map { "  " + $0 } } ?? [])
        }
    }

    @Test("blank lines and comments do nothing, and a comment may follow a command")
    func comments() throws {
        let script = try script("# first\n\n  state .a  # why\n\techo #3 is no comment\r\nget \"# nor this\"\n#\n")
        #expect(outline(script) == ["3:3 state .a", "4:2 echo #3 is no comment", "5:1 get \"# nor this\""])
    }

    @Test("loops take a command, a block in their line, or a block of lines, one inside the other")
    func loops() throws {
        let text = """
            repeat 3 as i send .a($i)
            every 500ms 2 times { get .a ; echo "x; }" }
            every 1s for 5s as n {
              repeat $n {
                send .b([1, 2])
              }
            }
            """
        #expect(
            outline(try script(text)) == [
                "1:1 repeat 3 as i", "  1:15 send .a($i)", "2:1 every 500ms 2 times", "  2:23 get .a",
                "  2:32 echo \"x; }\"", "3:1 every 1s for 5s as n", "  4:3 repeat $n", "    5:5 send .b([1, 2])",
            ])
    }

    @Test("a literal whose brackets are open continues on the next line")
    func literals() throws {
        let script = try script("send .loaded(  # of a user\n  User(id: 1,\n    name: \")\")\n)\necho x")
        #expect(script.statements.count == 2)
        #expect(script.statements[0].text == "send .loaded(  \n  User(id: 1,\n    name: \")\")\n)")
        #expect(script.statements[1].place.line == 5)
    }

    @Test(
        "a mistake is reported with file, line and a caret under its place",
        arguments: [
            (
                "echo a\n  exspect .a == 1",
                [
                    "a.strobe:2: error: There is no command `exspect`. Did you mean `expect`? `help all` lists the commands.",
                    "    exspect .a == 1", "    ^",
                ]
            ),
            (
                "let user = x\necho $usr",
                [
                    "a.strobe:2: error: There is no variable `$usr`. Did you mean `$user`? `$$` is a dollar sign.",
                    "  echo $usr", "       ^",
                ]
            ),
            (
                "repeat x echo a",
                [
                    "a.strobe:1: error: `repeat` needs a number of rounds, not `x`. "
                        + "Usage: repeat N [as NAME] COMMAND|{ … }", "  repeat x echo a", "  ^",
                ]
            ),
            (
                "repeat 2",
                [
                    "a.strobe:1: error: `repeat` needs a command, or a block in braces. "
                        + "Usage: repeat N [as NAME] COMMAND|{ … }", "  repeat 2", "          ^",
                ]
            ),
            (
                "repeat 2 {\necho a",
                [
                    "a.strobe:1: error: The block that begins here is not closed: a line with } is missing.",
                    "  repeat 2 {", "           ^",
                ]
            ),
            (
                "}", ["a.strobe:1: error: `}` closes no block here.", "  }", "  ^"]
            ),
            (
                "wait .a = 3",
                [
                    "a.strobe:1: error: Expected one of == != < <= > >=, found =. Did you mean ==?", "  .a = 3",
                    "     ^",
                ]
            ),
            (
                "send .a(\n  .b(1\necho x",
                ["a.strobe:2: error: The bracket ( is not closed.", "    .b(1", "      ^"]
            ),
            (
                "sleep 5x",
                [
                    "a.strobe:1: error: `5x` is not a duration for `sleep`. Give 500ms, 5s, 2m or 1h, a day at most.",
                    "  sleep 5x", "  ^",
                ]
            ),
            (
                "repeat 2 { echo a } echo b",
                [
                    "a.strobe:1: error: Nothing may follow the block; begin a new line.",
                    "  repeat 2 { echo a } echo b", "                      ^",
                ]
            ),
        ])
    func wrong(text: String, expected: [String]) {
        #expect(errors(text) == expected)
    }

    @Test("all mistakes are reported at once, and a wrong line hides none after it")
    func several() {
        let found = errors("frob\nrepaet 2 {\n  sleep\n}\nstate .a .b\ninclude nowhere.strobe")
            .filter { $0.hasPrefix("a.strobe") }
        #expect(
            found.map { $0.prefix(18) }
                == [
                    "a.strobe:1: error:", "a.strobe:2: error:", "a.strobe:3: error:", "a.strobe:5: error:",
                    "a.strobe:6: error:",
                ].map { $0.prefix(18) })
    }

    @Test("very many errors are reported in part")
    func many() {
        let lines = errors(String(repeating: "frob\n", count: 1_000))
        #expect(lines.last == "… 980 more errors")
        #expect(lines.count == 61)
    }

    @Test("a literal of very many lines is read once, not once more with each line")
    func longLiteral() throws {
        let lines = String(repeating: "1, # one\n", count: 20_000)
        #expect(try script("send [\n\(lines)(2)]").statements.count == 1)
        #expect(errors("send [\n\(lines)(2]").first?.hasPrefix("a.strobe:20002: error: The bracket (") == true)
    }

    @Test("loops may not be nested without end, nor scripts grow without end")
    func limits() {
        let deep = String(repeating: "repeat 1 ", count: 100) + "echo x"
        #expect(errors(deep).first?.contains("nested deeper than 32 levels") == true)
        for opening in ["repeat 2 {", "frob {", "every 1s {"] {
            let lines =
                String(repeating: "\(opening)\n", count: 20_000) + "echo x\n" + String(repeating: "}\n", count: 20_000)
            #expect(!errors(lines + "echo y").isEmpty)
        }
        let blocks = String(repeating: "repeat 2 {\n", count: 2_000) + String(repeating: "}\n", count: 2_000)
        #expect(errors(blocks).first == "a.strobe:33: error: Loops are nested deeper than 32 levels.")
        #expect(errors(blocks).count { $0.contains("error:") } == 1)
        let reading = ScriptReading()
        reading.count = ScriptReading.maxStatements
        var reader = ScriptReader("echo a\necho b", from: .lines(), reading: reading)
        #expect(reader.script().statements.isEmpty)
        #expect(reading.failures.count == 1)
    }

    @Test("a variable is known from its `let` on, in loops that count and from outside")
    func variables() throws {
        #expect(throws: (any Error).self) { try script("echo $a\nlet a = 1") }
        #expect(throws: Never.self) { try script("let a = 1\necho ${a}b $$c $5") }
        #expect(throws: Never.self) { try script("echo $user", variables: ["user"]) }
        #expect(errors("let 1a = 3").first?.contains("cannot be the name of a variable") == true)
        #expect(errors("let $a = 3").first?.contains("Leave the $ out") == true)
        #expect(errors("let a").first?.contains("let NAME = TEXT") == true)
    }

    @Test("variables do not grow without end, alone or together, and say which one did")
    func size() throws {
        var variables = ScriptVariables()
        try variables.set("a", to: String(repeating: "x", count: ScriptVariables.maxBytes))
        let error = #expect(throws: InspectorError.self) { try variables.replaced(in: "send $a$a") }
        #expect(error?.message == "With its variables substituted, the line is longer than 1.0 MiB.")
        #expect(throws: InspectorError.self) {
            try variables.set("b", to: String(repeating: "x", count: ScriptVariables.maxBytes + 1))
        }
        for number in 1..<16 { try variables.set("a\(number)", to: variables["a"] ?? "") }
        let full = #expect(throws: InspectorError.self) { try variables.set("b", to: "x") }
        #expect(full?.message == "With `$b` all variables together are longer than 16.0 MiB.")
        // A replaced value is not counted any more.
        try variables.set("a", to: "")
        try variables.set("b", to: "x")
    }

    @Test("a variable of variables that grow is refused in its line, and nothing is run after it")
    func growing() async throws {
        let bench = try await Bench()
        let lines =
            ["let a = 0123456789"] + (0..<12).map { _ in "let a = " + String(repeating: "$a", count: 10) } + ["echo x"]
        #expect(await bench.script(lines) == .commandFailed)
        let output = bench.console.takeOutput() + bench.console.takeErrors()
        #expect(output.contains { $0.contains("With its variables substituted, the line is longer than 1.0 MiB.") })
        #expect(bench.session.variables["a"]?.utf8.count == 1_000_000)
    }

    @Test("values take the places of variables, and what is escaped stays")
    func replacing() throws {
        var variables = ScriptVariables()
        try variables.set("a", to: "1")
        try variables.set("ab", to: "x y")
        #expect(try variables.replaced(in: "$a ${a}b $ab $$a $$5 /$/ $") == "1 1b x y $a $5 /$/ $")
        for text in ["US$Dollar", "$", "$$", "a$$b", "${x}", "$5", "$a$b", "/x$/"] {
            #expect(try variables.replaced(in: ScriptVariables.escaped(text)) == text)
        }
    }

    @Test("lines are waited for while a block or a literal is open")
    func completeness() {
        #expect(Script.isComplete("repeat 2 echo a"))
        #expect(Script.isComplete("repeat 2 { echo a }"))
        #expect(!Script.isComplete("repeat 2 {"))
        #expect(!Script.isComplete("repeat 2 {\necho a"))
        #expect(Script.isComplete("repeat 2 {\necho a\n}"))
        #expect(!Script.isComplete("send .a(\n.b"))
        #expect(Script.isComplete("send .a(\n.b)"))
        #expect(Script.isComplete("send .a(]"))
        #expect(Script.isComplete("frob {"))
        #expect(Script.isComplete("include nowhere"))
    }

    @Test("no line of random signs does harm")
    func randomLines() {
        var state: UInt64 = 42
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let words = [
            "repeat", "every", "3", "{", "}", ";", "\n", "\"", "'", "send", ".a(", ")", "[", "as", "i", "$i", "let",
            "=",
            "from", "wait", "timeout", "5s", "# ", "expect", "->", "é", "$", "include", "times", "for",
        ]
        for _ in 0..<2_000 {
            let text = (0..<random(12)).map { _ in words[random(words.count)] }.joined(
                separator: random(3) == 0 ? "" : " ")
            _ = Script.isComplete(text)
            _ = errors(text)
        }
    }

    @Test("files are included beside the one that includes them, and never in a circle")
    func includes() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "strobe-\(UUID().uuidString)")
        let sub = directory.appending(path: "sub")
        try FileManager.default.createDirectory(at: sub, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        func write(_ text: String, _ name: String) throws {
            try text.write(to: directory.appending(path: name), atomically: true, encoding: .utf8)
        }
        try write("let a = 1\ninclude sub/b.strobe\necho $b", "a.strobe")
        try write("\u{FEFF}let b = $a\ninclude c.strobe", "sub/b.strobe")
        try write("echo $b", "sub/c.strobe")
        let path = directory.appending(path: "a.strobe").path
        let all = try Script(commands: [], file: path, variables: []).all
        #expect(
            all.map(\.text) == [
                "let a = 1", "include sub/b.strobe", "let b = $a", "include c.strobe", "echo $b", "echo $b",
            ])
        #expect(all[4].place.source.name?.hasSuffix("sub/c.strobe") == true)

        try write("include ../a.strobe", "sub/c.strobe")
        #expect {
            try Script(commands: [], file: path, variables: [])
        } throws: {
            InspectorError(any: $0).message.contains("includes itself: ")
        }
        for (name, text) in [("sub", "is not a text file"), ("nowhere", "cannot be read")] {
            #expect {
                try Script(commands: [], file: directory.appending(path: name).path, variables: [])
            } throws: {
                InspectorError(any: $0).message.contains(text)
            }
        }
        try Data([0xFF, 0xFE, 0x00]).write(to: directory.appending(path: "bytes"))
        #expect {
            try Script(commands: [], file: directory.appending(path: "bytes").path, variables: [])
        } throws: {
            InspectorError(any: $0).message.contains("not UTF-8")
        }
    }

    @Test(
        "durations are read in every unit, and nothing else is",
        arguments: [
            ("500ms", Duration.milliseconds(500)), ("5s", .seconds(5)), ("1.5s", .milliseconds(1_500)),
            ("2m", .seconds(120)), ("2min", .seconds(120)), ("1h", .seconds(3_600)), ("10", .seconds(10)),
            ("250us", .microseconds(250)), ("", nil), ("s", nil), ("-1s", nil), ("1e9", nil), ("2d", nil),
            ("25h", nil), ("nan", nil), ("0x10", nil),
        ])
    func durations(text: String, expected: Duration?) {
        #expect(DurationArgument.parse(text) == expected)
    }

    @Test("rates are so many a second, a minute or an hour")
    func rates() {
        #expect(DurationArgument.interval(ofRate: "100/s") == .milliseconds(10))
        #expect(DurationArgument.interval(ofRate: "30/m") == .seconds(2))
        #expect(DurationArgument.interval(ofRate: "2") == .milliseconds(500))
        for wrong in ["0", "-1", "x", "5/d", "/s", "", "1/"] {
            #expect(DurationArgument.interval(ofRate: wrong) == nil)
        }
    }
}
