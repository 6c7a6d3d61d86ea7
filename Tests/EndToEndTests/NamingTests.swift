import Foundation
import DeclarationTesting
import TerminalTesting
import Testing

/// Errors for impossible names suggest what may be meant.
@Suite("The program strobe, on what is named", .timeLimit(.minutes(5)))
struct NamingTests {
    private func demo(_ commands: String...) async throws -> ProgramRun.Outcome {
        try await ProgramRun.run(
            Executables.strobe, ["demo"] + commands.flatMap { ["-e", $0] } + ["--", "--quiet"],
            environment: ["NO_COLOR": ""])
    }

    @Test(
        "a path, a case or an action that cannot be is an error that says what was meant", .readsDeclarations,
        arguments: [
            ("break --if .session == .lodad", ".lodad is not a case of Session; did you mean .loaded?"),
            (
                "expect .session != .nosuch",
                ".nosuch is not a case of Session. Expected .initialized, .loading, .loaded, .failed."
            ),
            (
                "expect !(.sesion == .failed)",
                "There is no path .sesion: State has no `sesion`; did you mean .session?"
            ),
            ("expect .session.loaded.nme == \"x\"", "did you mean .session.loaded.name?"),
            ("blame user", "`user` is a store, not a path of the current one: `use user` switches to it."),
            ("watch .sesion", "did you mean .session?"),
            ("log --action .laod", "No action matches .laod; did you mean .load?"),
            ("log --path .sesion", "did you mean .session?"),
            ("find .session == .lodad", "did you mean .loaded?"), ("find action == .laod", "did you mean .load?"),
            ("find origin == .scirpt", "did you mean .script?"), ("let x from .sesion", "did you mean .session?"),
            ("break .laod", "did you mean .load?"),
            ("break --path .session.loaded.nme", "did you mean .session.loaded.name?"),
            ("logpoint x {.session.loaded.nme}", "did you mean .session.loaded.name?"),
            ("logpoint x --if .session == .lodad", "did you mean .loaded?"),
            ("blame .sesion", "did you mean .session?"),
            ("search x .sesion", "did you mean .session?"), ("minimize .session == .lodad", "did you mean .loaded?"),
            ("wait .session == .lodad", "did you mean .loaded?"), ("wait --action .laod", "did you mean .load?"),
            ("expect-diff .sesion", "did you mean .session?"), ("graph .sesion", "did you mean .session?"),
            ("expect-diff .session.nosuch.x.y", ".session (Session) has no case `nosuch`; it has loaded, failed"),
            ("expect .session == .failed(reson: \"x\")", "Did you mean reason:?"),
            ("send .laod", "Did you mean .load?"),
        ])
    func slips(_ command: String, _ message: String) async throws { try await check(command, message) }

    @Test(
        "an origin that there is not is an error that says what was meant",
        arguments: [
            ("log --origin efect", "Did you mean `effect`?"), ("find origin == efect", "Did you mean effect?"),
            ("find origin == \"efect\"", "Did you mean \"effect\"?"),
        ])
    func origins(_ command: String, _ message: String) async throws { try await check(command, message) }

    private func check(_ command: String, _ message: String) async throws {
        let ended = try await demo(command)
        #expect(ended.status == 1, "\(command): \(ended.output)")
        #expect(
            ended.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(message),
            "\(ended.errors)")
    }

    @Test("cases of actions, origins in any notation and values with payloads are found and expected")
    func answers() async throws {
        let ended = try await demo(
            "let before from .session", "send .load", "send .failed(reason: \"timeout\")", "let x from .session",
            "expect .session == $x", "expect .session != $before", "expect .session != .failed(reason: \"other\")",
            "find action == .load", "find origin == script", "find origin == .script", "find origin == \"script\"",
            "find .session == .failed", "find .session == .failed(reason: \"timeout\")",
            "find action == .failed(reason: \"timeout\")", "expect count(action) > 3 || true == true")
        #expect(ended.status == 1, "the last line is no condition")
        #expect(ended.output.isEmpty, "all is read before anything is run")
        let whole = try await demo(
            "let before from .session", "send .load", "send .failed(reason: \"timeout\")", "let x from .session",
            "expect .session == $x", "expect .session != $before", "expect .session != .failed(reason: \"other\")",
            "find action == .load", "find origin == script", "find origin == .script", "find origin == \"script\"",
            "find .session == .failed", "find .session == .failed(reason: \"timeout\")",
            "find action == .failed(reason: \"timeout\")")
        #expect(whole.status == 0, "\(whole.errors)")
        let failed = Declarations.areRead ? ".failed(reason: \"timeout\")" : "[\"failed\": [\"reason\": \"timeout\"]]"
        #expect(whole.output.contains("✓ .session == \(failed)"))
        #expect(whole.output.components(separatedBy: "\n#1  .load  script").count == 5, "\(whole.output)")
        #expect(whole.output.components(separatedBy: "  .session = .failed(reason: \"timeout\")\n").count == 3)
        #expect(!whole.output.contains("no state of"))
    }

    @Test("a breakpoint says of which state its condition is asked, and a log point writes Swift")
    func breakpoints() async throws {
        let ended = try await demo(
            "break .load --if .session == .loaded", "break .load --if before(.session) == .loaded",
            "logpoint is {.session}",
            "send .load", "send .failed(reason: \"a\")")
        #expect(ended.status == 0, "\(ended.errors)")
        let lines = ended.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "●  1  .load if .session == .loaded")
        #expect(lines.dropFirst().first == "  checked after the action; before(.session) is the state before it")
        #expect(ended.output.components(separatedBy: "checked after").count == 2)
        #expect(lines.contains("#2 is .failed(reason: \"a\")"), "\(ended.output)")
    }

    @Test("where there may be others than are known, a slip gets a remark and is no error")
    func openShapes() async throws {
        let ended = try await demo(
            "use widgets", "break .SelectWidgt", "find action == .SelectWidgt", "break SelectWidget",
            "log --action .Select*")
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(
            ended.output.components(separatedBy: "No action matches .SelectWidgt; did you mean .SelectWidget?").count
                == 3)
        #expect(ended.output.contains("●  2  .SelectWidget\n"), "\(ended.output)")
    }

    @Test("a script is looked at before anything of it is run, store by store", .readsDeclarations)
    func scripts() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "naming-\(UUID().uuidString).strobe")
        let text = """
            send .load
            expect .session == .lodad
            repeat 2 { send .load; expect .sesion == .loading }
            use turnstile
            send .coin
            expect .session == .loaded
            log --action .pus
            let name = session
            expect .$name == 1
            use user
            blame turnstile
            """
        try text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let ended = try await ProgramRun.run(
            Executables.strobe, ["demo", "-f", file.path, "--", "--quiet"], environment: ["NO_COLOR": ""])
        #expect(ended.status == 1)
        #expect(!ended.output.contains("#1"), "\(ended.output)")
        for (line, words) in [
            (2, "did you mean .loaded?"), (3, "did you mean .session?"), (6, "There is no path .session"),
            (7, "did you mean .push?"), (11, "`turnstile` is a store"),
        ] {
            let found = ended.errors.contains("\(file.lastPathComponent):\(line)")
            #expect(found && ended.errors.contains(words), "\(line): \(ended.errors)")
        }
        #expect(!ended.errors.contains("\(file.lastPathComponent):9"))
    }

    @Test(
        "script check holds a script against a recording, and a recording that is opened is no different",
        .readsDeclarations)
    func recordings() async throws {
        let tape = try await DemoTape.recorded()
        let file = FileManager.default.temporaryDirectory.appending(path: "naming-\(UUID().uuidString).strobe")
        try "send .load\nexpect .session == .lodad\nexpect .session.loaded.nme == \"x\"\n".write(
            to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        func run(_ arguments: String...) async throws -> ProgramRun.Outcome {
            try await ProgramRun.run(Executables.strobe, arguments, environment: ["NO_COLOR": ""])
        }
        #expect(try await run("script", "check", file.path).status == 0)
        let checked = try await run("script", "check", "--recording", tape.path, file.path)
        #expect(checked.status != 0)
        #expect(checked.errors.contains(":2") && checked.errors.contains("did you mean .loaded?"), "\(checked.errors)")
        #expect(checked.errors.contains(":3") && checked.errors.contains(".session.loaded.name"), "\(checked.errors)")
        for (command, message) in [
            ("find .session == .lodad", "did you mean .loaded?"),
            ("expect .sesion == .loaded", "did you mean .session?"),
            ("log --action .laod", "did you mean .load?"), ("find origin == efect", "Did you mean effect?"),
        ] {
            let ended = try await run("open", tape.path, "-e", command)
            #expect(ended.status == 1 && ended.errors.contains(message), "\(command): \(ended.errors)")
        }
        let found = try await run("open", tape.path, "-e", "find action == .load", "-e", "find origin == effect")
        #expect(found.status == 0 && found.output.contains("#1  .load"), "\(found.output)")
        #expect(found.output.contains("#2  .loaded(User("), "\(found.output)")
    }
}
