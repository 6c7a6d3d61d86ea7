import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector

@Suite("Searches and bookmarks at the prompt", .timeLimit(.minutes(5)))
struct SearchCommandTests {
    @Test("the places of a state are listed with their values, and what is asked for is what was typed")
    func state() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 200)")
        #expect(try await bench.run("search busy") == ".mode  .busy\n1 place @1")
        #expect(try await bench.run("search count") == ".count  200\n1 place @1")
        #expect(try await bench.run("search /^c/") == ".count  200\n1 place @1")
        #expect(try await bench.run("search busy --at 0") == "nothing found; try --log, or --all for all stores  @0")
        _ = try await bench.run("search /a\\/b/i .mode --limit 3")
        #expect(
            await bench.peer.requests.last
                == ##"state/search {"store":"counter","query":"(?i)a/b","regex":true,"path":"/mode","limit":3}"##)
        _ = try await bench.run(#"search "two words" --at 0"#)
        #expect(await bench.peer.requests.contains { $0.contains(#""query":"two words""#) })
        #expect(await bench.message("search two words here").contains("quotes"))
        #expect(await bench.message("search").contains("needs a text"))
    }

    @Test("the log is searched page after page until all was looked at")
    func log() async throws {
        let bench = try await Bench()
        for step in [1, 42, 3, 42] { _ = try await bench.run("send .increment(by: \(step))") }
        let text = try await bench.run("search 42 --log")
        #expect(text.split(separator: "\n").count == 2)
        #expect(text.contains("in what it changed"))
        #expect(await bench.peer.requests.count { $0.hasPrefix("log/search") } == 4)
        #expect(try await bench.run("search 42 --log --limit 1").contains("there may be more"))
        #expect(try await bench.run("search none --log") == "nothing found in the log")
        #expect(await bench.message("search a .mode --log").contains("no path"))
    }

    @Test("a name can be used wherever a seq can")
    func bookmarks() async throws {
        let bench = try await Bench()
        for step in 1...3 { _ = try await bench.run("send .increment(by: \(step))") }
        #expect(try await bench.run("mark start 0 --note \"all is well\"") == "start is @0  all is well")
        #expect(try await bench.run("mark now") == "now is @3")
        _ = try await bench.run("goto start")
        #expect(await bench.prompt() == "counter@0> ")
        #expect(try await bench.run("mark here") == "here is @0")
        _ = try await bench.run("live")
        #expect(try await bench.run("get /count --at start") == "0")
        #expect(try await bench.run("diff start live").hasPrefix("@0 → @3"))
        #expect(try await bench.run("diff --at start").hasPrefix("@0 → @3"))
        #expect(try await bench.run("show now").hasPrefix("#3 .increment(by: 3)\n  marked   now"))
        #expect(try await bench.run("log").contains(".increment(by: 3)  ⚑ now"))
        #expect(try await bench.run("jump start").contains("restored the state of @0"))
        #expect(try await bench.run("log ..now").split(separator: "\n").count == 3)
        #expect(await bench.message("log now..start").contains("start"))
        #expect(try await bench.run("verify start..now") == "✓ equal  3 transitions, #1 to #3")
        let table = try await bench.run("marks")
        #expect(table.contains("start  @0") && table.contains("all is well"))
    }

    @Test("a name that is not there is an error with the nearest one, and one is forgotten")
    func missing() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .reset")
        _ = try await bench.run("mark before 0")
        #expect(await bench.message("goto befor").contains("Did you mean `before`?"))
        #expect(await bench.message("mark 12").contains("is not a valid name"))
        #expect(try await bench.run("unmark before") == "forgot before")
        #expect(try await bench.run("marks") == "no bookmarks; `mark NAME` sets one")
        let names = await CommandContext(bench.session).complete("goto ", "goto ".endIndex)?.candidates.map(\.text)
        #expect(names?.contains("before") == false)
    }

    @Test("`log --at` ends at a place, and does not go with a range")
    func logAt() async throws {
        let bench = try await Bench()
        for step in 1...3 { _ = try await bench.run("send .increment(by: \(step))") }
        let text = try await bench.run("log --at 2")
        #expect(text.contains("by: 2") && !text.contains("by: 3"))
        #expect(await bench.message("log 1..2 --at 2").contains("cannot be combined"))
        #expect(try await bench.run("show --at 2").hasPrefix("#2"))
        #expect(await bench.message("send .reset --at 1").contains("--dry-run"))
    }
}
