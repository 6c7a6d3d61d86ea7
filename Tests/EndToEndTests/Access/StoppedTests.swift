import Foundation
import SeededTesting
import Strobe
import StrobeClient
import StrobeProtocol
import StrobeServer
import StrobeTree
import TerminalTesting
import Testing

/// Processes on either side that are stopped and continued by signals.
@Suite("Stopped processes", .serialized, .timeLimit(.minutes(5)))
struct StoppedTests {
    /// The output of an inspector that watches a log.
    private struct PrintedLog {
        var seqs: Set<Int> = []
        /// The number of events that it reports as dropped.
        var dropped = 0

        init(_ output: String) {
            for line in output.split(separator: "\n") {
                let words = line.split(separator: " ")
                let seqs = words.filter { $0.hasPrefix("#") }.compactMap { Int($0.dropFirst().prefix { $0.isNumber }) }
                if words.first == "missed", seqs.count == 2, seqs[0] <= seqs[1] {
                    self.seqs.formUnion(seqs[0]...seqs[1])
                } else if line.contains("arrived too fast") {
                    dropped += Int(line.prefix { $0 != " " }.filter(\.isNumber)) ?? 0
                } else if line.hasPrefix("#"), let seq = seqs.first {
                    self.seqs.insert(seq)
                }
            }
        }

        /// Whether each action up to a seq was printed or reported as missing.
        func isWhole(upTo last: Int) -> Bool {
            seqs.isSubset(of: 1...last) && last - seqs.count <= dropped
        }
    }

    @Test("no store waits for a stopped inspector, which gets every action or the gap afterwards")
    func stoppedInspector() async throws {
        let host = try HostProcess()
        let server = try await host.server(on: [.unix()])
        let inspector = try ProgramRun(
            Executables.strobe, ["attach", host.name, "-e", "watch", "-e", "wait stopped timeout 10m"],
            environment: host.environment)
        defer { inspector.kill() }
        try await inspector.waitForOutput { $0.contains("watching") }
        kill(inspector.pid, SIGSTOP)
        try await ProcessFacts(pid: inspector.pid).waitUntilStopped()
        // A sanitizer takes several times as long to print and read the kept events.
        let count = LongTests.areRun && Sanitizer.present == nil ? 100_000 : 20_000
        for _ in 0..<count { host.store.dispatch(.forward) }
        #expect(host.store.state == count)
        // Another client sees them all while the first is still stopped.
        let other = try await DebugClient.connect(
            to: Discovery.find(host.name, in: host.directory.path() + "/strobe"))
        _ = try await other.initialize(client: .init(name: "test", version: "1"), access: .control)
        let description = try await other.request(method: "store/describe", params: ["store": "counter"])
        #expect(description.value(at: Path(["seq"])) == .int(Int64(count)))
        #expect(ProcessFacts(pid: inspector.pid).isStopped != false)
        kill(inspector.pid, SIGCONT)
        host.store.dispatch(.forward)
        let output = try await inspector.waitForOutput(within: .seconds(180)) { output in
            // The last action is printed, reported as missing with earlier ones, or dropped.
            let end = output.suffix(200)
            let isNear = ["#\(count + 1) ", "#\(count + 1);", "too fast"].contains { end.contains($0) }
            return isNear && PrintedLog(output).isWhole(upTo: count + 1)
        }
        #expect(PrintedLog(output).isWhole(upTo: count + 1))
        await other.close()
        await server.stop()
    }

    @Test("processes that are stopped and continued again and again, which interrupts what they wait for, miss nothing")
    func interrupted() async throws {
        try await DemoProcess.with("--unix") { demo in
            let count = 200
            let inspector = try ProgramRun(
                Executables.strobe, ["attach"], environment: demo.environment)
            defer { inspector.kill() }
            try inspector.write("use turnstile\nwatch\n")
            try await inspector.waitForOutput { $0.contains("watching") }
            let pids = [inspector.pid, demo.run.pid]
            for number in 1...count {
                for pid in pids { kill(pid, SIGSTOP) }
                try inspector.write("send \(number % 2 == 0 ? ".push" : ".coin")\n")
                for pid in number % 2 == 0 ? pids : pids.reversed() { kill(pid, SIGCONT) }
                if number % 20 == 0 {
                    try await inspector.waitForOutput(within: .seconds(60)) { $0.contains("#\(number) ") }
                }
            }
            try inspector.closeInput()
            let outcome = try await inspector.outcome(within: .seconds(120))
            #expect(outcome.status == 0, "\(outcome.errors)")
            for number in 1...count { #expect(outcome.output.contains("#\(number) ")) }
            #expect(try await demo.stop().status == 0)
        }
    }

    @Test("an inspector whose reader is gone ends without a signal, and the program does not notice")
    func brokenPipe() async throws {
        try await DemoProcess.with("--unix") { demo in
            let shell = Shell(
                port: 0,
                variables: demo.environment.merging(["strobe": Executables.strobe, "pid": String(demo.run.pid)]) { $1 })
            let outcome = try await shell.run(
                """
                yes state | head -n 20000 | "$strobe" attach "$pid" | head -n 1
                echo "${PIPESTATUS[2]}"
                """)
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.count == 2, "\(outcome.output) \(outcome.errors)")
            // A signal would be 128 plus its number.
            #expect(lines.last.flatMap { Int($0) }.map { $0 < 128 } == true, "\(lines)")
            let client = try await demo.attach()
            _ = try await client.request(method: "ping")
            await client.close()
        }
    }
}
