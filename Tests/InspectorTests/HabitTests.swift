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

    @Test("what is neither a store nor a place is told with the stores that there are")
    func watchNothing() async throws {
        let bench = try await Bench()
        let message = await bench.message("watch countr")
        #expect(message.hasPrefix("error: There is no store `countr`, and nothing at .countr in counter."))
        #expect(message.contains("Did you mean `counter`? The stores are counter"))
        #expect(try await bench.run("watch count").hasPrefix("watching .count from @0"))
    }

    @Test("the commands of a loop take no numbers for their results, and $_ is the last one")
    func loopResults() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 1)")
        _ = try await bench.run("repeat 3 { send .increment(by: 1); echo at $_ }")
        #expect(try await bench.run("echo $_ $1") == "4 1")
        #expect(await bench.message("echo $2").contains("There are $1 to $1."))
        _ = try await bench.run("send .increment(by: 1)")
        #expect(try await bench.run("echo $_ $2") == "5 5")
    }

    @Test("a jump with a seq is refused if the store has moved on, and a script keeps the seq")
    func guardedJump() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 1)")
        _ = try await bench.run("send .increment(by: 1)")
        #expect(await bench.message("jump 1 --if-seq 1").contains("is at 2"))
        #expect(try await bench.run("get .count") == "2")
        #expect(try await bench.run("jump 1 --if-seq 2").contains("restored the state of @1"))
        #expect(try await bench.run("get .count") == "1")
        let rewritten = try #require(Command.jump.rewritten)
        var here = Location()
        here.use("counter")
        here.go(to: .seq(7))
        #expect(rewritten("jump", here) == "jump 7")
        #expect(rewritten("jump --if-seq 3", here) == "jump 7 --if-seq 3")
        #expect(rewritten("jump --if-seq=3", here) == "jump 7 --if-seq=3")
        #expect(rewritten("jump 2 --if-seq 3", here) == nil)
        #expect(rewritten("jump --if-seq 3 2", here) == nil)
    }

    @Test("a script refuses to step on an open gate, and leaves it open")
    func stepInScript() async throws {
        let bench = try await Bench()
        #expect(await bench.script(["step", "echo on"]) == .commandFailed)
        #expect(bench.console.takeErrors().contains { $0.contains("The gate of counter is open: `step` closes it") })
        #expect(!bench.console.takeOutput().contains("on"))
        #expect(try await bench.run("send .increment(by: 1)").contains("#1"))
    }

    @Test("undo takes nothing back that others did, and names the jump that redoes")
    func undo() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 1)")
        #expect(try await bench.run("undo").contains("`jump 1` redoes it"))
        #expect(try await bench.run("jump 1").contains("restored the state of @1"))
        #expect(try await bench.run("get .count") == "1")
        _ = try await bench.session.answer(ActionDispatch(store: "counter", action: ["increment": ["by": 5]]))
        let message = await bench.message("undo")
        #expect(message.contains("Since #3 there is 1 other entry, from #4 .increment(by: 5)"))
        #expect(message.contains("`jump 2` would take them back as well"))
        #expect(try await bench.run("get .count") == "6")
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
