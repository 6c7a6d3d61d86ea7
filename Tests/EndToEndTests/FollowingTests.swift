import DeclarationTesting
import Foundation
import StrobeTree
import TerminalTesting
import Testing

/// `strobe watch` and `strobe log`, beside a program that does something.
@Suite("Following a process from the shell", .timeLimit(.minutes(5)))
struct FollowingTests {
    private func start(_ demo: DemoProcess, _ arguments: String...) throws -> ProgramRun {
        try ProgramRun(Executables.strobe, arguments, environment: demo.environment)
    }

    /// Sends actions to a store of the demo.
    private func send(_ actions: String..., to store: String, in demo: DemoProcess) async throws {
        let lines = (["use \(store)"] + actions.map { "send \($0)" }).flatMap { ["-e", $0] }
        let run = try await demo.strobe(["attach", String(demo.run.pid)] + lines)
        #expect(run.status == 0, "\(run.errors)")
    }

    /// The lines of JSON output.
    private func objects(_ text: String) throws -> [Value] {
        try text.split(separator: "\n").map { try JSON.parse(String($0)) }
    }

    @Test("all stores are watched until Ctrl-C, each event with its store and one head", .readsDeclarations)
    func watchAll() async throws {
        try await DemoProcess.with("--unix") { demo in
            let watch = try start(demo, "watch", String(demo.run.pid))
            try await watch.waitForErrors { $0.contains("watching all stores of strobe-demo") }
            try await send(".coin", ".push", to: "turnstile", in: demo)
            try await send(".posts(.load)", to: "user", in: demo)
            try await watch.waitForOutput { $0.contains("user #2") && $0.contains("~ .posts.effect   .load → nil") }
            watch.interrupt()
            let ended = try await watch.outcome()
            #expect(ended.status == 0, "\(ended.errors)")
            #expect(ended.output.contains("turnstile #1 .coin  script  ⇒ .unlock\n  ~ .  .locked → .unlocked\n"))
            #expect(ended.output.contains("turnstile #2 .push"))
            #expect(!ended.output.contains("@1"))
        }
    }

    @Test("a store or a place in one is watched alone", .readsDeclarations)
    func watchPart() async throws {
        try await DemoProcess.with("--unix") { demo in
            let pid = String(demo.run.pid)
            let store = try start(demo, "watch", pid, "turnstile")
            let path = try start(demo, "watch", pid, "user", ".posts")
            try await store.waitForErrors { $0.contains("watching turnstile") }
            try await path.waitForErrors { $0.contains("watching user .posts") }
            try await send(".profile(.load)", ".posts(.load)", to: "user", in: demo)
            try await send(".coin", to: "turnstile", in: demo)
            try await store.waitForOutput { $0.hasPrefix("#1 .coin") }
            try await path.waitForOutput { $0.contains(".posts.effect") }
            for run in [store, path] { run.terminate() }
            let (seen, changed) = (try await store.outcome(), try await path.outcome())
            #expect(!seen.output.contains("user") && !changed.output.contains(".profile.session"))
            #expect(seen.status == 0 && changed.status == 0)
            let wrong = try await demo.strobe("watch", pid, "turnstyle")
            #expect(wrong.status == 1 && wrong.errors.contains("turnstyle"), "\(wrong.errors)")
        }
    }

    @Test("the logs of all stores are one list by time, whose pages have every entry once")
    func logPages() async throws {
        try await DemoProcess.with("--unix") { demo in
            let pid = String(demo.run.pid)
            for _ in 0..<3 {
                try await send(".coin", ".push", to: "turnstile", in: demo)
                try await send(#".inputChanged("1")"#, to: "currency", in: demo)
            }
            let whole = try objects(try await demo.strobe("log", pid, "--json", "-n", "100").output)
            let times = whole.compactMap { entry -> Int64? in
                if case .int(let time)? = entry.value(at: Path(["time"])) { time } else { nil }
            }
            #expect(times.count == whole.count && times == times.sorted() && times.count >= 9)
            var paged: [Value] = []
            for start in stride(from: 0, to: whole.count, by: 5) {
                let page = try await demo.strobe("log", pid, "--json", "-n", "5", "--start", String(start))
                paged = try objects(page.output) + paged
            }
            #expect(paged == whole)
            let coins = try await demo.strobe("log", pid, "--action", ".coi*", "--store", "turnstile")
            #expect(coins.output.split(separator: "\n").count == 3, "\(coins.output)\(coins.errors)")
            // The prompt goes on from the page before.
            let typed = try await demo.strobe("attach", pid, "-e", "log --all 4", "-e", "log --all 4 --start 4")
            #expect(typed.output.contains("… earlier: log 4 --all --start 8"), "\(typed.output)")
            #expect(typed.status == 0, "\(typed.errors)")
        }
    }

    @Test("the log is followed: what was there, then what comes, until the process ends, which is said")
    func follow() async throws {
        try await DemoProcess.with("--unix") { demo in
            try await send(".coin", to: "turnstile", in: demo)
            let log = try start(demo, "log", String(demo.run.pid), "--follow", "--json")
            try await log.waitForOutput { $0.contains(#""label":".coin""#) }
            try await send(".push", ".coin", to: "turnstile", in: demo)
            try await log.waitForOutput { $0.split(separator: "\n").count == 3 }
            demo.run.kill()
            let ended = try await log.outcome()
            #expect(ended.status == 2)
            #expect(ended.errors.contains("connectionLost"), "\(ended.errors)")
            for object in try objects(ended.output) {
                #expect(object.value(at: Path(["command"])) == "log")
                #expect(object.value(at: Path(["store"])) == "turnstile")
            }
        }
    }

    @Test("a reader that goes away ends it quietly, even if nothing happens any more")
    func closedPipe() async throws {
        try await DemoProcess.with("--unix") { demo in
            for command in ["watch", "log --follow -n 0"] {
                let pid = demo.run.pid
                let shell = try ProgramRun(
                    "/bin/sh",
                    ["-c", "('\(Executables.strobe)' \(command) \(pid); echo \"status $?\" >&2) | head -n 1"],
                    environment: demo.environment)
                try await shell.waitForErrors { $0.contains("Ctrl-C ends") }
                try await send(".coin", to: "turnstile", in: demo)
                let ended = try await shell.outcome()
                #expect(ended.output.split(separator: "\n").count == 1)
                let errors = ended.errorsBesideNotices.split(separator: "\n").filter { !$0.contains("Ctrl-C ends") }
                #expect(errors == ["status 0"])
            }
        }
    }

    @Test(
        "a reader that stops reading holds nothing up; afterwards it has everything, or is told what it missed",
        arguments: ["watch", "log --follow -n 0"])
    func slowReader(_ command: String) async throws {
        try await DemoProcess.with("--unix") { demo in
            let (pid, rounds) = (demo.run.pid, 900)
            let fifo = demo.directory.appending(path: "go").path()
            #expect(mkfifo(fifo, 0o600) == 0)
            let reader = try ProgramRun(
                "/bin/sh", ["-c", "'\(Executables.strobe)' \(command) \(pid) | (read go < '\(fifo)'; cat)"],
                environment: demo.environment)
            defer { reader.kill() }
            try await reader.waitForErrors { $0.contains("Ctrl-C ends") }
            let busy = try await demo.strobe(
                "attach", String(pid), "-e", "use turnstile", "-e", "repeat \(rounds) { send .coin; send .push }")
            #expect(busy.status == 0, "\(busy.errors)")
            let go = try #require(FileHandle(forWritingAtPath: fifo))
            try go.write(contentsOf: Data("go\n".utf8))
            try go.close()
            let last = 2 * rounds + 1
            try await send(".coin", to: "turnstile", in: demo)
            try await reader.waitForOutput { text in text.split(separator: "\n").contains { Self.seq(in: $0) == last } }
            demo.run.kill()
            let ended = try await reader.outcome()
            var (next, mayMiss) = (1, false)
            for line in ended.output.split(separator: "\n") {
                if line.contains("were dropped; see `log`") { mayMiss = true }
                if let missed = line.firstMatch(of: #/missed #(\d+) to #(\d+)/#) {
                    #expect(mayMiss || Int(missed.1) == next, "\(line)")
                    next = (Int(missed.2) ?? 0) + 1
                } else if let seq = Self.seq(in: line) {
                    #expect(seq == next || mayMiss && seq > next, "\(line)")
                    (next, mayMiss) = (seq + 1, false)
                }
            }
            #expect(next == last + 1)
        }
    }

    /// The number of the entry of the turnstile that a line shows.
    private static func seq(in line: Substring) -> Int? {
        line.firstMatch(of: #/^(?:turnstile #|[~·✗] +turnstile +)(\d+) /#).flatMap { Int($0.1) }
    }

    @Test("with --wait it goes on with the process that takes the place of the one that ended")
    func waits() async throws {
        try await DemoProcess.with("--unix") { demo in
            let runs = try [["watch"], ["log", "--follow"]].map {
                try ProgramRun(Executables.strobe, $0 + ["strobe-demo", "--wait"], environment: demo.environment)
            }
            for run in runs { try await run.waitForErrors { $0.contains("Ctrl-C ends") } }
            demo.run.kill()
            for run in runs { try await run.waitForErrors { $0.contains("waiting for strobe-demo") } }
            try await DemoProcess.with("--unix", runtime: demo.directory.path()) { other in
                // Whoever waits asks again and again: it is back when it shows an action.
                let other = DemoProcess(run: other.run, directory: demo.directory)
                for run in runs { try await run.waitForOutput { $0.contains("is a new process") } }
                try await send(".coin", to: "turnstile", in: other)
                for run in runs { try await run.waitForOutput { $0.contains(".coin") } }
                for run in runs {
                    run.interrupt()
                    let ended = try await run.outcome()
                    #expect(ended.status == 0, "\(ended.errors)")
                }
            }
        }
    }
}
