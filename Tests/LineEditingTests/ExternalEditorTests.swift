import Foundation
import TerminalTesting
import Testing

@Suite("Editing a line in the user's own editor", .serialized, .timeLimit(.minutes(5)))
struct ExternalEditorTests {
    /// An editor that notes what it was given and then does what its script says, in folders whose names have blanks.
    private struct Editor {
        let folder: URL

        init(in directory: URL, _ script: String) throws {
            folder = directory.appendingPathComponent("a folder; \"x\"")
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("temporary"), withIntermediateDirectories: true)
            let file = folder.appendingPathComponent("editor")
            let notes = """
                #!/bin/sh
                folder=$(dirname "$0")
                ls -l "$1" | cut -c1-10 > "$folder/mode"
                cat "$1" > "$folder/given"
                \(script)
                """
            try writeProgram(notes, at: file)
        }

        var environment: [String: String] {
            [
                "EDITOR": "'\(folder.path)/editor'", "VISUAL": " ",
                "TMPDIR": folder.appendingPathComponent("temporary").path,
            ]
        }

        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        }

        var leftovers: [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/temporary")) ?? ["?"]
        }
    }

    @Test("C-x C-e gives the line to $EDITOR in a file for the user alone, and what it saves is edited on")
    func line() throws {
        try Fixture.withDirectory { directory in
            let editor = try Editor(in: directory, "printf 'echo edited\\n[\\n\\n' > \"$1\"")
            let process = try Fixture.start(["--many-lines"], environment: editor.environment)
            try process.send("echo größe\u{18}\u{5}")
            try process.wait(forLine: "  ...> [", cursorColumn: 8)
            #expect(try editor.text("given") == "echo größe\n")
            #expect(try editor.text("mode") == "-rw-------\n")
            #expect(editor.leftovers.isEmpty)
            #expect(!process.transcript.contains("ran:"))
            try process.send("]!\r")
            try process.wait(forText: #"ran: "echo edited\n[]!""#)
            try process.waitForPrompt()
            try process.send("echo edited\u{18}\u{5}")
            try process.wait(forLine: "  ...> [", cursorColumn: 8)
            // It can be taken back.
            try process.send("\u{1F}")
            try process.wait(for: "the line before") { $0.cursorLine.hasPrefix("store> echo edited") }
        }
    }

    @Test(
        "an editor that fails or is killed, or that leaves what is no text, changes nothing",
        arguments: [
            ("echo no > \"$1\"; exit 3", "ended with 3"), ("echo no > \"$1\"; kill -KILL $$", "ended by signal 9"),
            ("printf '\\377\\n' > \"$1\"", "not UTF-8"), ("rm \"$1\"", "No such file"),
            ("head -c 2000000 /dev/zero > \"$1\"", "longer than"),
            ("rm \"$1\"; ln -s /etc/passwd \"$1\"", "symbolic links"),
        ])
    func failure(script: String, message: String) throws {
        try Fixture.withDirectory { directory in
            let editor = try Editor(in: directory, script)
            let process = try Fixture.start(environment: editor.environment, columns: 200)
            try process.send("echo kept\u{18}\u{5}")
            try process.wait(forText: message)
            try process.wait(forLine: "store> echo kept", cursorColumn: 16)
            #expect(editor.leftovers.isEmpty)
            try process.send("!\r")
            try process.wait(forText: "ran: \"echo kept!\"")
        }
    }

    @Test("the editor has the terminal as programs expect it, and Ctrl-C is for it alone")
    func terminal() throws {
        try Fixture.withDirectory { directory in
            let script =
                "trap 'echo interrupted' INT; echo ready; until read answer; do :; done; echo \"echo $answer\" > \"$1\""
            let editor = try Editor(in: directory, script)
            try EventPipe.with { events in
                let process = try Fixture.start(["--events", events.path], environment: editor.environment)
                try events.open()
                try process.send("x\u{18}\u{5}")
                try process.wait(forText: "ready")
                #expect(process.isTerminalCooked)
                try events.send("an event")
                try process.send("\u{3}")
                try process.wait(forText: "interrupted")
                try process.send("two\r")
                // What was printed meanwhile is above the line.
                try process.wait(forLine: "store> echo two")
                try process.wait(forText: "an event")
                try process.wait(forLine: "store> echo two")
                #expect(!process.isTerminalCooked && !process.screen.contains("[interrupted]"))
                try process.send("!\r")
                try process.wait(forText: "ran: \"echo two!\"")
            }
        }
    }

    @Test("SIGTERM ends the editor, removes the file and ends the reading")
    func terminated() throws {
        try Fixture.withDirectory { directory in
            let editor = try Editor(in: directory, "echo ready; exec sleep 1000")
            let process = try Fixture.start(environment: editor.environment)
            try process.send("x\u{18}\u{5}")
            try process.wait(forText: "ready")
            process.signal(SIGTERM)
            try process.wait(forText: "[terminated]")
            #expect(try process.waitForExit() == 0)
            #expect(editor.leftovers.isEmpty && process.isTerminalCooked)
        }
    }

    @Test("a command can have a text edited, and learns when it was not")
    func command() throws {
        try Fixture.withDirectory { directory in
            let editor = try Editor(in: directory, "grep -q wrong \"$1\" && exit 1; echo more >> \"$1\"")
            let process = try Fixture.start(environment: editor.environment, columns: 200)
            try process.send("compose a text\r")
            try process.wait(forText: #"composed: "a text\nmore""#)
            try process.waitForPrompt()
            try process.send("compose wrong\r")
            try process.wait(forText: "not composed: ")
            try process.waitForPrompt()
            #expect(editor.leftovers.isEmpty)
        }
    }

    @Test("without an editor that can be started the line stays")
    func missing() throws {
        let process = try Fixture.start(environment: ["VISUAL": "/nonexistent/editor --wait"], columns: 200)
        try process.send("echo kept\u{18}\u{5}")
        try process.wait(forText: "/nonexistent/editor --wait ended with 127")
        try process.wait(forLine: "store> echo kept")
    }
}
