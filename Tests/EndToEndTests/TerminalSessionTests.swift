import Foundation
import TerminalTesting
import Testing

/// The session of the README, typed at a terminal.
@Suite(.timeLimit(.minutes(5)))
struct TerminalSessionTests {
    @Test("the session of the README works as it is typed")
    func session() async throws {
        let readme = try String(
            contentsOf: URL(filePath: "../../README.md", relativeTo: URL(filePath: #filePath)), encoding: .utf8)
        try await PTYProcess.withDemo { terminal in
            // The list of stores, and the current one.
            let banner = terminal.screen.visibleRows.filter { $0.contains(" @0 ") }
            #expect(
                banner.compactMap { $0.split(separator: " ").drop { $0 == "▸" }.first } == [
                    "profile", "user", "login", "widgets", "items", "items-classes", "turnstile", "currency",
                ])
            #expect(banner.first?.hasPrefix("▸") == true)
            for line in banner { #expect(readme.contains(line.trimmingCharacters(in: .whitespaces))) }
            try terminal.enter("state", at: "profile>")
            #expect(terminal.screen.contains("session: .initialized"))
            try terminal.enter("state .ses\t", at: "profile>", showing: "state .session")
            try terminal.enter("watch", at: "profile>")
            try terminal.enter("send .load", at: "profile>")
            #expect(terminal.screen.contains("~ .session  .initialized → .loading"))
            // The answer of the backend appears without a command, above the line.
            try terminal.wait(forText: ".loaded(User(")
            try terminal.enter("log", at: "profile>")
            try terminal.enter("diff 0 1", at: "profile>")
            #expect(terminal.screen.contains("@0 → @1  2 changes"))
            try terminal.enter("goto 0", at: "profile>", then: "profile@0>")
            try terminal.enter("next", at: "profile@0>", then: "profile@1>")
            try terminal.enter("back", at: "profile@1>", then: "profile@0>")
            try terminal.enter("live", at: "profile@0>", then: "profile>")
            try terminal.enter("use items", at: "profile>", then: "items>")
            try terminal.enter("send .loaded([])", at: "items>")
            try terminal.enter("send .loaded([])", at: "items>")
            #expect(terminal.screen.contains("✗ rejected: no transition on loaded from empty"))
            try terminal.enter("use currency", at: "items>", then: "currency>")
            try terminal.enter("send .inputChanged(\"12.5\")", at: "currency>")
            #expect(terminal.screen.contains("~ .inputAmount  nil → 12.5"))
            try terminal.send("quit\r")
            let status = try terminal.waitForExit()
            #expect(status == 0)
            #expect(terminal.isTerminalCooked)
        }
    }

    @Test("Ctrl-C drops a line or ends a command, and leaves alone the program that was started")
    func interrupting() async throws {
        try await PTYProcess.withDemo(rows: 30) { terminal in
            try terminal.send("send .lo")
            try terminal.wait(forLine: "profile> send .lo")
            try terminal.send("\u{3}")
            try terminal.enter("use turnstile", at: "profile>", then: "turnstile>")
            try terminal.enter("send .coin", at: "turnstile>")
            try terminal.send("repeat 1000000 send .coin\r")
            try terminal.wait(forText: " of 1,000,000")
            try terminal.send("\u{3}")
            try terminal.wait(forText: "cancelled")
            try terminal.wait(forLine: "turnstile>")
            try terminal.enter("send .push", at: "turnstile>")
            #expect(terminal.screen.contains(".unlocked → .locked"))
            #expect(!terminal.screen.contains("the connection") && !terminal.screen.contains("The process"))
            try terminal.send("quit\r")
            #expect(try terminal.waitForExit() == 0)
        }
    }

    @Test("the program's death is printed above the line that is being typed")
    func death() async throws {
        try await DemoProcess.with("--unix") { demo in
            let environment = demo.environment
            let pid = demo.run.pid
            try await onThread {
                let terminal = try PTYProcess.strobe("attach", environment: environment)
                try terminal.wait(forLine: "profile>")
                try terminal.send("state .ses")
                try terminal.wait(forLine: "profile> state .ses")
                kill(pid, SIGKILL)
                // The process may be restarted; Ctrl-C ends the waiting.
                try terminal.wait(forText: "waiting for strobe-demo to come back")
                try terminal.send("\u{3}")
                let status = try terminal.waitForExit()
                #expect(status == 2)
                #expect(terminal.screen.contains("onnection"))
                #expect(terminal.isTerminalCooked)
            }
        }
    }
}
