import LineEditing
import StrobeProtocol
import Testing

@testable import Inspector
@testable import InspectorCore

/// Names for results, aliases, defaults and what Enter repeats.
@Suite("Names for results, and what the user sets")
struct ResultTests {
    @Test("a value is named when it is shown, and its name stands for it in later lines")
    func values() async throws {
        let bench = try await Bench(isInteractive: true)
        let shown = try await bench.run("get .count")
        #expect(try await bench.run("print .count").hasSuffix("  // $2"))
        #expect(try await bench.run("echo $_ and $1 in $store") == "0 and \(shown) in \(bench.session.stores[0].id)")
        #expect(try await bench.run("$_") == bench.run("echo $_"))
        #expect(await bench.message("echo $7").contains("There is no result `$7`. There are $1 to $2."))
        #expect(await bench.message("echo $nobody").contains("There is no variable `$nobody`."))
        #expect(try await bench.run("echo $$1") == "$1")
    }

    @Test("without a result there is none, and a script names results but does not show the names")
    func none() async throws {
        let bench = try await Bench()
        #expect(await bench.message("echo $_").contains("No command has had a result yet."))
        #expect(try await !bench.run("state .count").contains("$1"))
        #expect(try await bench.run("echo $1") == bench.run("get .count"))
    }

    @Test("let takes the result of a command, and parts of its answer")
    func letting() async throws {
        let bench = try await Bench(isInteractive: true)
        let count = try await bench.run("get .count")
        _ = try await bench.run("let n from get .count")
        #expect(bench.session.variables["n"] == count)
        _ = try await bench.run("let m from (get .count).value")
        #expect(bench.session.variables["m"] == count)
        let error = await bench.message("let m from (get .count).nothing")
        #expect(error.contains("has no .nothing. It has .seq, .value."))
        #expect(await bench.message("let m from (get .count").contains("not closed"))
        #expect(await bench.message("let m from stores").contains("has no single result"))
    }

    @Test("an alias is a command with what follows it, and takes no name of a command")
    func aliases() async throws {
        let bench = try await Bench(isInteractive: true)
        _ = try await bench.run("alias c1 = get .count")
        #expect(try await bench.run("c1") == bench.run("get .count"))
        #expect(try await bench.run("alias") == "c1 = get .count")
        #expect(await bench.message("alias log = state").contains("`log` is a command already."))
        #expect(await bench.message("alias x = nonsense").contains("There is no command `nonsense`."))
        _ = try await bench.run("unalias c1")
        #expect(await bench.message("c1").contains("There is no command `c1`."))
        #expect(await bench.message("unalias c1").contains("There is no alias `c1`."))
    }

    @Test("defaults count unless the option is given, and an unknown option is refused at once")
    func defaults() async throws {
        let bench = try await Bench(isInteractive: true)
        let shallow = try await bench.run("tree --depth 0")
        _ = try await bench.run("default tree --depth 0")
        #expect(try await bench.run("tree") == shallow)
        #expect(await bench.message("default tree --nonsense 1").contains("`tree` has no option `--nonsense`."))
        #expect(try await bench.run("default") == "tree --depth 0")
        _ = try await bench.run("default tree")
        #expect(try await bench.run("default") == "no defaults")
    }

    @Test("Enter repeats a step and nothing that changes the program")
    func enter() async throws {
        let bench = try await Bench(isInteractive: true)
        _ = try await bench.run("first")
        #expect(bench.session.onEnter == nil)
        _ = try? await bench.run("back")
        _ = try await bench.run("log")
        #expect(bench.session.onEnter == nil)
    }

    @Test("what follows a ; runs after an error at the prompt, and what follows && does not")
    func operators() async throws {
        let bench = try await Bench(isInteractive: true)
        #expect(try await bench.run("state .nothing; echo a").contains("a"))
        #expect(bench.console.takeErrors().contains { $0.contains("nothing") })
        #expect(await bench.message("state .nothing && echo a") != "no error")
        #expect(try await bench.run("state .nothing && echo a; echo b") == "b")
        #expect(try await bench.run("echo a && echo b") == "a\nb")
        let scripted = try await Bench()
        #expect(await scripted.script(["state .nothing; echo a"]) == .commandFailed)
        #expect(!scripted.console.takeOutput().contains("a"))
    }

    @Test("the file of the configuration has aliases, defaults, colours and the pager, and nothing else")
    func configuration() async throws {
        let bench = try await Bench(isInteractive: true)
        func configure(_ text: String) throws -> [ScriptFailure] {
            bench.session.preferences.read(try Script(parsing: text, variables: []))
        }
        #expect(try configure("# mine\nalias n1 = get .count\ndefault state --depth 1\npager off").isEmpty)
        #expect(bench.session.preferences.aliases == ["n1": "get .count"])
        #expect(bench.session.pager == nil)
        // Wrong lines do not keep the others from being read.
        let failures = try configure("alias bb = log\nsend .x\nalias log = state\nalias cc = log")
        #expect(failures.map(\.place.line) == [2, 3])
        #expect(bench.session.preferences.aliases.keys.sorted() == ["bb", "cc", "n1"])
    }
}
