import Foundation
import StrobeTree
import TerminalTesting
import Testing

/// Scripts as files, run by the built program.
@Suite("Scripts", .timeLimit(.minutes(5)))
struct ScriptFileTests {
    /// A directory with files, removed when it is released.
    private final class Files {
        let directory = FileManager.default.temporaryDirectory.appending(path: "strobe-\(UUID().uuidString)")

        init(_ files: [String: String]) throws {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            for (name, text) in files {
                try text.write(to: directory.appending(path: name), atomically: true, encoding: .utf8)
            }
        }

        deinit { try? FileManager.default.removeItem(at: directory) }

        func path(_ name: String) -> String { directory.appending(path: name).path }

        func text(_ name: String) throws -> String {
            try String(contentsOf: directory.appending(path: name), encoding: .utf8)
        }
    }

    private static let demo = ["--", "--quiet", "--delay", "1"]

    private func strobe(_ arguments: [String], input: String = "") async throws -> ProgramRun.Outcome {
        try await ProgramRun.run(Executables.strobe, arguments, input: input, environment: ["NO_COLOR": ""])
    }

    @Test("a script with variables, loops, waits, expectations and includes runs to its end")
    func whole() async throws {
        let files = try Files([
            "main.strobe": """
            # Loads a profile and feeds the turnstile.
            send .load
            wait .session == .loaded timeout 1m
            expect .session.loaded.name == $name
            expect-diff 0..1 .session = .loading, .effect
            include turnstile.strobe
            """,
            "turnstile.strobe": """
            use turnstile
            repeat 30 as i {
              send .coin
              expect-diff . = .unlocked
              send .push
            }
            let state from .
            echo it is $state
            """,
        ])
        let arguments = [
            "demo", "-f", files.path("main.strobe"), "--let", "name=\"Ada Lovelace\"", "--junit", files.path("out.xml"),
        ]
        let ended = try await strobe(arguments + Self.demo)
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.errors.hasPrefix("✓ all 4 expectations held"))
        #expect(ended.output.contains("✓ .session.loaded.name == \"Ada Lovelace\""))
        #expect(ended.output.contains("60 actions sent: 60 changed the state"))
        #expect(ended.output.hasSuffix("it is .locked\n"))
        let report = try files.text("out.xml")
        #expect(report.contains("tests=\"4\" failures=\"0\" errors=\"0\" skipped=\"0\""))
    }

    @Test("a wrong script runs nothing and ends with 64, a failed expectation with 1")
    func statuses() async throws {
        let files = try Files([
            "wrong.strobe": "echo never\nexspect .a\n",
            "fails.strobe": "echo first\nexpect .session == .loaded\necho never\n",
        ])
        let wrong = try await strobe(
            ["demo", "-f", files.path("wrong.strobe"), "--junit", files.path("w.xml")] + Self.demo)
        #expect(wrong.status == 64 && wrong.output.isEmpty)
        #expect(wrong.errors.contains("wrong.strobe:2: error: There is no command `exspect`."))
        #expect(try files.text("w.xml").contains("errors=\"1\""))
        let failed = try await strobe(
            ["demo", "-f", files.path("fails.strobe"), "--junit", files.path("f.xml")] + Self.demo)
        #expect(failed.status == 1 && failed.output == "first\n")
        #expect(failed.errors.contains("fails.strobe:2: error: The expectation does not hold at @0.\n"))
        #expect(failed.errors.contains("\n  got       .session  .initialized\n"))
        #expect(try files.text("f.xml").contains("failures=\"1\""))
        let lost = try await strobe(
            ["run", "-f", files.path("fails.strobe"), "--junit", files.path("l.xml"), "--", "/bin/false"])
        #expect(lost.status == 2)
        #expect(try files.text("l.xml").contains("errors=\"1\""))
        #expect(try await strobe(["demo", "--let", "1x=3", "-e", "echo a"] + Self.demo).status == 64)
    }

    @Test("standard input takes blocks, whole with -f - and as it comes without")
    func standardInput() async throws {
        let text = "let a = 1\nrepeat 2 {\necho $a\n}\n"
        #expect(try await strobe(["demo"] + Self.demo, input: text).output == "1\n1\n")
        #expect(try await strobe(["demo", "-f", "-", "-e", "echo 0"] + Self.demo, input: text).output == "0\n1\n1\n")
        let wrong = try await strobe(["demo", "-f", "-"] + Self.demo, input: text + "frob\n")
        #expect(wrong.status == 64 && wrong.output.isEmpty)
        #expect(wrong.errors.hasPrefix("stdin:5: error: "))
        let block = try await strobe(["demo", "-e", "repeat 2 {", "-e", "echo b", "-e", "}"] + Self.demo)
        #expect(block.output == "b\nb\n")
    }

    @Test("scripts are checked without running them")
    func checking() async throws {
        let files = try Files(["a.strobe": "echo a\nexpect .b == $c\n", "b.strobe": "frob\nsleep x\n"])
        let good = try await strobe(["script", "check", files.path("a.strobe"), "--let", "c"])
        #expect(good.status == 0)
        #expect(good.output == "✓ \(files.path("a.strobe"))  2 statements, 1 expectation\n")
        let bad = try await strobe(["script", "check", files.path("a.strobe"), files.path("b.strobe"), "--json"])
        #expect(bad.status == 64)
        let errors = try bad.errors.split(separator: "\n").map { try JSON.parse(String($0)) }
        #expect(errors.count == 2)
        #expect(errors.last?.value(at: Path(["error", "place", "line"])) == 1)
        #expect(errors.last?.value(at: Path(["others", "0", "place", "line"])) == 2)
    }

    @Test("a recording becomes a script that does the same again")
    func fromRecording() async throws {
        let files = try Files([
            "coins.jsonl": """
            {"kind":"header","format":"strobe-recording","version":1,"id":"11111111-2222-3333-4444-555555555555","part":1,"startedAt":"2026-11-21T20:00:00.000000Z","startMicros":1790000000000000,"process":{"pid":1,"name":"demo"},"recorder":{"name":"strobe","version":"1","place":"inspector"},"stores":[{"id":"turnstile","name":"turnstile","kind":"machine","stateType":"State","actionType":"Event","seq":0,"state":"locked","replay":true}]}
            {"kind":"transition","store":"turnstile","seq":1,"t":5,"action":"coin","label":".coin","origin":"app","changes":[{"op":"replace","path":"","value":"unlocked","old":"locked"}]}
            {"kind":"transition","store":"turnstile","seq":2,"t":9,"action":"push","label":".push","origin":"app","changes":[{"op":"replace","path":"","value":"locked","old":"unlocked"}]}
            """
        ])
        let out = files.path("coins.strobe")
        let made = try await strobe(["script", "from", files.path("coins.jsonl"), "1..2", "--expect", "-o", out])
        #expect(made.status == 0, "\(made.errors)")
        let again = try await strobe(["demo", "-f", out, "-e", "use turnstile"] + Self.demo)
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.errors.hasPrefix("✓ all 2 expectations held"))
        let sent = try await strobe(["demo", "-e", "send --from \(files.path("coins.jsonl"))"] + Self.demo)
        #expect(sent.output.hasPrefix("2 actions sent: 2 changed the state"), "\(sent.errors)")
        #expect(try await strobe(["script", "from", files.path("nowhere.jsonl")]).status == 1)
    }

    @Test("Ctrl-C ends a script well: its place, the report, 130; SIGTERM with 143")
    func interrupting() async throws {
        for (signal, status) in [(SIGINT, Int32(130)), (SIGTERM, 143)] {
            let files = try Files([
                "long.strobe": "echo begun\nexpect .session == .initialized\nevery 10ms get .session\n"
            ])
            let run = try ProgramRun(
                Executables.strobe,
                ["demo", "-f", files.path("long.strobe"), "--junit", files.path("out.xml")] + Self.demo,
                environment: ["NO_COLOR": ""])
            try await run.waitForOutput { $0.contains("\"initialized\"\n\"initialized\"") }
            kill(run.pid, signal)
            let ended = try await run.outcome()
            #expect(ended.status == status)
            #expect(ended.errors.contains("error: The script was interrupted at "), "\(ended.errors)")
            #expect(try files.text("out.xml").contains("The script was interrupted."))
        }
    }

    @Test("on a terminal a long script says how it is going, below what it prints, and Ctrl-C ends it")
    func progress() async throws {
        let files = try Files(["long.strobe": "use turnstile\nrepeat 1000000 send .coin\n"])
        let path = files.path("long.strobe")
        try await onThread {
            let terminal = try PTYProcess(
                Executables.strobe, ["demo", "-f", path] + Self.demo, rows: 20, columns: 100)
            try terminal.wait(forText: "repeat ")
            try terminal.wait(forText: " of 1,000,000")
            try terminal.send("\u{3}")
            #expect(try terminal.waitForExit() == 130)
            #expect(terminal.screen.contains("The script was interrupted at"))
            #expect(!terminal.screen.contains(" of 1,000,000  "))
        }
    }
}
