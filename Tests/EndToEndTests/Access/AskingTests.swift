import Foundation
import StrobeClient
import StrobeProtocol
import StrobeTree
import TerminalTesting
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Programs that start their server only on request.
@Suite("A server that is asked for", .timeLimit(.minutes(5)))
struct AskingTests {
    private static let waiting = "not listening"

    @Test("STROBE=1 in the environment starts it")
    func environment() async throws {
        try await DemoProcess.with("--when-asked", environment: ["STROBE": "1"]) { demo in
            let listed = try await demo.strobe("list")
            #expect(listed.output.contains("strobe-demo"))
            let attached = try await demo.strobe("attach", "-e", "get .session")
            #expect(attached.output == "\"initialized\"\n")
        }
    }

    @Test("without it nothing is opened and nothing written, and `attach` says how to enable it")
    func unasked() async throws {
        try await DemoProcess.with("--when-asked", environment: ["STROBE": ""], saying: Self.waiting) { demo in
            let files = try FileManager.default.contentsOfDirectory(atPath: demo.directory.path())
            #expect(files.isEmpty)
            let outcome = try await demo.strobe("attach", String(demo.run.pid), "-e", "state")
            #expect(outcome.status == 2 && outcome.output == "")
            for word in ["strobe-demo (\(demo.run.pid)) is running", "startWhenAsked", "STROBE=1", "--wake"] {
                #expect(outcome.errors.contains(word), "\(outcome.errors)")
            }
        }
    }

    @Test("SIGUSR1 starts it in the running program, and sending it again changes nothing")
    func signal() async throws {
        try await DemoProcess.with("--when-asked", environment: ["STROBE": ""], saying: Self.waiting) { demo in
            let pid = demo.run.pid
            #expect(kill(pid, SIGUSR1) == 0)
            try await demo.run.waitForErrors { $0.contains("listening on ") }
            let client = try await demo.attach()
            for _ in 0..<200 {
                // Signals interrupt system calls, which are repeated.
                #expect(kill(pid, SIGUSR1) == 0)
                _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin"))
            }
            #expect(try await client.send(StoreDescribe(store: "turnstile")).seq == 200)
            await client.close()
            let ended = try await demo.stop()
            #expect(ended.status == 0)
            #expect(ended.errors.components(separatedBy: "listening on ").count == 2, "\(ended.errors)")
        }
    }

    @Test("`attach --wake` asks a process that waits for it, and attaches; one that has a server is not asked")
    func wake() async throws {
        try await DemoProcess.with("--when-asked", environment: ["STROBE": ""], saying: Self.waiting) { demo in
            for _ in 0..<2 {
                let outcome = try await demo.strobe("attach", "--wake", String(demo.run.pid), "-e", "get .session")
                #expect(outcome.output == "\"initialized\"\n", "\(outcome.errors)")
                #expect(outcome.status == 0)
            }
        }
    }

    @Test("a process that SIGUSR1 would end is not sent it")
    func deafProcess() async throws {
        let deaf = try ProgramRun("/bin/sleep", ["600"])
        defer { deaf.kill() }
        for arguments in [["attach", String(deaf.pid)], ["attach", "--wake", String(deaf.pid)]] {
            let outcome = try await ProgramRun.run(Executables.strobe, arguments, environment: ["NO_COLOR": ""])
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("sleep (\(deaf.pid)) is running"), "\(outcome.errors)")
            #expect(outcome.errors.contains("does not handle SIGUSR1"), "\(outcome.errors)")
        }
        #expect(kill(deaf.pid, 0) == 0)
        let usage = try await ProgramRun.run(Executables.strobe, ["attach", "--wake", "shop"])
        #expect(usage.status == 64)
    }

    @Test("the files of a killed process are gone after `list`")
    func stale() async throws {
        try await DemoProcess.with("--unix", "--tcp") { demo in
            let folder = demo.directory.path() + "/strobe"
            func files() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? -1 }
            #expect(files() == 2)
            demo.run.kill()
            _ = try await demo.run.outcome()
            #expect(files() == 2)
            let listed = try await demo.strobe("list")
            #expect(
                listed.status == 0 && listed.output.contains("There is no process to attach to"), "\(listed.output)")
            #expect(files() == 0)
        }
    }

    @Test("a process id that another process has by now is no process to attach to")
    func reusedID() async throws {
        try await DemoProcess.with("--unix") { demo in
            let other = try ProgramRun("/bin/sleep", ["600"])
            defer { other.kill() }
            let folder = demo.directory.path() + "/strobe"
            let text = try String(contentsOfFile: "\(folder)/\(demo.run.pid).json", encoding: .utf8)
            let path = "\(folder)/\(other.pid).json"
            // As if the demo had had that id an hour ago.
            var record = try JSONDecoder().decode(DiscoveryRecord.self, from: Data(text.utf8))
            record.pid = Int(other.pid)
            record.startedAt -= 3_600_000_000
            #expect(
                FileManager.default.createFile(
                    atPath: path, contents: try JSONEncoder().encode(record), attributes: [.posixPermissions: 0o600]))
            let listed = try await demo.strobe("list", "--json")
            #expect(listed.output.split(separator: "\n").count == 1, "\(listed.output)")
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("where a name is that of several processes, they are listed")
    func ambiguous() async throws {
        try await DemoProcess.with("--unix") { demo in
            let second = try ProgramRun(
                Executables.demo, ["--quiet", "--unix"], environment: ["XDG_RUNTIME_DIR": demo.directory.path()])
            defer { second.kill() }
            try await second.waitForErrors { $0.contains("listening on ") }
            let outcome = try await demo.strobe("attach", "strobe-demo", "-e", "state")
            #expect(outcome.status == 2)
            for word in ["Several processes", String(demo.run.pid), String(second.pid)] {
                #expect(outcome.errors.contains(word), "\(outcome.errors)")
            }
            let one = try await demo.strobe("attach", String(second.pid), "-e", "get .session")
            #expect(one.output == "\"initialized\"\n", "\(one.errors)")
        }
    }

    /// The line of a numbered choice: process ids are aligned at their last digit.
    private static func choice(_ number: Int, _ pid: Int32, of pids: [Int32]) -> String {
        let width = pids.map { String($0).count }.max() ?? 0
        return "\(number)  strobe-demo  \(String(repeating: " ", count: width - String(pid).count))\(pid)  control"
    }

    @Test("at a terminal, `attach` offers the processes by number, and asks again after a wrong one")
    func choice() async throws {
        try await DemoProcess.with("--unix") { demo in
            let second = try ProgramRun(
                Executables.demo, ["--quiet", "--unix"], environment: ["XDG_RUNTIME_DIR": demo.directory.path()])
            defer { second.kill() }
            try await second.waitForErrors { $0.contains("listening on ") }
            let pids = [demo.run.pid, second.pid].sorted()
            let environment = demo.environment
            try await onThread {
                let terminal = try PTYProcess.strobe("attach", environment: environment)
                try terminal.wait(forText: "Which process?")
                for (index, pid) in pids.enumerated() {
                    try terminal.wait(forText: Self.choice(index + 1, pid, of: pids))
                }
                try terminal.send("9\r")
                try terminal.wait(forText: "There is no 9 here.")
                try terminal.send("2\r")
                try terminal.wait(forText: "strobe-demo  pid \(pids[1])  control")
                try terminal.enter("get .session", at: "profile>")
                try terminal.send("\u{4}")
                #expect(try terminal.waitForExit() == 0)
                let refused = try PTYProcess.strobe("attach", "strobe", environment: environment)
                try refused.wait(forText: "Which process?")
                try refused.send("\r")
                try refused.wait(forText: "Several processes match.")
                #expect(try refused.waitForExit() == 2)
            }
        }
    }

    @Test("at the prompt, `attach` offers those that are not attached by number, and waits for one to be typed")
    func choiceAtPrompt() async throws {
        try await DemoProcess.with("--unix") { demo in
            var others: [ProgramRun] = []
            defer { others.forEach { $0.kill() } }
            for _ in 0..<2 {
                let other = try ProgramRun(
                    Executables.demo, ["--quiet", "--unix"], environment: ["XDG_RUNTIME_DIR": demo.directory.path()])
                others.append(other)
                try await other.waitForErrors { $0.contains("listening on ") }
            }
            let pids = others.map(\.pid).sorted()
            try await onThread {
                let terminal = try PTYProcess.strobe(
                    "attach", String(demo.run.pid), environment: demo.environment)
                try terminal.type("attach", at: "profile>")
                for (index, pid) in pids.enumerated() {
                    try terminal.wait(forText: Self.choice(index + 1, pid, of: pids))
                }
                // The command is typed already.
                try terminal.wait(forLine: "profile> attach")
                try terminal.send("2\r")
                try terminal.wait(forLine: "strobe-demo:\(pids[1])/profile>")
                // Another is the only one left.
                try terminal.type("attach", at: "strobe-demo:\(pids[1])/profile>")
                try terminal.type("quit", at: "strobe-demo:\(pids[0])/profile>")
                #expect(try terminal.waitForExit() == 0)
            }
        }
    }

    @Test("`list`, `strobe PID` and `info` tell about a process")
    func telling() async throws {
        try await DemoProcess.with("--unix", "--tcp") { demo in
            let address = "unix:\(demo.directory.path())strobe/\(demo.run.pid).sock"
            let listed = try await demo.strobe("list")
            #expect(listed.output.contains("control") && listed.output.contains(address), "\(listed.output)")
            let asJSON = try await demo.strobe("list", "--json")
            #expect(asJSON.output.contains(#""access":"control""#))
            let told = try await demo.strobe(String(demo.run.pid), "-e", "info")
            #expect(told.status == 0, "\(told.errors)")
            for text in ["pid \(demo.run.pid)", address, "tcp:127.0.0.1:", "control", "turnstile"] {
                #expect(told.output.contains(text), "\(told.output)")
            }
            let readOnly = try await demo.strobe("attach", "--read-only", "--json", "-e", "info")
            #expect(readOnly.output.contains(#""access":"read""#), "\(readOnly.output)")
            let mistyped = try await demo.strobe("atach")
            #expect(mistyped.status == 64 && mistyped.errors.contains("Did you mean `strobe attach`?"))
        }
    }
}
