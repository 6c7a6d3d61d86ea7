import Foundation
import DeclarationTesting
import StrobeTree
import TerminalTesting
import Testing

/// The built programs, started as by a user but without a terminal.
@Suite("The program strobe", .timeLimit(.minutes(5)))
struct ScriptTests {
    private func strobe(_ arguments: String..., input: String = "") async throws -> ProgramRun.Outcome {
        try await ProgramRun.run(Executables.strobe, arguments, input: input, environment: ["NO_COLOR": ""])
    }

    @Test("commands of -e read, dispatch, compare and travel in time")
    func expressions() async throws {
        let ended = try await strobe(
            "run", "-e", "state", "-e", "send .load", "-e", "wait --action '.loaded*'", "-e",
            "state .session.loaded.name",
            "-e", "diff 0 1 .session", "-e", "goto 0", "-e", "get .session", "--", Executables.demo, "--stdio",
            "--quiet",
            "--delay", "1")
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.hasPrefix("State  @0\n  session: .initialized\n  effect:  nil\n#1  2 changes  ⇒ .load"))
        let change = Declarations.areRead ? ".initialized → .loading" : "\"initialized\" → \"loading\""
        #expect(
            ended.output.contains("\n\"Ada Lovelace\"\n@0 → @1  1 change\n~ .session  \(change)\n@0  initial state"))
        #expect(ended.output.hasSuffix("\n\"initialized\"\n"))
        #expect(ended.errorsBesideNotices.isEmpty)
    }

    @Test("piped commands need no terminal, and nothing is coloured")
    func pipedInput() async throws {
        let ended = try await strobe(
            "run", "--", Executables.demo, "--stdio", "--quiet",
            input: "state\nuse currency\nsend .inputChanged(\"12.5\")\nlog")
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.hasPrefix("State  @0\n"))
        #expect(ended.output.contains("~ .inputAmount  nil → 12.5\n"))
        #expect(ended.output.split(separator: "\n").last?.contains(".inputChanged(\"12.5\")") == true)
        #expect(!ended.output.contains("\u{1B}"))
    }

    @Test("the demo process runs beside the program, and -f reads a file")
    func demoAndFile() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("strobe-\(UUID().uuidString)")
        try "# a comment\n\nget .session\necho done\n".write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let ended = try await strobe("demo", "-f", file.path, "--", "--quiet")
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output == "\"initialized\"\ndone\n")
    }

    @Test("with --json every line is an object of the protocol")
    func json() async throws {
        let ended = try await strobe(
            "demo", "--json", "-e", "get", "-e", "send .load --dry-run", "-e", "get .nothing", "--", "--quiet")
        #expect(ended.status == 1)
        let lines = try ended.output.split(separator: "\n").map { try JSON.parse(String($0)) }
        #expect(lines.first == ["command": "get", "seq": 0, "value": ["session": "initialized", "effect": nil]])
        #expect(lines.last?.value(at: Path(["changed"])) == true)
        #expect(lines.count == 2)
        #expect(try JSON.parse(ended.errors).value(at: Path(["error", "data", "kind"])) == "noSuchPath")
    }

    @Test("the first failure ends a script with 1, unless it is to keep going")
    func failures() async throws {
        let stopped = try await strobe("demo", "-e", "send .laod", "-e", "echo after", "--", "--quiet")
        #expect(stopped.status == 1)
        #expect(stopped.output.isEmpty)
        if Declarations.areRead {
            #expect(stopped.errors.contains("Did you mean .load?"))
            #expect(stopped.errors.contains("^"))
        } else {
            #expect(stopped.errors.contains("has no case `laod`"))
        }
        let going = try await strobe("demo", "--keep-going", "-e", "send .laod", "-e", "echo after", "--", "--quiet")
        #expect(going.status == 1)
        #expect(going.output == "after\n")
    }

    @Test("read access is enough to look and too little to dispatch")
    func readOnly() async throws {
        let ended = try await strobe("demo", "--read-only", "-e", "get .effect", "-e", "send .load", "--", "--quiet")
        #expect(ended.status == 1)
        #expect(ended.output == "null\n")
        #expect(ended.errors.contains("control access"))
    }

    @Test("a connection that cannot be made ends with 2, wrong usage with 64")
    func statuses() async throws {
        #expect(try await strobe("attach", "127.0.0.1:1", "-e", "state").status == 2)
        #expect(try await strobe("attach", "/nowhere/at/all.sock", "-e", "state").status == 2)
        #expect(try await strobe("run", "-e", "state", "--", "/nowhere/at/all").status == 2)
        #expect(try await strobe("run", "-e", "state", "--", "/bin/false").status == 2)
        #expect(try await strobe("frobnicate").status == 64)
        #expect(try await strobe("run").status == 64)
        #expect(try await strobe("demo", "-f", "/nowhere/at/all").status == 64)
    }
}
