import DeclarationTesting
import Foundation
import StrobeServer
import TerminalTesting
import Testing

/// Editing, completion and the history at the inspector's prompt, as a user types.
@Suite("Editing at the prompt", .serialized, .timeLimit(.minutes(5)))
struct PromptEditingTests {
    /// Types a line that begins as given, and waits for what Tab makes of it.
    private func complete(_ line: String, _ terminal: PTYProcess, _ completed: String) throws {
        try terminal.send("\u{15}")
        try terminal.wait(forLine: "profile>")
        try terminal.send(line + "\t")
        try terminal.wait(forLine: "profile> \(completed)")
    }

    @Test("the trial's gaps in completion are closed", .readsDeclarations)
    func completion() async throws {
        try await PTYProcess.withDemo { terminal in
            try terminal.enter("send .load", at: "profile>")
            try terminal.enter("wait .session == .loaded", at: "profile>")
            try complete("find .session == .in", terminal, "find .session == .initialized")
            try complete("find .session == .loade", terminal, "find .session == .loaded")
            try terminal.send("\u{15}")
            try terminal.enter("let who from .session.loaded.name", at: "profile>")
            try complete("echo $w", terminal, "echo $who")
            try complete("record sta", terminal, "record start")
            try complete("log --action .f", terminal, "log --action .failed")
            try complete("let x from .ses", terminal, "let x from .session")
            try complete("redo 2 .loaded.i", terminal, "redo 2 .loaded.id=")
            try complete("set .session.loaded.name ", terminal, "set .session.loaded.name \"Ada Lovelace\"")
            // Types beside names.
            try terminal.send("\u{15}state .\t\t")
            try terminal.wait(forText: ".session  Session")
            try terminal.send("\u{15}quit\r")
            #expect(try terminal.waitForExit() == 0)
        }
    }

    @Test("a block and an action go on below a prompt of their own, and come back as one line")
    func continuation() async throws {
        try await PTYProcess.withDemo { terminal in
            try terminal.send("repeat 2 {\r")
            try terminal.wait(forLine: "    ...>")
            try terminal.send("echo once\r")
            try terminal.wait(for: "the next row") { $0.cursorLine == "    ...>" && $0.contains("    ...> echo once") }
            try terminal.send("}\r")
            try terminal.wait(for: "both rounds") { screen in screen.visibleRows.count { $0 == "once" } == 2 }
            try terminal.wait(forLine: "profile>")
            try terminal.send("\u{1B}[A")
            try terminal.wait(forLine: "    ...> }")
            try terminal.send("\u{3}")
            try terminal.wait(forLine: "profile>")
            try terminal.send("send .failed(\r")
            try terminal.wait(forLine: "    ...>")
            try terminal.send("\u{3}")
            try terminal.wait(forText: "...> ^C")
            try terminal.enter("get .session", at: "profile>")
            #expect(terminal.screen.contains(".initialized") || terminal.screen.contains("\"initialized\""))
            try terminal.send("quit\r")
            #expect(try terminal.waitForExit() == 0)
        }
    }

    @Test("a value that the program hides enters neither the history file nor the suggestions", .readsDeclarations)
    func secrets() async throws {
        try await DemoProcess.with("--unix") { demo in
            var environment = demo.environment
            environment["NO_COLOR"] = nil
            environment["XDG_STATE_HOME"] = demo.directory.path()
            let (given, history) = (environment, demo.directory.path() + "strobe/history")
            try await onThread {
                let terminal = try PTYProcess.strobe("attach", environment: given)
                try terminal.enter("use login", at: "profile>", then: "login>")
                try terminal.send("send .enteringCredential(.password(\"hunter2\"))\r")
                try terminal.wait(forText: "not kept in the history, as it may hold a secret")
                try terminal.wait(forLine: "login>")
                try terminal.send("send .enteringCredentials(.password(\"hunter2\"))\r")
                try terminal.wait(forText: "found enteringCredentials")
                try terminal.wait(forLine: "login>")
                try terminal.send("get .password\r")
                try terminal.wait(forText: "‹redacted›")
                try terminal.wait(forLine: "login>")
                let kept = try String(contentsOfFile: history, encoding: .utf8)
                #expect(kept == "use login\nget .password\n")
                try terminal.send("send .en\u{1B}[C")
                try terminal.wait(forLine: "login> send .en")
                try terminal.send("\u{1B}[A")
                #expect(terminal.screen.cursorLine == "login> send .en")
                terminal.signal(SIGTERM)
                try terminal.waitForExit()
            }
        }
    }

    @Test("keys that are typed while a process is waited for run nothing")
    func waiting() async throws {
        let host = try HostProcess()
        try await onThread {
            let first = try blocking { try await host.server(on: [.unix()]) }
            let terminal = try PTYProcess.strobe("attach", host.name, environment: host.environment)
            try terminal.enter("get", at: "counter>")
            try blocking { await first.stop() }
            try terminal.wait(forText: "waiting for \(host.name) to come back")
            try terminal.send("send .forward\rsend .forward\r")
            let second = try blocking { try await host.server(on: [.unix()]) }
            try terminal.wait(forText: "is connected again")
            try terminal.wait(forText: "input typed meanwhile was dropped")
            try terminal.enter("log", at: "counter>")
            #expect(!terminal.screen.contains(".forward"))
            try terminal.type("quit", at: "counter>")
            #expect(try terminal.waitForExit() == 0)
            try blocking { await second.stop() }
        }
    }

    @Test("a long action is written in $EDITOR: sent if it is one, kept in the line if it is not", .readsDeclarations)
    func editor() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "strobe editor \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = folder.appending(path: "edit")
        // Keeps what it is given, and appends or replaces as the file beside it says.
        let text =
            "#!/bin/sh\ncat \"$1\" > '\(folder.path(percentEncoded: false))/given'\n. '\(folder.path(percentEncoded: false))/does'\n"
        try writeProgram(text, at: script)
        @Sendable func does(_ command: String) throws {
            try Data(command.utf8).write(to: folder.appending(path: "does"))
        }
        try await DemoProcess.with("--unix") { demo in
            let environment = demo.environment.merging(["VISUAL": "'\(script.path(percentEncoded: false))'"]) { $1 }
            try await onThread {
                let terminal = try PTYProcess.strobe("attach", environment: environment)
                try does("printf '.failed(\\n    reason: \"written\"\\n)\\n' > \"$1\"")
                try terminal.enter("send .load --editor", at: "profile>")
                try terminal.wait(forText: "rejected: failed without a load")
                #expect(try String(contentsOf: folder.appending(path: "given"), encoding: .utf8) == ".load\n")
                try does("printf '.lod' > \"$1\"")
                try terminal.enter("send --editor", at: "profile>", then: "profile> send .lod")
                #expect(terminal.screen.contains("Did you mean"))
                try does("exit 1")
                try terminal.send("\u{15}send .load --editor\r")
                try terminal.wait(forText: "Nothing was done: ")
                try terminal.wait(forLine: "profile>")
                try terminal.enter("pause", at: "profile>", then: "profile paused>")
                try terminal.enter("send .load", at: "profile paused>", then: "profile paused 1>")
                try does("printf '.failed(reason: \"edited\")' > \"$1\"")
                try terminal.enter("edit --editor", at: "profile paused 1>")
                #expect(terminal.screen.contains(".load → .failed(reason: \"edited\")"))
                try terminal.send("quit\r")
                #expect(try terminal.waitForExit() == 0)
            }
        }
    }

    @Test(
        "what a server that does not answer is asked for is not waited for: Tab goes on with what is known",
        .readsDeclarations)
    func stopped() async throws {
        try await DemoProcess.with("--unix") { demo in
            let environment = demo.environment
            let pid = demo.run.pid
            try await onThread {
                let terminal = try PTYProcess.strobe("attach", environment: environment)
                try terminal.enter("actions", at: "profile>")
                kill(pid, SIGSTOP)
                defer { kill(pid, SIGCONT) }
                // Once more if nothing comes: on a busy machine the editor gives up before what is known is offered.
                func complete(_ text: String, to line: String) throws {
                    try terminal.send("\u{15}" + text)
                    for _ in 0..<10 {
                        try terminal.send("\t")
                        do { return try terminal.wait(forLine: line, deadline: .seconds(5)) } catch {}
                    }
                    try terminal.wait(forLine: line)
                }
                try complete("find .session == .in", to: "profile> find .session == .initialized")
                try complete("state .ses", to: "profile> state .session")
                kill(pid, SIGCONT)
                try terminal.send("\u{15}quit\r")
                #expect(try terminal.waitForExit() == 0)
            }
        }
    }
}
