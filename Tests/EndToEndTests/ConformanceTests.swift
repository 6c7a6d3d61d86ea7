import Foundation
import StrobeTree
import Testing

/// Real servers, ours and one in another language, against the rules of the protocol.
@Suite(.timeLimit(.minutes(10)))
struct ConformanceTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    private static let counter = root + "/protocols/examples/counter_server.py"
    // A slow machine is no broken server.
    private static let patience = ["--timeout", "60", "--transcripts", root + "/protocols/v1/transcripts"]

    /// The results of a run that has to go well, by rule.
    private func outcomes(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> [String: String] {
        let program = try ProgramRun(
            Executables.strobe, ["conformance", "--json"] + Self.patience + arguments, environment: environment)
        defer { program.kill() }
        let run = try await program.outcome(within: .seconds(280))
        var outcomes: [String: String] = [:]
        for line in run.output.split(separator: "\n") {
            let result = try JSON.parse(String(line))
            guard case .string(let rule)? = result.value(at: Path(["rule"])),
                case .string(let outcome)? = result.value(at: Path(["outcome"]))
            else { continue }
            outcomes[rule] = outcome
            #expect(outcome != "fail", "\(line)")
        }
        #expect(run.status == 0, "\(run.errors)")
        return outcomes
    }

    @Test("the demo keeps the rules on its standard streams, with control and without")
    func standardStreams() async throws {
        let control = try await outcomes(["--", Executables.demo, "--stdio", "--quiet"])
        #expect(control["framing.stdout"] == "pass" && control["order.state"] == "pass")
        let read = try await outcomes(["--", Executables.demo, "--stdio", "--quiet", "--read-only"])
        #expect(read["access.read-only"] == "pass" && read["order.state"] == "skip")
    }

    @Test("the demo keeps the rules over TCP, with control and without")
    func tcp() async throws {
        try await DemoProcess.with("--tcp") { demo in
            let outcomes = try await outcomes(["strobe-demo"], environment: demo.environment)
            #expect(outcomes["access.token"] == "pass" && outcomes["lag.marker"] == "pass")
        }
        try await DemoProcess.with("--tcp", "--read-only") { demo in
            let outcomes = try await outcomes([], environment: demo.environment)
            #expect(outcomes["access.read-only"] == "pass" && outcomes["action.dispatch"] == "skip")
        }
    }

    @Test("the demo keeps the rules over a Unix socket, with control and without")
    func unix() async throws {
        try await DemoProcess.with("--unix") { demo in
            let path = try await demo.endpoint().dropFirst("unix:".count)
            let outcomes = try await outcomes([String(path)], environment: demo.environment)
            #expect(outcomes["lag.marker"] == "pass" && outcomes["access.token"] == "skip")
        }
        try await DemoProcess.with("--unix", "--read-only") { demo in
            let outcomes = try await outcomes([String(demo.run.pid)], environment: demo.environment)
            #expect(outcomes["access.read-only"] == "pass" && outcomes["action.dispatch"] == "skip")
        }
    }

    @Test("a server in Python keeps the rules on its standard streams, with control and without")
    func python() async throws {
        let control = try await outcomes(["--", "python3", Self.counter, "--stdio", "--control"])
        #expect(control["action.dispatch"] == "pass" && control["gate.hold"] == "skip")
        let read = try await outcomes(["--", "python3", Self.counter, "--stdio"])
        #expect(read["access.read-only"] == "pass" && read["action.dispatch"] == "skip")
    }

    @Test(
        "a server in Python is found by its discovery file, keeps the rules over TCP, and is inspected like any other")
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

        let outcomes = try await outcomes(["counter-server"], environment: environment)
        #expect(outcomes["access.token"] == "pass" && outcomes["lag.marker"] == "pass")
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
