import DeclarationTesting
import Foundation
import TerminalTesting
import Testing

/// A value at a path changed if the value before differs from the value after, in all commands.
@Suite("The program strobe, on what changed", .timeLimit(.minutes(5)))
struct ChangedPathTests {
    private func demo(_ store: String, _ commands: String...) async throws -> ProgramRun.Outcome {
        try await ProgramRun.run(
            Executables.strobe,
            // What the effect dispatches comes after all commands.
            ["demo", "--keep-going"] + (["use \(store)"] + commands).flatMap { ["-e", $0] }
                + ["--", "--quiet", "--delay", "600000"],
            environment: ["NO_COLOR": ""])
    }

    @Test("all commands agree whether a place changed", .readsDeclarations)
    func never() async throws {
        let place = ".session.loaded.followers"
        let ended = try await demo(
            "profile", "watch \(place)", "send .load", "send .failed(reason: \"timeout\")", "log --path \(place)",
            "find changed(\(place))", "break --path \(place) --log hit", "blame \(place)",
            "expect-diff \(place) .effect",
            "send .load", "expect-diff .session .effect")
        #expect(ended.status == 1)
        let output = ended.output
        #expect(!output.contains("~ \(place)"), "\(output)")
        #expect(output.contains("no such entries") && output.contains("no state of @0..@2 matches"), "\(output)")
        #expect(output.contains("nothing changed \(place); it never existed"), "\(output)")
        #expect(
            ended.errors.contains("\(place) was not changed: it does not exist, before or after"), "\(ended.errors)")
        #expect(output.contains("✓ changed: .session, .effect"), "\(output)")
    }

    @Test("a watched place shows the action, and what is there before and after")
    func watched() async throws {
        let ended = try await demo(
            "profile", "watch .session.failed.reason", "send .load", "send .failed(reason: \"timeout\")", "sleep 300ms",
            "send .load", "sleep 300ms", "log --path .session.failed.reason")
        let lines = ended.output.split(separator: "\n").map(String.init)
        #expect(
            lines.contains {
                $0.hasPrefix("#2  .failed(reason: \"timeout\")  ~ .session.failed.reason  nothing → \"timeout\"")
            },
            "\(ended.output)")
        #expect(
            lines.contains { $0.hasPrefix("#3  .load  ~ .session.failed.reason  \"timeout\" → nothing") },
            "\(ended.output)")
        #expect(lines.count { $0.hasPrefix("~  ") && !$0.contains(".session") || $0.hasPrefix("~  1") } <= 2)
    }

    @Test("of a watched element, by its index or its id, what was there and what is there is shown")
    func elements() async throws {
        func items(_ items: (id: Int, title: String)...) -> String {
            "set .showingData = [" + items.map { "Item(id: \($0.id), title: \"\($0.title)\")" }.joined(separator: ", ")
                + "]"
        }
        let run = try ProgramRun(
            Executables.strobe, ["demo", "--", "--quiet"], environment: ["NO_COLOR": ""])
        defer { run.kill() }
        func enter(_ commands: String...) throws { for command in commands { try run.write(command + "\n") } }
        try enter(
            "use items", "send .loaded([Item(id: 1, title: \"a\"), Item(id: 2, title: \"b\")])",
            "watch .showingData[id=2].title", "watch .showingData[1].title")
        // Each change is awaited: those of a burst may be reported together.
        for (seq, list) in [
            (2, items((9, "z"), (1, "a"), (2, "b"))), (3, items((1, "a"), (2, "bb"))), (4, items((2, "bb"))),
            (5, items((3, "c"))),
        ] {
            try enter(list)
            let count = seq == 3 ? 2 : 1
            try await run.waitForOutput { output in
                output.split(separator: "\n").count { $0.hasPrefix("#\(seq) ") && $0.contains("~ .showingData[") }
                    == count
            }
        }
        try run.closeInput()
        let ended = try await run.outcome()
        #expect(ended.status == 0, "\(ended.errors)")
        let told = ended.output.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("#"), let change = line.range(of: "~ .showingData[") else { return nil }
            return line.prefix { $0 != " " } + " " + line[change.upperBound...]
        }
        #expect(
            told.sorted() == [
                "#2 1].title  \"b\" → \"a\"", "#3 1].title  \"a\" → \"bb\"", "#3 1].title  \"b\" → \"bb\"",
                "#4 1].title  \"bb\" → nothing", "#5 id=2].title  \"bb\" → nothing",
            ], "\(ended.output)")
    }

    @Test("what is hidden is called neither unchanged nor changed")
    func hidden() async throws {
        let ended = try await demo(
            "login", "send .enteringCredential(.password(\"abc\"))",
            "send .enteringCredential(.password(\"zzzzzzzz\"))",
            "blame .password", "find changed(.password)", "expect-diff .password", "log")
        #expect(ended.status == 1)
        #expect(
            ended.output.contains(".password is hidden, or has hidden parts: their changes are not shown"),
            "\(ended.output)")
        #expect(ended.errors.contains("their changes are not shown"), "\(ended.errors)")
        #expect(ended.errors.contains(".password is hidden: its changes are not shown"), "\(ended.errors)")
        #expect(!ended.output.contains("no changes") && !ended.output.contains("nothing changed"), "\(ended.output)")
        #expect(!(ended.output + ended.errors).contains("zzzzzzzz\""), "only the command itself may say it")
    }
}
