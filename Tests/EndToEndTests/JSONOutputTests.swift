import Foundation
import StrobeTree
import TerminalTesting
import Testing

@testable import Inspector

/// What programs read: every line of JSON names its command.
@Suite("JSON output", .timeLimit(.minutes(5)))
struct JSONOutputTests {
    /// Lines that make a command answer; others run alone.
    private static let lines: [String: [String]] = [
        "get": ["get .session"], "diff": ["diff 0 1"], "show": ["show 1"],
        "search": ["search --all load", "search --log a"],
        "log": ["log", "log --all"], "find": ["find .session == .loading"], "blame": ["blame .session"],
        "send": ["send .load", "send --dry-run .load"], "redo": ["redo 1"], "set": ["set .effect nil"],
        "jump": ["jump 0"],
        "commit": ["commit 1"], "cancel": ["cancel all"], "drop": ["drop all"], "break": ["break .posts"],
        "logpoint": ["logpoint seen --action .load"], "commands": ["commands 1 state"], "goto": ["goto 1"],
        "mark": ["mark here"], "unmark": ["unmark here"], "branch": ["branch skip 1"], "let": ["let a = 1", "let"],
        "repeat": ["repeat 2 send .load"], "every": ["every 1ms 1 times state"], "include": ["include no-such-file"],
        "wait": ["wait --action .*", "wait .session != .initialized"], "expect": ["expect exists(.session)"],
        "expect-diff": ["expect-diff nothing"], "sleep": ["sleep never"], "echo": ["echo text"], "use": ["use profile"],
        "graph": ["graph .session"], "coverage": ["coverage .session"], "record": ["record", "record stop"],
        "watch": ["watch", "watch user", "watch --all"], "help": ["help", "help send"], "quit": [],
    ]

    private func commands(of text: String) throws -> [String] {
        try text.split(separator: "\n").map { line in
            guard case .string(let name)? = try JSON.parse(String(line)).value(at: Path(["command"])) else {
                Issue.record("no command: \(line.prefix(300))")
                return ""
            }
            return name
        }
    }

    @Test("every command's results, events and errors name it")
    func prompt() async throws {
        // First what reads and sends; what closes gates or leaves the live state comes last.
        let late = ["watch", "pause", "held", "step", "drop", "edit", "resume"]
        let all =
            CommandTable.all.filter { !late.contains($0.name) } + CommandTable.all.filter { late.contains($0.name) }
        var typed = ["send .load"]
        for command in all {
            typed += Self.lines[command.name] ?? [command.name]
            typed.append("\(command.name) --no-such-option")
        }
        typed += ["watch --all", "resume", "live", "send .load"]
        let run = try await ProgramRun.run(
            Executables.strobe, ["demo", "--json", "--keep-going", "--", "--quiet", "--delay", "1"],
            input: typed.joined(separator: "\n") + "\n", environment: ["NO_COLOR": ""])
        #expect(run.status == 1)
        let (answers, errors) = (Set(try commands(of: run.output)), Set(try commands(of: run.errors)))
        for command in CommandTable.all {
            #expect(answers.contains(command.name) || errors.contains(command.name), "\(command.name)")
        }
        let events = run.output.split(separator: "\n").filter { $0.contains(#""method":"log/appended""#) }
        #expect(!events.isEmpty && events.allSatisfy { $0.hasPrefix(#"{"command":"watch","#) })
        // What answers says so itself: an object with its members, not one in another.
        for name in ["state", "send", "log", "expect", "stores", "watch", "wait", "search"] {
            #expect(answers.contains(name), "\(name): \(run.errors)")
        }
    }

    @Test("so do the commands for the shell")
    func shell() async throws {
        try await DemoProcess.with("--unix") { demo in
            let pid = String(demo.run.pid)
            let file = demo.directory.appending(path: "a.jsonl").path()
            let script = demo.directory.appending(path: "a.strobe").path()
            try "state\n".write(toFile: script, atomically: true, encoding: .utf8)
            let sent = try await demo.strobe("attach", pid, "-e", "send .load", "-e", "wait .session != .loading")
            #expect(sent.status == 0, "\(sent.errors)")
            let runs: [(name: String, arguments: [String])] = [
                ("list", ["list", "--json"]),
                ("record", ["record", "-o", file, "--past", "--for", "50ms", "--json", pid]),
                ("audit", ["audit", "--json", file]),
                ("replay", ["replay", "--json", "--check", file, pid]),
                ("script check", ["script", "check", "--json", script]),
            ]
            for (name, arguments) in runs {
                let run = try await demo.strobe(arguments)
                let named = try commands(of: run.output)
                #expect(!named.isEmpty && named.allSatisfy { $0 == name }, "\(name): \(run.output) \(run.errors)")
            }
        }
    }
}
