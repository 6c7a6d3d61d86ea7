import Foundation
import TerminalTesting
import Testing

/// The session of the README, typed at a terminal.
@Suite(.timeLimit(.minutes(2)))
struct TerminalSessionTests {
    /// Types a line, and waits until its answer and the next prompt are there.
    ///
    /// - Parameters:
    ///   - keys: What is typed.
    ///   - prompt: The prompt that it is typed at.
    ///   - line: What stands behind the prompt then, if not the same.
    ///   - next: The prompt that comes after it, if not the same.
    private static func enter(
        _ keys: String, at prompt: String, showing line: String? = nil, then next: String? = nil,
        _ terminal: PTYProcess
    ) throws {
        try terminal.wait(forLine: prompt)
        try terminal.send(keys)
        try terminal.wait(forLine: "\(prompt) \(line ?? keys)")
        try terminal.send("\r")
        try terminal.wait(forLine: next ?? prompt)
    }

    @Test("the session of the README works as it is typed")
    func session() async throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "strobe-home-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let directory = home.path()
        let readme = try String(
            contentsOf: URL(filePath: "../../README.md", relativeTo: URL(filePath: #filePath)), encoding: .utf8)
        try await onThread {
            let terminal = try PTYProcess(
                Executables.strobe, ["demo", "--", "--quiet", "--delay", "1"],
                environment: ["HOME": directory, "XDG_STATE_HOME": directory], rows: 50, columns: 100)
            try terminal.wait(forLine: "profile>")
            // Which stores there are, and which of them is looked at.
            let banner = terminal.screen.visibleRows.filter { $0.contains(" @0 ") }
            #expect(
                banner.compactMap { $0.split(separator: " ").drop { $0 == "▸" }.first } == [
                    "profile", "user", "login", "widgets", "items", "items-classes", "turnstile", "currency",
                ])
            #expect(banner.first?.hasPrefix("▸") == true)
            for line in banner { #expect(readme.contains(line.trimmingCharacters(in: .whitespaces))) }
            try Self.enter("state", at: "profile>", terminal)
            #expect(terminal.screen.contains("session: .initialized"))
            try Self.enter("state .ses\t", at: "profile>", showing: "state .session", terminal)
            try Self.enter("watch", at: "profile>", terminal)
            try Self.enter("send .load", at: "profile>", terminal)
            #expect(terminal.screen.contains("~ .session  .initialized → .loading"))
            // The answer of the backend arrives by itself, above the line.
            try terminal.wait(forText: ".loaded(User(")
            try Self.enter("log", at: "profile>", terminal)
            try Self.enter("diff 0 1", at: "profile>", terminal)
            #expect(terminal.screen.contains("@0 → @1  2 changes"))
            try Self.enter("goto 0", at: "profile>", then: "profile@0>", terminal)
            try Self.enter("next", at: "profile@0>", then: "profile@1>", terminal)
            try Self.enter("back", at: "profile@1>", then: "profile@0>", terminal)
            try Self.enter("live", at: "profile@0>", then: "profile>", terminal)
            try Self.enter("use items", at: "profile>", then: "items>", terminal)
            try Self.enter("send .loaded([])", at: "items>", terminal)
            try Self.enter("send .loaded([])", at: "items>", terminal)
            #expect(terminal.screen.contains("✗ rejected: no transition on loaded from empty"))
            try Self.enter("use currency", at: "items>", then: "currency>", terminal)
            try Self.enter("send .inputChanged(\"12.5\")", at: "currency>", terminal)
            #expect(terminal.screen.contains("~ .inputAmount  nil → 12.5"))
            try terminal.send("quit\r")
            let status = try terminal.waitForExit()
            #expect(status == 0)
            #expect(terminal.isTerminalCooked)
        }
    }

    @Test("Ctrl-C drops a line or ends a command, and leaves alone the program that was started")
    func interrupting() async throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "strobe-home-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let directory = home.path()
        try await onThread {
            let terminal = try PTYProcess(
                Executables.strobe, ["demo", "--", "--quiet", "--delay", "1"],
                environment: ["HOME": directory, "XDG_STATE_HOME": directory], rows: 30, columns: 100)
            try terminal.wait(forLine: "profile>")
            try terminal.send("send .lo")
            try terminal.wait(forLine: "profile> send .lo")
            try terminal.send("\u{3}")
            try Self.enter("use turnstile", at: "profile>", then: "turnstile>", terminal)
            try Self.enter("send .coin", at: "turnstile>", terminal)
            try terminal.send("repeat 1000000 send .coin\r")
            try terminal.wait(forText: " of 1,000,000")
            try terminal.send("\u{3}")
            try terminal.wait(forText: "cancelled")
            try terminal.wait(forLine: "turnstile>")
            try Self.enter("send .push", at: "turnstile>", terminal)
            #expect(terminal.screen.contains(".unlocked → .locked"))
            #expect(!terminal.screen.contains("the connection") && !terminal.screen.contains("The process"))
            try terminal.send("quit\r")
            #expect(try terminal.waitForExit() == 0)
        }
    }

    @Test("the program's death is told above the line that is being typed")
    func death() async throws {
        try await DemoProcess.with("--unix") { demo in
            let environment = demo.environment.merging(["HOME": demo.directory.path()]) { $1 }
            let pid = demo.run.pid
            try await onThread {
                let terminal = try PTYProcess(Executables.strobe, ["attach"], environment: environment)
                try terminal.wait(forLine: "profile>")
                try terminal.send("state .ses")
                try terminal.wait(forLine: "profile> state .ses")
                kill(pid, SIGKILL)
                // It may be started again; who does not want to wait for that says so.
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
