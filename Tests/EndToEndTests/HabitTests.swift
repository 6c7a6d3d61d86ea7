import DeclarationTesting
import Foundation
import TerminalTesting
import Testing

/// What fingers know from psql, git, lldb and IEx, typed at a terminal: the rows of a trial by users.
@Suite("Habits of other tools", .timeLimit(.minutes(5)))
struct HabitTests {
    /// Runs the inspector with the demo in a home of its own.
    private func withPrompt(
        rows: Int = 30, columns: Int = 80, config: String? = nil, variables: [String: String] = [:],
        _ use: @escaping @Sendable (PTYProcess, URL) throws -> Void
    ) async throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "strobe-habit-\(UUID().uuidString)")
        let settings = home.appending(path: "config/strobe")
        try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        if let config { try Data(config.utf8).write(to: settings.appending(path: "config")) }
        let environment = [
            "HOME": home.path(), "XDG_STATE_HOME": home.path(),
            "XDG_CONFIG_HOME": home.appending(path: "config").path(),
        ].merging(variables) { $1 }
        try await onThread {
            let terminal = try PTYProcess.strobe(
                "demo", "--", "--quiet", "--delay", "1", environment: environment, rows: rows, columns: columns)
            try terminal.wait(forLine: "profile>")
            try use(terminal, home)
            try terminal.send("quit\r")
            #expect(try terminal.waitForExit() == 0)
        }
    }

    @Test("what does not fit on the screen goes through the pager of the user, and pager off prints it")
    func pager() async throws {
        try await withPrompt(columns: 160, variables: ["PAGER": "sed 's/^/paged: /' | head -3"]) { terminal, home in
            try terminal.enter("help all", at: "profile>")
            try terminal.wait(forText: "paged: Look")
            try terminal.enter("state", at: "profile>")
            #expect(!terminal.screen.allRows.contains { $0.hasPrefix("paged: State") })
            try terminal.enter("tee \(home.path())/tee.txt", at: "profile>")
            try terminal.enter("help all", at: "profile>")
            try terminal.enter("tee off", at: "profile>")
            #expect(
                try String(contentsOf: home.appending(path: "tee.txt"), encoding: .utf8)
                    .contains("`help COMMAND` explains one"))
            try terminal.enter("pager off", at: "profile>")
            try terminal.send("help all\r")
            try terminal.wait(forText: "`help COMMAND` explains one")
        }
    }

    @Test("output goes to a file, behind what is in it, and to a command of the shell")
    func redirects() async throws {
        try await withPrompt(columns: 200) { terminal, home in
            let file = home.appending(path: "out.txt")
            try terminal.enter("state > \(file.path())", at: "profile>")
            try terminal.enter("log >> \(file.path()); echo more", at: "profile>")
            try terminal.wait(forRow: "more")
            #expect(
                try String(contentsOf: file, encoding: .utf8)
                    == "State  @0\n  session: .initialized\n  effect:  nil\nno entries\n")
            try terminal.enter("state | tr a-z A-Z", at: "profile>")
            try terminal.wait(forText: "SESSION: .INITIALIZED")
            try terminal.enter("state | false", at: "profile>")
            try terminal.wait(forText: "The shell command ended with code 1.")
            try terminal.enter("stores > /nowhere/x", at: "profile>")
            try terminal.wait(forText: "The file /nowhere/x cannot be written: No such file or directory.")
        }
    }

    @Test("Enter repeats next, undo takes back, and step on an open gate asks first")
    func keys() async throws {
        try await withPrompt { terminal, _ in
            try terminal.enter("send .load", at: "profile>")
            try terminal.enter("wait .session == .loaded", at: "profile>")
            try terminal.enter("first", at: "profile>", then: "profile@0>")
            try terminal.enter("n", at: "profile@0>", then: "profile@1>")
            try terminal.send("\r")
            try terminal.wait(forLine: "profile@2>")
            try terminal.enter("live", at: "profile@2>", then: "profile>")
            try terminal.enter("undo", at: "profile>")
            try terminal.wait(forText: "undid #1 .load and 1 entry that it caused: restored the state of @0")
            try terminal.enter("undo", at: "profile>")
            try terminal.wait(forText: "There is nothing to undo: no change of yours in profile is left")
            try terminal.enter("set .session \"loading\"", at: "profile>")
            try terminal.enter("undo", at: "profile>")
            try terminal.wait(forText: "undid #4 set .session")
            try terminal.wait(forText: "`jump 4` redoes it")
            try terminal.enter("jump 1", at: "profile>")
            try terminal.wait(forText: "#6  restored the state of @1")
            try terminal.enter("undo", at: "profile>")
            try terminal.wait(forText: "undid #6 restore of 1: restored the state of @5")
            try terminal.send("step\r")
            try terminal.wait(forLine: "Close it? [y/N]")
            try terminal.send("\r")
            try terminal.wait(forLine: "profile>")
            try terminal.send("step\r")
            try terminal.wait(forText: "Close it? [y/N]")
            try terminal.send("y\r")
            try terminal.wait(forLine: "profile paused>")
            try terminal.enter("c", at: "profile paused>", then: "profile>")
        }
    }

    @Test("Enter shows the next page of a log and of a state, with the options that the first had", .readsDeclarations)
    func pages() async throws {
        try await withPrompt(rows: 60) { terminal, _ in
            try terminal.enter("use turnstile", at: "profile>", then: "turnstile>")
            try terminal.enter("repeat 50 send .coin", at: "turnstile>")
            try terminal.enter("log --action .coin", at: "turnstile>")
            try terminal.wait(forText: "… earlier: log ..30 --action .coin")
            try terminal.send("\r")
            try terminal.wait(forRow: "log ..30 --action .coin")
            try terminal.enter("use widgets", at: "turnstile>", then: "widgets>")
            try terminal.enter("let w = Widget(id: 1, name: \"a\", imageID: \"b\")", at: "widgets>")
            try terminal.enter("send UpdateWidgets(widgets: [$w, $w, $w])", at: "widgets>")
            try terminal.enter("table .widgets id --count 2", at: "widgets>")
            try terminal.wait(forText: "… 1 more: table .widgets id --count 2 --start 2")
            try terminal.send("\r")
            try terminal.wait(forText: "[2]   1")
            try terminal.wait(forLine: "widgets>")
            try terminal.send("\r")
            try terminal.enter("echo end", at: "widgets>")
            try terminal.enter("use profile", at: "widgets>", then: "profile>")
        }
    }

    @Test("short names are those of lldb and gdb, and j, which would change the program, is none")
    func names() async throws {
        try await withPrompt(columns: 120) { terminal, _ in
            try terminal.enter("s .session", at: "profile>")
            try terminal.wait(forRow: ".initialized  $1")
            try terminal.enter("p .session", at: "profile>")
            try terminal.wait(forRow: ".initialized  // $2")
            try terminal.enter("b .loaded*", at: "profile>")
            try terminal.wait(forText: "●  1  .loaded*")
            try terminal.enter("delete 1", at: "profile>")
            try terminal.enter("b list", at: "profile>")
            try terminal.wait(forText: "No action is called `list`.")
            try terminal.enter("n", at: "profile>")
            try terminal.wait(forText: "This is the live state: there is no next one.")
            try terminal.enter("send .load", at: "profile>")
            try terminal.enter("bt", at: "profile>")
            try terminal.wait(forText: "#1  .load")
            try terminal.enter("j 0", at: "profile>")
            try terminal.wait(
                forText: "`j` is not a command. Those that change the program need more letters: `jump`.")
            try terminal.enter("info", at: "profile>")
            try terminal.wait(forText: "access")
            try terminal.enter("cat", at: "profile>")
            try terminal.wait(forText: "There is no command `cat`. `help all` lists the commands.")
            try terminal.enter("!ls", at: "profile>")
            try terminal.wait(forText: "There is no command `!ls`. `help all` lists the commands.")
        }
    }

    @Test("the configuration has aliases, a wrong line in it is reported, and history lists what was typed")
    func configuration() async throws {
        try await withPrompt(columns: 200, config: "# mine\nsend .load\nalias int = find .session == .initialized\n") {
            terminal, home in
            #expect(terminal.screen.allRows.contains { $0.contains("config:2") })
            try terminal.enter("ini", at: "profile>")
            try terminal.wait(forText: "There is no command `ini`.")
            try Data("alias ini = find .session == .initialized\n".utf8)
                .write(to: home.appending(path: "config/strobe/config"))
            try terminal.enter("source \(home.path())/config/strobe/config", at: "profile>")
            try terminal.enter("ini; echo $_", at: "profile>")
            try terminal.wait(forRow: "0")
            try terminal.enter("again", at: "profile>")
            try terminal.wait(forRow: "ini; echo $_")
            try terminal.enter("time state", at: "profile>")
            try terminal.wait(forText: "took ")
            try terminal.enter("history 2", at: "profile>")
            try terminal.wait(forText: "  time state")
            try terminal.enter("tee \(home.path())/tee.txt", at: "profile>")
            try terminal.enter("get .session", at: "profile>")
            try terminal.enter("tee off", at: "profile>")
            let copy = try String(contentsOf: home.appending(path: "tee.txt"), encoding: .utf8)
            #expect(copy.contains("profile> get .session\n\"initialized\"\n"))
            try terminal.send("clear\r")
            try terminal.wait(for: "a clear screen") { $0.visibleRows.filter { !$0.isEmpty } == ["profile>"] }
        }
    }

    @Test("all stores are watched and listed at once, and a store is told from a path")
    func allStores() async throws {
        try await withPrompt(columns: 120) { terminal, _ in
            try terminal.enter("watch user", at: "profile>")
            try terminal.enter("use turnstile", at: "profile>", then: "turnstile>")
            try terminal.enter("send .coin; use user; send .profile(.load)", at: "turnstile>", then: "user>")
            try terminal.wait(forText: "#2 .profile(.loaded")
            try terminal.enter("unwatch; watch --all", at: "user>")
            try terminal.enter("log --all 5", at: "user>")
            try terminal.wait(forText: "~  turnstile  1  ")
            try terminal.enter("search --all lovelace", at: "user>")
            try terminal.wait(forText: "user           .profile.session.loaded.name  \"Ada Lovelace\"")
            try terminal.enter("search --log nobody", at: "user>")
            try terminal.wait(forText: "nothing found in the log")
            try terminal.enter("use profile", at: "user>", then: "profile>")
        }
    }

    @Test(
        "Tab offers what is possible: cases behind ==, variables, words of a command, the present value",
        .readsDeclarations)
    func completion() async throws {
        try await withPrompt(columns: 120) { terminal, _ in
            for (keys, line) in [
                ("find .session == .initi\t", "find .session == .initialized"), ("record sta\t", "record start"),
                ("let fullname = ada\r", ""), ("echo $full\t", "echo $fullname"),
                ("log --action .loade\t", "log --action .loaded"),
            ] {
                try terminal.wait(forLine: "profile>")
                try terminal.send(keys)
                guard !line.isEmpty else { continue }
                try terminal.wait(for: line) { $0.cursorLine.hasPrefix("profile> \(line)") }
                try terminal.send("\u{15}")
            }
            try terminal.wait(forLine: "profile>")
            try terminal.enter("send .load", at: "profile>")
            try terminal.enter("wait .session == .loaded", at: "profile>")
            try terminal.send("set .session.loaded.name \t")
            try terminal.wait(for: "the present name") { $0.contains("set .session.loaded.name \"Ada Lovelace\"") }
            try terminal.send("\u{15}")
            try terminal.wait(forLine: "profile>")
        }
    }

    @Test("the tour goes from the state to a breakpoint with Enter alone, and ends")
    func tour() async throws {
        try await withPrompt(rows: 50) { terminal, _ in
            try terminal.enter("tour", at: "profile>", then: "profile> state")
            for (line, next) in [
                ("state", "send .load"), ("send .load", "log"), ("log", "why"), ("why", "diff first live"),
                ("diff first live", "goto 1"),
            ] {
                _ = line
                try terminal.send("\r")
                try terminal.wait(forText: "> \(next)")
            }
            try terminal.send("\r")
            try terminal.wait(forLine: "profile@1> live")
            for next in ["break .load", "send .load"] {
                try terminal.send("\r")
                try terminal.wait(forLine: "profile> \(next)")
            }
            try terminal.send("\r")
            try terminal.wait(forText: "> resume")
            for next in ["undo", "find .session == .loading"] {
                try terminal.send("\r")
                try terminal.wait(forText: "> \(next)")
            }
            try terminal.send("\r")
            try terminal.wait(forText: "That was the tour.")
        }
    }
}

extension PTYProcess {
    /// Waits for a row of the screen or the scrollback that is exactly a text.
    fileprivate func wait(forRow text: String) throws {
        try wait(for: "the row \(text.debugDescription)") { $0.allRows.contains(text) }
    }
}
