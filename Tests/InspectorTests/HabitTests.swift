import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector

/// What users typed and expected.
@Suite("Habits of users", .timeLimit(.minutes(5)))
struct HabitTests {
    @Test("`COMMAND --help` shows the help of the command, and fails no script", arguments: ["--help", "-h"])
    func help(_ option: String) async throws {
        let bench = try await Bench()
        for name in ["log", "send", "repeat", "l", "help"] {
            let text = try await bench.run("\(name) \(option)")
            #expect(try await bench.run("help \(name)") == text)
        }
        #expect(await bench.script(["log \(option)", "echo on"]) == .success)
        #expect(bench.console.takeOutput().last == "on")
        #expect(try await bench.run("echo a \(option)") == "a \(option)")
    }

    @Test("an unknown option of `wait` is called that")
    func waitOption() async throws {
        let bench = try await Bench()
        #expect(await bench.message("wait --foo").hasPrefix("error: `wait` has no option `--foo`."))
    }

    @Test("waiting for an action and for a condition say alike what came")
    func waited() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 3)")
        #expect(try await bench.run("wait .count == 3") == "✓ .count == 3  @1  .increment(by: 3)")
        _ = try await bench.session.answer(ActionDispatch(store: "counter", action: "reset"))
        #expect(try await bench.run("wait --action .reset") == "✓ .reset  @2  .reset")
    }

    @Test("`expect-diff` is about the transition that was waited for")
    func diffAfterWait() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 1)")
        _ = try await bench.session.answer(ActionDispatch(store: "counter", action: ["increment": ["by": 1]]))
        #expect(try await bench.run("wait .count == 2").hasPrefix("✓"))
        #expect(try await bench.run("expect-diff .count 1 -> 2").hasPrefix("✓"))
    }

    @Test("the variable of a loop is gone after it, or has its value again")
    func loopVariable() async throws {
        let bench = try await Bench()
        #expect(await bench.script(["repeat 2 as i echo $i", "echo $i"]) == .commandFailed)
        #expect(bench.console.takeErrors().first?.contains("line 2: error: There is no variable `$i`.") == true)
        _ = bench.console.takeOutput()
        #expect(await bench.script(["let i = x", "repeat 1 as i echo $i", "echo $i"]) == .success)
        #expect(bench.console.takeOutput() == ["1", "x"])
        let script = try? Script(commands: ["repeat 2 as n { echo $n }", "echo $n"], file: nil, variables: [])
        #expect(script == nil)
    }

    @Test("the first wrong line of standard input has its number, like all others")
    func lineNumbers() async throws {
        let bench = try await Bench()
        #expect(await bench.script(["nonsense", "", "moonshine"], keepsGoing: true) == .commandFailed)
        let places = bench.console.takeErrors().filter { $0.contains("error:") }.map { $0.prefix(6) }
        #expect(places == ["line 1", "line 3"])
    }

    @Test("a store's name is watched as that store, and a place in it by both")
    func watchStore() async throws {
        let bench = try await Bench()
        let offers = await CommandContext(bench.session).complete("watch c", "watch c".endIndex)?.candidates.map(\.text)
        #expect(offers?.contains("counter") == true)
        #expect(try await bench.run("watch counter").hasPrefix("watching actions and changes from @0"))
        #expect(try await bench.run("watch counter .count").hasPrefix("watching .count from @0"))
        #expect(await bench.message("watch .count counter").contains("the store comes before it"))
        #expect(await bench.message("watch counter .cuont").contains("did you mean .count?"))
        #expect(await bench.message("watch --all .count").contains("as a whole"))
        #expect(try await bench.run("unwatch counter .count") == "no longer watching")
        #expect(await bench.message("unwatch counter .mode") == "error: That is not watched.")
        #expect(try await bench.run("unwatch") == "no longer watching")
        #expect(await bench.message("unwatch") == "error: Nothing is watched.")
    }

    @Test("all stores are searched, and a search that finds nothing says where else to look")
    func searchAll() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 200)")
        #expect(try await bench.run("search --all busy").contains(/counter +\.mode  \.busy/))
        #expect(try await bench.run("search nowhere").contains("try --log, or --all"))
        #expect(try await bench.run("search --all nowhere") == "nothing found in any state; try --log")
        #expect(await bench.message("search --all 42 .count").contains("takes no path"))
        #expect(await bench.message("log --all 1..3").contains("Each store has its own seqs"))
        #expect(await bench.message("log --all --tree").contains("cannot be combined"))
        #expect(await bench.message("log --start 3").contains("needs `--all`"))
    }
}
