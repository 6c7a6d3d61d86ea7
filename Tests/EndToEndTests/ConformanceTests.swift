import Foundation
import SeededTesting
import StrobeTree
import TerminalTesting
import Testing

/// Real servers, ours and one in another language, tested against the rules of the protocol.
@Suite(.timeLimit(.minutes(30)))
struct ConformanceTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    private static let counter = root + "/protocols/examples/counter_server.py"
    // A slow machine does not make a server wrong.
    private static let patience = ["--timeout", "60", "--specification", root + "/protocols/v1"]

    // Four of them may run at once with their servers, each several times as slow under a sanitizer.
    private static let limit = Duration.seconds(Sanitizer.present == nil ? 280 : 1_500)

    /// The outcome of a rule, and why it was skipped.
    private struct Outcome {
        var name: String
        var message: String
    }

    /// The results of a run that must succeed, by rule.
    private func outcomes(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> [String: Outcome] {
        let program = try ProgramRun(
            Executables.strobe, ["conformance", "--json"] + Self.patience + arguments, environment: environment)
        defer { program.kill() }
        let run = try await program.outcome(within: Self.limit)
        var outcomes: [String: Outcome] = [:]
        for line in run.output.split(separator: "\n") {
            let result = try JSON.parse(String(line))
            guard case .string(let rule)? = result.value(at: Path(["rule"])),
                case .string(let outcome)? = result.value(at: Path(["outcome"]))
            else { continue }
            var message = ""
            if case .string(let text)? = result.value(at: Path(["message"])) { message = text }
            outcomes[rule] = Outcome(name: outcome, message: message)
            #expect(outcome != "fail", "\(line)")
        }
        #expect(run.status == 0, "\(run.errors)")
        return outcomes
    }

    /// Fails if the outcome of a rule is not the expected one.
    private func expect(_ rules: String..., in outcomes: [String: Outcome], are outcome: String) {
        for rule in rules {
            #expect(outcomes[rule]?.name == outcome, "\(rule): \(outcomes[rule]?.message ?? "not tried")")
        }
    }

    /// Tests a server on standard streams with control and with read access: the rules are the same.
    private func standardStreams(_ command: [String], control: [String], read: [String]) async throws
        -> [String: Outcome]
    {
        async let controlled = outcomes(["--"] + command + control)
        let seen = try await outcomes(["--"] + command + read)
        expect("message.schema", "access.read-only", "session.closing", "value.form", in: seen, are: "pass")
        expect("action.dispatch", "order.state", "position.evicted", in: seen, are: "skip")
        let done = try await controlled
        expect(
            "framing.stdout", "order.state", "action.dispatch", "action.rejected", "cancel.changing",
            "limits.initialize", "position.evicted", "session.closing", "value.form", in: done, are: "pass")
        expect("session.full", "subscription.return", "session.failures", in: done, are: "skip")
        return done
    }

    // Most of the time is spent waiting for timeouts of the server: all arguments wait at once.
    @Test(
        "servers keep the rules on their standard streams, with and without control: the demo, and one in Python",
        .enabled(if: LongTests.areRun, "STROBE_LONG=1 runs it"))
    func standardStreams() async throws {
        async let demo = standardStreams([Executables.demo, "--stdio", "--quiet"], control: [], read: ["--read-only"])
        async let python = standardStreams(["python3", Self.counter, "--stdio"], control: ["--control"], read: [])
        expect("gate.hold", "path.id", "replay.effects", "branch.aside", in: try await demo, are: "pass")
        let other = try await python
        expect("limits.nodes", in: other, are: "pass")
        expect("gate.hold", "path.id", "replay.effects", in: other, are: "skip")
    }

    @Test(
        "the demo keeps the rules over TCP and over a Unix socket, with control and without",
        .enabled(if: LongTests.areRun, "STROBE_LONG=1 runs it"))
    func sockets() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for transport in ["--tcp", "--unix"] {
                group.addTask {
                    try await DemoProcess.with(transport) { demo in
                        // By name and by path.
                        let path = try await demo.endpoint().dropFirst("unix:".count)
                        let target = transport == "--tcp" ? "strobe-demo" : String(path)
                        try await expectShared(try await outcomes([target], environment: demo.environment), transport)
                    }
                }
                group.addTask {
                    try await DemoProcess.with(transport, "--read-only") { demo in
                        // By being the only one, and by process id.
                        let target = transport == "--tcp" ? [] : [String(demo.run.pid)]
                        let outcomes = try await outcomes(target, environment: demo.environment)
                        expect("access.read-only", "session.full", "value.form", in: outcomes, are: "pass")
                        expect("action.dispatch", "subscription.return", in: outcomes, are: "skip")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func expectShared(_ outcomes: [String: Outcome], _ transport: String) async throws {
        expect(
            "lag.marker", "lag.dispatch", "lag.bounded", "action.rejected", "cancel.changing", "path.id",
            "position.evicted", "replay.effects", "subscription.return", "value.form",
            in: outcomes, are: "pass")
        // A machine may be too slow for enough handshakes to fail in a second; then nothing closes the port.
        if transport == "--unix" { expect("session.failures", in: outcomes, are: "pass") }
        expect("access.token", in: outcomes, are: transport == "--tcp" ? "pass" : "skip")
        expect("session.closing", in: outcomes, are: "skip")
    }

    @Test(
        "a server in Python is found by its discovery file and inspected like any other; a long run tests the rules over TCP"
    )
    func pythonByTCP() async throws {
        let directory = URL(filePath: "/tmp/strobe-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: directory) }
        let environment = ["XDG_RUNTIME_DIR": directory.path(), "NO_COLOR": ""]
        let server = try ProgramRun(
            "/usr/bin/env", ["python3", Self.counter, "--tcp", "--control"], environment: environment)
        defer { server.kill() }
        try await server.waitForErrors { $0.contains("listening on ") }

        let script = [
            "state", "send .increment", "send .add(5)", "send .decrement", "log", "diff 0 live", "get .count",
            "send .reset", "state",
        ]
        let session = try await ProgramRun.run(
            Executables.strobe, ["attach", "counter-server"] + script.flatMap { ["-e", $0] }, environment: environment)
        #expect(session.status == 0, "\(session.errors)")
        #expect(session.output.hasPrefix("Counter  @0\n  count:   0\n  highest: 0\n"))
        #expect(session.output.contains("#1  2 changes\n~ .count    0 → 1\n~ .highest  0 → 1\n"))
        #expect(session.output.contains(".add(5)"))
        #expect(session.output.contains("@0 → @3  2 changes\n~ .count    0 → 5\n~ .highest  0 → 6\n"))
        #expect(session.output.hasSuffix("Counter  @4\n  count:   0\n  highest: 6\n"), "\(session.output)")
        let wrong = try await ProgramRun.run(
            Executables.strobe, ["attach", "-e", "send .incremnt"], environment: environment)
        #expect(wrong.status == 1 && wrong.errors.contains("increment"))

        if LongTests.areRun {
            let outcomes = try await outcomes(["counter-server"], environment: environment)
            expect("access.token", "lag.marker", "subscription.return", in: outcomes, are: "pass")
        }
        server.terminate()
        #expect(try await server.outcome().status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path() + "/strobe") == [])
    }

    @Test("a program that is no server fails, with an exit code that says so, and in the XML of JUnit")
    func noServer() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "conformance-\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        let run = try await ProgramRun.run(
            Executables.strobe, ["conformance", "--timeout", "2", "--junit", file.path(), "--", "cat"],
            environment: ["NO_COLOR": ""])
        #expect(run.status == 1)
        #expect(run.output.contains("fail  session.initialize") && run.output.contains("1 rule: 0 passed, 1 failed"))
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("failures=\"1\"") && text.contains("<testcase name=\"session.initialize\""))
        let missing = try await ProgramRun.run(
            Executables.strobe, ["conformance", "/tmp/strobe-nobody-listens-here"], environment: ["NO_COLOR": ""])
        #expect(missing.status != 0)
        let unknown = try await ProgramRun.run(Executables.strobe, ["conformance", "--only", "nothing", "--", "cat"])
        #expect(unknown.status == 64 && unknown.errors.contains("--list"))
    }
}
