import Foundation
import Strobe
import StrobeClient
import StrobeServer
import StrobeTree
import TerminalTesting
import Testing

/// The inspector at a terminal while the process goes away and comes back.
@Suite("Going away and coming back", .serialized, .timeLimit(.minutes(5)))
struct ReturnTests {
    @Test("a server that restarts in a process that keeps the log is joined where it was left: nothing is missed")
    func sameProcess() async throws {
        try await restart(watching: "watch", entry: "#1 ") { terminal in
            try terminal.wait(forText: "is connected again: the same process")
            try terminal.wait(forText: "#2 ")
            try terminal.wait(forText: "#3 ")
            #expect(!terminal.screen.contains("missed"))
            try terminal.type("get", at: "counter>")
            try terminal.wait(for: "the state") { screen in
                screen.visibleRows.contains { $0.trimmingCharacters(in: .whitespaces) == "3" }
            }
        }
    }

    @Test("a watch of all stores goes on, and says by number what happened meanwhile")
    func everything() async throws {
        let host = try HostProcess()
        try await restart(host, watching: "watch --all", entry: "counter #1 ") { terminal in
            try terminal.wait(forText: "missed #2 to #3")
            host.store.dispatch(.forward)
            try terminal.wait(forText: "counter #4 ")
        }
    }

    /// Watches a process whose server restarts while two actions are dispatched, and whose log goes on.
    ///
    /// - Parameter body: Looks at what is shown once the server is there again.
    private func restart(
        _ process: HostProcess? = nil, watching command: String, entry: String,
        _ body: @escaping @Sendable (PTYProcess) throws -> Void
    ) async throws {
        let host = try process ?? HostProcess()
        try await onThread {
            let keeper = try blocking { try await host.server(on: []) }
            let first = try blocking { try await host.server(on: [.unix()]) }
            let terminal = try PTYProcess.strobe("attach", host.name, environment: host.environment)
            try terminal.type(command, at: "counter>")
            try terminal.wait(forText: "watching actions and changes")
            host.store.dispatch(.forward)
            try terminal.wait(forText: entry)
            try blocking { await first.stop() }
            try terminal.wait(forText: "waiting for \(host.name) to come back")
            host.store.dispatch(.forward)
            host.store.dispatch(.forward)
            let second = try blocking { try await host.server(on: [.unix()]) }
            try body(terminal)
            try terminal.type("quit", at: "counter>")
            let status = try terminal.waitForExit()
            #expect(status == 0)
            try blocking {
                await second.stop()
                await keeper.stop()
            }
        }
    }

    @Test("what happened while no server kept the log is said to be missed, by number")
    func gap() async throws {
        let host = try HostProcess()
        try await onThread {
            let first = try blocking { try await host.server(on: [.unix()]) }
            let terminal = try PTYProcess.strobe("attach", host.name, environment: host.environment)
            try terminal.type("watch", at: "counter>")
            try terminal.wait(forLine: "counter>")
            host.store.dispatch(.forward)
            try terminal.wait(forText: "#1 ")
            try blocking { await first.stop() }
            try terminal.wait(forText: "waiting for")
            for _ in 0..<4 { host.store.dispatch(.forward) }
            let second = try blocking { try await host.server(on: [.unix()]) }
            try terminal.wait(forText: "4 entries missed (#2 to #5)")
            try terminal.wait(forLine: "counter>")
            host.store.dispatch(.forward)
            try terminal.wait(forText: "#6 ")
            try blocking { await second.stop() }
            // The program does not come back a second time: Ctrl-C ends the waiting.
            try terminal.wait(for: "the second loss") { screen in
                screen.visibleRows.count { $0.contains("waiting for") } == 2
            }
            try terminal.send("\u{3}")
            let status = try terminal.waitForExit()
            #expect(status == 2)
            #expect(terminal.isTerminalCooked)
        }
    }

    @Test("a program that was started again is a new session with a state of its own, watched on, with its breakpoints")
    func newProcess() async throws {
        try await DemoProcess.with("--unix") { demo in
            let environment = demo.environment
            let pid = demo.run.pid
            try await onThread {
                let terminal = try PTYProcess.strobe("attach", String(pid), environment: environment)
                try terminal.type("use turnstile", at: "profile>")
                try terminal.type("watch", at: "turnstile>")
                try terminal.type("send .coin", at: "turnstile>")
                try terminal.type("goto 0", at: "turnstile>")
                try terminal.type("break .push", at: "turnstile@0>")
                try terminal.type("break .coin --if . == \"unlocked\"", at: "turnstile@0>")
                try terminal.type("commands 2 echo was hit; resume", at: "turnstile@0>")
                try terminal.type("delete 1", at: "turnstile@0>")
                try terminal.wait(forText: "removed 1")
                try terminal.wait(forLine: "turnstile@0>")
                kill(pid, SIGKILL)
                try terminal.wait(forText: "waiting for strobe-demo to come back")
                let next = try ProgramRun(Executables.demo, ["--quiet", "--unix"], environment: environment)
                defer { next.kill() }
                try terminal.wait(forText: "strobe-demo (\(next.pid)) is a new process in a new session")
                try terminal.wait(forText: "1 breakpoint set again (turnstile 2 is now 1)")
                // The past position belonged to another process.
                try terminal.wait(forLine: "turnstile>")
                let client = try blocking {
                    try await next.waitForErrors { $0.contains("listening on ") }
                    let other = DemoProcess(run: next, directory: demo.directory)
                    return try await other.attach()
                }
                _ = try blocking { try await client.request(method: "action/dispatch", params: .coin) }
                try terminal.wait(forText: "■ breakpoint 1 before .coin")
                try terminal.wait(for: "the commands of the hit") { screen in
                    screen.visibleRows.contains { $0.trimmingCharacters(in: .whitespaces) == "was hit" }
                }
                try terminal.wait(for: "what is watched") { screen in
                    screen.visibleRows.last { $0.contains("#1 ") } != nil
                        && screen.visibleRows.lastIndex { $0.contains("#1 ") } ?? 0
                            > screen.visibleRows.lastIndex { $0.contains("new session") } ?? .max
                }
                try terminal.type("quit", at: "turnstile>")
                let status = try terminal.waitForExit()
                #expect(status == 0)
                try blocking { await client.close() }
            }
        }
    }

    @Test("a stopped process gives no answer, which is said, Ctrl-C gives up, and once it goes on it answers")
    func stoppedServer() async throws {
        try await DemoProcess.with("--unix") { demo in
            let environment = demo.environment
            let pid = demo.run.pid
            defer { kill(pid, SIGCONT) }
            try await onThread {
                let terminal = try PTYProcess.strobe("attach", environment: environment)
                try terminal.wait(forLine: "profile>")
                kill(pid, SIGSTOP)
                try terminal.type("state", at: "profile>")
                try terminal.wait(forText: "no answer yet")
                try terminal.send("\u{3}")
                try terminal.wait(forText: "cancelled")
                let late = try PTYProcess.strobe("attach", environment: environment)
                try late.wait(forText: "no answer yet")
                try late.send("\u{3}")
                let given = try late.waitForExit()
                #expect(given != 0)
                kill(pid, SIGCONT)
                try terminal.type("state", at: "profile>")
                try terminal.wait(forText: "session: .initialized")
                try terminal.type("quit", at: "profile>")
                let status = try terminal.waitForExit()
                #expect(status == 0)
            }
        }
    }

    @Test("a stopped inspector holds up neither the program nor another inspector")
    func stoppedClient() async throws {
        try await DemoProcess.with("--unix") { demo in
            let inspector = try ProgramRun(
                Executables.strobe,
                ["attach", "-e", "use turnstile", "-e", "watch", "-e", "echo ready", "-e", "wait 60"],
                environment: demo.environment)
            defer { inspector.kill() }
            try await inspector.waitForOutput { $0.contains("ready") }
            kill(inspector.pid, SIGSTOP)
            let client = try await demo.attach()
            for _ in 0..<2_000 {
                _ = try await client.request(method: "action/dispatch", params: .coin)
            }
            kill(inspector.pid, SIGCONT)
            _ = try await client.request(method: "ping")
            await client.close()
        }
    }

    @Test(
        "one inspector shows several processes, goes back and forth, and one that ends is waited for beside the others")
    func several() async throws {
        try await DemoProcess.with("--unix") { demo in
            let environment = demo.environment
            let first = demo.run.pid
            let other = try ProgramRun(Executables.demo, ["--quiet", "--unix"], environment: environment)
            defer { other.kill() }
            try await other.waitForErrors { $0.contains("listening on ") }
            let second = other.pid
            try await onThread {
                let terminal = try PTYProcess.strobe("attach", String(first), environment: environment)
                try terminal.type("attach", at: "profile>")
                try terminal.type("use turnstile", at: "strobe-demo:\(second)/profile>")
                let here = "strobe-demo:\(second)/turnstile>"
                let there = "strobe-demo:\(first)/turnstile>"
                try terminal.type("send .coin", at: here)
                try terminal.type("use \(first)/turnstile", at: here)
                try terminal.type("log", at: there)
                try terminal.type("watch", at: there)
                // The coin was sent to the other process.
                try terminal.type("use \(second)", at: there)
                try terminal.type("stores", at: here)
                try terminal.wait(for: "both processes") { screen in
                    [first, second].allSatisfy { pid in screen.visibleRows.contains { $0.contains("pid \(pid)") } }
                }
                try terminal.wait(forLine: here)
                let client = try blocking { try await demo.attach() }
                _ = try blocking { try await client.request(method: "action/dispatch", params: .coin) }
                // Events of a process in the background are labelled, above the prompt.
                try terminal.wait(for: "the event of the other process") { screen in
                    screen.visibleRows.contains { $0.contains("strobe-demo:\(first)/turnstile #1 ") }
                }
                try terminal.send("se")
                try terminal.wait(for: "the line") { $0.cursorLine.hasPrefix("\(here) se") }
                kill(second, SIGKILL)
                try terminal.wait(forText: "waiting for strobe-demo:\(second) to come back")
                try terminal.type("use \(second)/turnstile", at: there)
                try terminal.wait(forText: "strobe-demo:\(second) is lost")
                try terminal.type("stores", at: there)
                try terminal.wait(forText: "pid \(second)  lost, waiting")
                // The other process has the same name, but does not replace it.
                let third = try ProgramRun(Executables.demo, ["--quiet", "--unix"], environment: environment)
                defer { third.kill() }
                try terminal.wait(forText: "strobe-demo (\(third.pid)) is a new process in a new session")
                try terminal.type("use \(third.pid)/turnstile", at: there)
                let back = "strobe-demo:\(third.pid)/turnstile>"
                try terminal.type("use \(first)", at: back)
                try terminal.wait(forLine: there)
                kill(third.pid, SIGKILL)
                try terminal.wait(forText: "waiting for strobe-demo:\(third.pid) to come back")
                try terminal.type("detach \(third.pid)", at: there)
                try terminal.wait(forText: "no longer waiting for strobe-demo:\(third.pid)")
                try terminal.type("state", at: "turnstile>")
                // The client's coin was sent to this process.
                try terminal.wait(for: "the state") { screen in
                    screen.visibleRows.contains { $0.hasPrefix(".unlocked") }
                }
                try terminal.type("quit", at: "turnstile>")
                let status = try terminal.waitForExit()
                #expect(status == 0)
                try blocking { await client.close() }
            }
        }
    }
}

extension Value {
    /// The parameters of a dispatch to the demo's turnstile.
    fileprivate static let coin: Value = ["store": "turnstile", "action": "coin"]
}
