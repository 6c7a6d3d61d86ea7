import Foundation
import TerminalTesting
import Testing

/// The messages and exit of either side when the other one dies.
@Suite(.timeLimit(.minutes(5)))
struct LifecycleTests {
    @Test("when the program is killed, the inspector says so and ends with 2")
    func programKilled() async throws {
        try await DemoProcess.with("--unix") { demo in
            let inspector = try ProgramRun(Executables.strobe, ["attach"], environment: demo.environment)
            try inspector.write("get .session\n")
            try await inspector.waitForOutput { $0.contains("initialized") }
            demo.run.kill()
            // It may have ended already: it notices without a command.
            try? inspector.write("get .session\n")
            try? inspector.closeInput()
            let outcome = try await inspector.outcome()
            #expect(outcome.status == 2)
            #expect(outcome.output == "\"initialized\"\n")
            #expect(outcome.errors.lowercased().contains("connection"), "\(outcome.errors)")
        }
    }

    @Test("when the program is killed in the middle of a command, the command ends with 2")
    func programKilledInMidCommand() async throws {
        try await DemoProcess.with("--unix") { demo in
            let inspector = try ProgramRun(
                Executables.strobe, ["attach", "-e", "get .session", "-e", "wait 60"], environment: demo.environment)
            try await inspector.waitForOutput { $0.contains("initialized") }
            demo.run.kill()
            let outcome = try await inspector.outcome()
            #expect(outcome.status == 2)
        }
    }

    @Test("when an inspector is killed in mid-request, the program and the others go on")
    func inspectorKilled() async throws {
        try await DemoProcess.with("--unix") { demo in
            let inspector = try ProgramRun(
                Executables.strobe, ["attach", "-e", "get .session", "-e", "watch", "-e", "wait 60"],
                environment: demo.environment)
            try await inspector.waitForOutput { $0.contains("initialized") }
            inspector.kill()
            _ = try await inspector.outcome()
            let outcome = try await demo.strobe("attach", "--json", "-e", "stores", "-e", "send .load", "-e", "log")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("\"seq\":0"))
            #expect(outcome.output.contains("\"seq\":1"))
            let ended = try await demo.stop()
            #expect(ended.status == 0)
        }
    }

    @Test("a program that ends in good order says goodbye, and leaves neither socket nor discovery file")
    func goodOrder() async throws {
        try await DemoProcess.with("--unix", "--tcp") { demo in
            let files = try FileManager.default.subpathsOfDirectory(atPath: demo.directory.path())
            #expect(files.contains { $0.hasSuffix(".sock") })
            #expect(files.contains { $0.hasSuffix(".json") })
            demo.run.terminate()
            let outcome = try await demo.run.outcome()
            #expect(outcome.status == 0)
            let left = try FileManager.default.subpathsOfDirectory(atPath: demo.directory.path())
            #expect(!left.contains { $0.hasSuffix(".sock") || $0.hasSuffix(".json") })
        }
    }

    @Test("with nothing to attach to, the inspector says what to do")
    func nothingThere() async throws {
        let outcome = try await ProgramRun.run(
            Executables.strobe, ["attach", "-e", "state"],
            environment: ["NO_COLOR": ""])
        #expect(outcome.status == 2)
        #expect(outcome.output == "")
        #expect(
            outcome.errors.contains("There is no process to attach to. Start one with STROBE=1."), "\(outcome.errors)")
    }
}
