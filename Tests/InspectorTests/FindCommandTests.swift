import LineEditing
import StrobeProtocol
import Testing

@testable import Inspector

@Suite("Questions about the log at the prompt", .timeLimit(.minutes(5)))
struct FindCommandTests {
    private func bench(hasShapes: Bool = true) async throws -> Bench {
        let bench = try await Bench()
        if !hasShapes { await bench.peer.forgetShapes() }
        for step in [3, 3, -5, 9] { _ = try await bench.run("send .increment(by: \(step))") }
        return bench
    }

    @Test("find shows the entry that made the condition true, and what the paths of it are there")
    func first() async throws {
        let bench = try await bench()
        let text = try await bench.run("find .count > 5")
        let lines = text.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("#2  .increment(by: 3)"))
        #expect(lines[1] == "  .count = 6")
        #expect(lines[2] == "the first of @0..@4; 5 states examined; `goto 2` goes there")
        #expect(try await bench.run("find .count > 5 --last").hasPrefix("#4  .increment(by: 9)"))
        #expect(try await bench.run("find --last .count == 0").hasPrefix("@0  the state that the log begins with"))
    }

    @Test("find says so when nothing fits, and where the log begins")
    func none() async throws {
        let bench = try await bench()
        await bench.peer.keep(from: 2)
        let text = try await bench.run("find .count > 100 1..3")
        #expect(text == "no state of @2..@3 matches; 2 states examined\nstates before @2 are not kept")
    }

    @Test(
        "a condition is taken as it is, with options around it and a range after it",
        arguments: [
            ("find .count > 5", #"{"store":"counter","condition":".count > 5"}"#),
            (
                "find --monotone .a == \"x --last\"",
                #"{"store":"counter","condition":".a == \"x --last\"","monotone":true}"#
            ),
            ("find .a == \"1..2\"", #"{"store":"counter","condition":".a == \"1..2\""}"#),
            ("find count(.a) == 1 2..", #"{"store":"counter","condition":"count(.a) == 1","from":2}"#),
            (
                "find .a  matches /b c/ ..3 --last",
                #"{"store":"counter","condition":".a  matches /b c/","to":3,"last":true}"#
            ),
            ("find .a == 1 first..here", #"{"store":"counter","condition":".a == 1","from":0,"to":3}"#),
        ])
    func requests(_ line: String, _ params: String) async throws {
        let bench = try await bench(hasShapes: false)
        _ = try await bench.run("mark here 3")
        _ = try await bench.run(line)
        #expect(await bench.peer.requests.contains("history/find \(params)"))
    }

    @Test("a wrong condition is shown with a caret, and nothing is asked")
    func wrong() async throws {
        let bench = try await bench()
        let text = await bench.message("find .count = 3")
        #expect(
            text == """
                error: Expected one of == != < <= > >=, found =. Did you mean ==?
                  .count = 3
                         ^
                """)
        #expect(await bench.message("find").contains("needs a condition"))
        #expect(await bench.message("find 1..3").contains("Expected"))
        #expect(await !bench.peer.requests.contains { $0.hasPrefix("history/find") })
    }

    @Test("blame shows the newest actions that changed a place, page after page, each with what it changed")
    func blame() async throws {
        let bench = try await bench()
        let text = try await bench.run("blame .count --limit 2")
        let lines = text.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines[0].hasPrefix("#4  .increment(by: 9)"))
        #expect(lines[1] == "  ~ .count  1 → 10")
        #expect(lines[2].hasPrefix("#3  .increment(by: -5)"))
        #expect(lines[4] == "… earlier: blame .count --at 2")
        #expect(try await bench.run("blame .count --at 2").split(separator: "\n").count == 5)
        #expect(try await bench.run("blame .count").hasSuffix("no earlier change since @0, where the log begins"))
        #expect(try await bench.run("blame .mode") == "nothing changed .mode from @0 to @4")
        #expect(await bench.message("blame").contains("needs a path"))
        #expect(await bench.message("blame .nope --at 2").contains("There is no path .nope"))
    }

    @Test("paths are completed inside conditions")
    func completion() async throws {
        let bench = try await bench()
        let line = "find .mode == .idle && count(.co"
        let completion = try #require(await CommandContext(bench.session).complete(line, line.endIndex))
        #expect(completion.candidates.map(\.text) == [".count"])
        #expect(completion.replacing == 3)
    }
}
