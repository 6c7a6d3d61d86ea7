import Foundation
import DeclarationTesting
import TerminalTesting
import Testing

/// Edits, past actions, causes, searches and bookmarks in the demo, as a user sees them.
@Suite("Editing a running program", .timeLimit(.minutes(5)))
struct EditingTests {
    @Test("what led to a state is asked, a past action is sent again, and the state is set by hand")
    func script() async throws {
        let lines = [
            "mark fresh", "send .load", "wait --action '.loaded*'", "why 2", "log --tree", "search lovelace",
            "set .session.loaded.name \"Grace\"", "redo 1 --dry-run", "search grace --at 3", "diff fresh 3 .session",
            "log 3", "redo 2", "get .session.loaded.name", "set .session.loaded.followers \"many\"",
        ]
        let ended = try await ProgramRun.run(
            Executables.strobe,
            ["run"] + lines.flatMap { ["-e", $0] } + ["--"] + Executables.servedDemo + ["--quiet", "--delay", "1"],
            input: "", environment: ["NO_COLOR": ""])
        #expect(ended.output.hasPrefix("fresh is @0\n#1  2 changes"), "\(ended.errors)")
        #expect(ended.output.contains("      ⇒ .load\n      ↓ "))
        #expect(ended.output.contains("\n▸ #2  .loaded(User(id: 7"))
        #expect(ended.output.contains("└ .loaded(User(id: 7"))
        #expect(ended.output.contains(".session.loaded.name  \"Ada Lovelace\"\n1 place @2"))
        #expect(
            ended.output.contains("#3  set .session.loaded.name\n~ .session.loaded.name  \"Ada Lovelace\" → \"Grace\""))
        #expect(ended.output.contains("dry run at @3"))
        #expect(ended.output.contains("\"Grace\"\n1 place @3"))
        let change = Declarations.areRead ? ".initialized → .loaded(User(" : "\"initialized\" → [\"loaded\": "
        #expect(ended.output.contains("@0 → @3  1 change\n~ .session  \(change)"))
        #expect(ended.output.contains("edit         set .session.loaded.name to \"Grace\""))
        #expect(ended.output.contains("\n#4  ✗ rejected: loaded without a load"))
        #expect(ended.output.hasSuffix("\n\"Grace\"\n"))
        #expect(ended.status == 1)
        #expect(ended.errors.contains(Declarations.areRead ? "^" : ".session.loaded.followers: Expected an integer"))
    }

    @Test("Tab completes a path and then what fits there, and a name works where a seq does")
    func terminal() async throws {
        try await PTYProcess.withDemo { terminal in
            try terminal.send("mark start\r")
            try terminal.wait(forText: "start is @0")
            try terminal.send("set .ses\t.loadi\t\r")
            try terminal.wait(forText: "~ .session  .initialized → .loading")
            try terminal.send("goto sta\t\r")
            try terminal.wait(forLine: "profile@0>")
            try terminal.send("quit\r")
            #expect(try terminal.waitForExit() == 0)
        }
    }
}
