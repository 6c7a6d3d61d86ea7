import Foundation
import LineEditing
import StrobeTree
import Testing

@testable import Inspector

@Suite("What Tab offers at the prompt")
struct PromptCompletionTests {
    private func complete(_ bench: Bench, _ line: String) async -> LineEditing.Completion? {
        await CommandContext(bench.session).complete(line, line.endIndex)
    }

    private func offers(_ bench: Bench, _ line: String) async -> [String] {
        await complete(bench, line)?.candidates.map(\.text) ?? []
    }

    @Test(
        "a comparison is completed with what the place can be, by its type",
        arguments: [
            ("find .mode == .", [".idle", ".busy"]), ("find .mode != .b", [".busy"]), ("expect .mode ==.i", [".idle"]),
            ("wait before(.mode) == .", [".idle", ".busy"]), ("break --if .mode == .b", [".busy"]),
            ("find action == .", [".reset", ".increment"]), ("find action != .i", [".increment"]),
            ("find origin == \"e", ["\"effect\"", "\"edit\""]), ("find .mode.case == ", ["\"idle\"", "\"busy\""]),
            ("find .count > 1 && .mo", [".mode"]), ("find count(.co", [".count"]), ("find (.mode == .b", [".busy"]),
            (
                "find .count ",
                ["==", "!=", "<", "<=", ">", ">=", "contains", "startsWith", "endsWith", "like", "matches", "&&", "||"]
            ),
            ("find .count == 1 ", ["&&", "||"]), ("find ch", ["changed("]), ("find or", ["origin"]),
            (
                "find ",
                [
                    ".count", ".mode", "action", "origin", "seq", "duration", "source", "error", "count(", "exists(",
                    "changed(", "before(",
                ]
            ),
            ("minimize .mode == .", [".idle", ".busy"]),
        ])
    func conditions(line: String, expected: [String]) async throws {
        #expect(await offers(try await Bench(), line) == expected)
    }

    @Test("variables are offered wherever they can be, with their values")
    func variables() async throws {
        let bench = try await Bench()
        _ = try await bench.run("let first = 1")
        _ = try await bench.run("let second = \"Ada\"")
        for line in ["send .increment(by: $", "expect .count == $", "state $", "repeat 3 send .increment(by: $"] {
            #expect(await offers(bench, line) == ["$first", "$second"])
        }
        #expect(await offers(bench, "echo ${se") == ["${second}"])
        #expect(await complete(bench, "echo $f")?.candidates.first?.detail == "1")
        #expect(await offers(bench, "echo $$f") == [])
    }

    @Test(
        "words of commands are completed",
        arguments: [
            ("record ", ["start", "stop"]), ("record sta", ["start"]), ("let x ", ["=", "from"]),
            ("let x from .", [".count", ".mode"]), ("let x from .m", [".mode"]),
            ("log --action .", [".reset", ".increment"]),
            ("wait --action .i", [".increment"]), ("replay o", ["on", "off"]), ("state .count; state .m", [".mode"]),
            ("state .count && state .m", [".mode"]),
        ])
    func words(line: String, expected: [String]) async throws {
        #expect(await offers(try await Bench(), line) == expected)
    }

    @Test("types are beside names")
    func types() async throws {
        let bench = try await Bench()
        func details(_ line: String) async -> [String] {
            await complete(bench, line)?.candidates.map { "\($0.display ?? $0.text)  \($0.detail)" } ?? []
        }
        #expect(await details("state .") == [".count  Int", ".mode  String"])
        #expect(await details("send .i") == [".increment(by: Int)  "])
        #expect(await details("send .increment(").first == "by:   Int")
        #expect(await details("send --dr") == ["--dry-run  only show what it would change"])
        #expect(await details("unwa") == ["unwatch  \(Command.unwatch.summary)"])
    }

    @Test("`set` offers the present value, for enums beside the others")
    func presentValue() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 3)")
        #expect(await offers(bench, "set .count ") == ["3"])
        #expect(await offers(bench, "set .mode ") == [".idle", ".busy"])
        #expect(await complete(bench, "set .mode ")?.candidates.first?.detail == "as it is")
        #expect(await offers(bench, "set .mode .b") == [".busy"])
    }

    @Test("the fields of a past action are completed with and without its case")
    func pastAction() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 3)")
        #expect(await offers(bench, "redo 1 .") == [".by="])
        #expect(await offers(bench, "redo 1 .increment.") == [".increment.by="])
        #expect(await complete(bench, "redo 1 .b")?.candidates.first?.detail == "3")
    }

    @Test("all breakpoints are offered where all can be meant")
    func breakpoints() async throws {
        let bench = try await Bench()
        _ = try await bench.run("break .reset")
        #expect(await offers(bench, "delete ") == ["1", "all"])
        #expect(await offers(bench, "commands ") == ["1"])
    }

    @Test("files are completed, quoted where their names need it, and hidden ones once their dot is typed")
    func files() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("strobe-\(UUID().uuidString)").path
        let bench = try await Bench()
        try FileManager.default.createDirectory(atPath: "\(folder)/sub folder", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["bug.jsonl", "bug two.jsonl", ".hidden", "sub folder/x"] {
            _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil)
        }
        for command in [
            "include", "record start", "send --from", "script --to", "record --as-script", "log >", "log 5 >>",
        ] {
            #expect(
                await offers(bench, "\(command) \(folder)/b") == ["\"\(folder)/bug two.jsonl\"", "\(folder)/bug.jsonl"])
        }
        #expect(await offers(bench, "include \(folder)/.h") == ["\(folder)/.hidden"])
        #expect(await offers(bench, "include \(folder)/s") == ["\"\(folder)/sub folder/"])
        #expect(await offers(bench, "include \"\(folder)/sub folder/") == ["\"\(folder)/sub folder/x\""])
        #expect(await offers(bench, "include \(folder)/nothing/") == [])
        #expect(await complete(bench, "include \(folder)/")?.candidates.map { $0.display ?? "" }.last == "sub folder/")
    }

    @Test("a server that does not answer leaves what is known from before")
    func slowServer() async throws {
        let bench = try await Bench()
        _ = await bench.session.notation(of: "counter")
        for method in ["state/tree", "state/get", "log/list", "bookmark/list", "branch/list"] {
            await bench.peer.ignore(method)
        }
        func offers(_ line: String) async -> [String] {
            var context = CommandContext(bench.session)
            context.deadline = .now
            return await context.complete(line, line.endIndex)?.candidates.map(\.text) ?? []
        }
        #expect(await offers("state .") == [".count", ".mode"])
        #expect(await offers("find .mode == .") == [".idle", ".busy"])
        #expect(await offers("set .mode .b") == [".busy"])
        #expect(await offers("goto li") == ["live"])
        #expect(await offers("send .i") == [".increment("])
    }

    @Test("the last argument of a line is whole, with its brackets and quotes")
    func lastArgument() {
        #expect(
            LineSyntax.lastArgument("send .loaded(User(id: 1, name: \"A b\"))") == ".loaded(User(id: 1, name: \"A b\"))"
        )
        #expect(LineSyntax.lastArgument("state .session.loaded") == ".session.loaded")
        #expect(LineSyntax.lastArgument("search \"two words\"") == "\"two words\"")
        #expect(LineSyntax.lastArgument("set .a.b 3 ") == "3")
        #expect(LineSyntax.lastArgument("state") == nil)
    }

    @Test("a long literal is laid out on several lines, and means the same")
    func layout() throws {
        let value =
            "User(id: 7, name: \"Ada, (the) first\", tags: [\"a\", \"b\"], home: Address(street: \"\(String(repeating: "x", count: 60))\", number: 3))"
        let text = LiteralLayout.text(".loaded(\(value))")
        #expect(text.hasPrefix(".loaded(\n    User(\n        id: 7,\n        name: \"Ada, (the) first\",\n"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 90 })
        #expect(try Literal.parse(text) == Literal.parse(".loaded(\(value))"))
        #expect(LiteralLayout.text(".reset") == ".reset")
    }
}
