import Foundation
import LineEditing
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Branches at the prompt")
struct BranchCommandTests {
    /// A session with a counter at 3.
    private func bench() async throws -> Bench {
        let bench = try await Bench()
        for step in 1...3 { _ = try await bench.run("send .increment(by: \(step))") }
        return bench
    }

    private func lastRequest(_ method: String, _ bench: Bench) async -> String? {
        await bench.peer.requests.last { $0.hasPrefix(method + " ") }.map { String($0.dropFirst(method.count + 1)) }
    }

    @Test("the edits of a branch are read as they are typed, actions with blanks and keywords in them included")
    func edits() throws {
        let line = try BranchLine(
            #"skip 3..5 replace 7 .rename("skip 3", to: [1, 2]) insert 9 {"a": "move"} move 4 before @2 skip 8, 10...11"#,
            schema: nil)
        #expect(
            line.edits == [
                .skip(3...5), .replace(7, action: try Literal.parse(#".rename("skip 3", to: [1, 2])"#)),
                .insert(before: 9, action: ["a": "move"]), .move(4, before: 2), .skip(8...8), .skip(10...11),
            ])
    }

    @Test(
        "what is no edit is refused with what one looks like",
        arguments: [
            "skip", "skip 0", "skip 5..3", "skip a", "replace 7", "insert .reset", "move 4", "move 4 before", "skp 3",
            "replace 7 .lod(", "move 4 after 2", "skip 1..2..3",
        ])
    func wrongEdits(_ text: String) {
        #expect(throws: InspectorError.self) { try BranchLine(text, schema: ScriptedPeer.schema) }
    }

    @Test("branch sends the edits and shows the branch with what can be done next")
    func create() async throws {
        let bench = try await bench()
        let shown = try await bench.run("branch skip 2 replace 3 .increment(by: 9) --name less --from 2")
        #expect(
            await lastRequest("branch/create", bench)
                == #"{"store":"counter","edits":[{"skip":2},{"replace":3,"action":{"increment":{"by":9}}}],"from":2,"name":"less"}"#
        )
        #expect(shown.contains("branch:1  less  @1 → @3  2..3 of the log"))
        #expect(shown.contains("diff branch:less live"))
        let failing = try await bench.run("branch skip 2 skip 2 skip 2 skip 3")
        #expect(failing.contains("1 error, first at 2"))
        let list = try await bench.run("branches")
        #expect(list.contains("less") && list.contains("1 error"))
        #expect(try await bench.run("branch less").contains("edited, 3 of the log"))
        #expect(await bench.message("branch lss").contains("Did you mean `less`?"))
        #expect(await bench.message("branch").contains("Usage: branch"))
        #expect(await bench.message("branch adopt").contains("needs one id"))
        #expect(await bench.message("branch skp 3").contains("did you mean `skip`?"))
    }

    @Test("`goto` enters a branch, walks along it and returns")
    func location() async throws {
        let bench = try await bench()
        _ = try await bench.run("branch skip 2 --name less")
        #expect(try await bench.run("goto branch:less").hasPrefix("branch:1@3"))
        #expect(await bench.prompt() == "counter@branch:1@3> ")
        _ = try await bench.run("get /count")
        #expect(await lastRequest("state/get", bench) == #"{"store":"counter","path":"/count","at":"branch:1@3"}"#)
        #expect(try await bench.run("back").hasPrefix("branch:1@2"))
        #expect(try await bench.run("first").hasPrefix("branch:1@1"))
        #expect(try await bench.run("last").hasPrefix("branch:1@3"))
        #expect(try await bench.run("goto branch:1@2").hasPrefix("branch:1@2"))
        #expect(try await bench.run("log").contains("2 of the log"))
        #expect(await lastRequest("log/list", bench)?.contains(#""branch":"1""#) == true)
        #expect(try await bench.run("show").contains("#1"))
        #expect(await lastRequest("log/get", bench) == #"{"store":"counter","seq":2,"branch":"1"}"#)
        #expect(await bench.message("jump").contains("branch adopt 1"))
        #expect(await bench.message("goto branch:1@9").contains("its last one is 3"))
        #expect(await bench.message("goto branch:other").contains("no branch `other`"))
        #expect(await bench.prompt() == "counter@branch:1@2> ")
        #expect(try await bench.run("goto 1").hasPrefix("@1"))
        _ = try await bench.run("diff branch:less live")
        #expect(
            await lastRequest("state/diff", bench) == #"{"store":"counter","from":"branch:less","to":"live"}"#)
        _ = try await bench.run("state --at branch:less@2")
        #expect(await lastRequest("state/tree", bench)?.contains(#""at":"branch:less@2""#) == true)
        #expect(await bench.message("jump branch:less").contains("give a seq of the log"))
    }

    @Test("a branch is adopted and dropped, and a position on it returns to the present")
    func adopt() async throws {
        let bench = try await bench()
        _ = try await bench.run("branch skip 2 --name less")
        _ = try await bench.run("goto branch:less")
        #expect(try await bench.run("branch adopt less").contains("#4  restored the end of branch less"))
        #expect(await bench.prompt() == "counter> ")
        _ = try await bench.run("goto branch:less")
        #expect(try await bench.run("branch drop 1").contains("dropped branch:less"))
        #expect(await bench.prompt() == "counter> ")
        #expect(try await bench.run("branches").contains("no branches"))
        #expect(await bench.message("branch adopt less").contains("no branch less"))
    }

    @Test("minimize shows what is needed, and writes it to a script that can be run")
    func minimize() async throws {
        let bench = try await bench()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("minimize-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let shown = try await bench.run("minimize /count > 2 && count(/mode) < 30 1..3 --script \(file)")
        #expect(
            await lastRequest("history/minimize", bench)
                == #"{"store":"counter","condition":"/count > 2 && count(/mode) < 30","from":1,"to":3}"#)
        #expect(shown.contains("branch:9  2 of 3 entries  12 tests"))
        #expect(shown.contains(".increment(by: 2)") && shown.contains("written to"))
        let script = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(
            script == [
                "# 2 entries of the log that make this true: /count > 2 && count(/mode) < 30", "jump 0",
                "send .increment(by: 2)", "send .increment(by: 3)",
            ])
        #expect(await bench.script(script) == .success)
        _ = try await bench.run("minimize .mode == \"idle\"")
        #expect(await lastRequest("history/minimize", bench) == #"{"store":"counter","condition":".mode == \"idle\""}"#)
        #expect(await bench.message("minimize /count >").contains("^"))
        #expect(await bench.message("minimize").contains("Usage: minimize"))
        #expect(await bench.message("minimize /count > 2 --script /no/such/folder/x").contains("cannot be written"))
    }

    @Test("the words of a line about branches are offered")
    func completion() async throws {
        let bench = try await bench()
        _ = try await bench.run("branch skip 2 --name less")
        func offers(_ line: String) async -> [String] {
            await CommandContext(bench.session).complete(line, line.endIndex)?.candidates.map(\.text) ?? []
        }
        #expect(await offers("branch ").contains("skip"))
        #expect(await offers("branch a") == ["adopt"])
        #expect(await offers("branch adopt ") == ["less"])
        #expect(await offers("branch skip 2 repl") == ["replace"])
        #expect(await offers("branch replace 3 .in").contains { $0.contains("increment") })
        #expect(await offers("branch move 3 ") == ["before"])
        #expect(await offers("goto branch:") == ["branch:less"])
        #expect(await offers("log --branch ").contains("less"))
    }

    @Test("for programs the result objects are printed")
    func json() async throws {
        let bench = try await Bench(isJSON: true)
        for step in 1...3 { _ = try await bench.run("send .increment(by: \(step))") }
        #expect(try await bench.run("branch skip 2").hasPrefix(#"{"command":"branch","branch":{"id":"1""#))
        #expect(try await bench.run("branches").hasPrefix(#"{"command":"branches","branches":["#))
    }
}
