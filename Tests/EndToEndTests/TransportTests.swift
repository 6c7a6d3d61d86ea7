import Foundation
import DeclarationTesting
import TerminalTesting
import Testing

/// The same script over each transport: read, dispatch, compare, move in time.
@Suite(.timeLimit(.minutes(5)))
struct TransportTests {
    private static let commands = [
        "state", "send .load", "wait --action '.loaded*'", "log", "diff 0 1", "goto 0", "get .session", "next", "live",
        "use currency", #"send .inputChanged("12.5")"#, "get .inputAmount", "jump 0", "get .inputAmount",
    ]
    private static let script = commands.flatMap { ["-e", $0] }

    private func check(_ outcome: ProgramRun.Outcome) {
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errorsBesideNotices == "")
        #expect(outcome.output.hasPrefix("State  @0\n  session: .initialized\n"))
        #expect(outcome.output.contains("#1  2 changes  ⇒ .load"))
        let change = Declarations.areRead ? ".initialized → .loading" : "\"initialized\" → \"loading\""
        #expect(outcome.output.contains("~ .session  \(change)"))
        #expect(outcome.output.contains("@0 → @1  2 changes"))
        #expect(outcome.output.contains("\n\"initialized\"\n"))
        #expect(outcome.output.contains("\n12.5\n"))
        #expect(outcome.output.hasSuffix("\nnull\n"))
    }

    @Test("over the standard streams of a child process")
    func standardStreams() async throws {
        check(
            try await ProgramRun.run(
                Executables.strobe,
                ["run"] + Self.script + ["--"] + Executables.servedDemo + ["--quiet", "--delay", "1"],
                environment: ["NO_COLOR": ""]))
    }

    @Test("over TCP, found by its discovery file, which holds the token")
    func tcp() async throws {
        try await DemoProcess.with("--tcp") { demo in
            check(try await ProgramRun.run(Executables.strobe, ["attach"] + Self.script, environment: demo.environment))
            let ended = try await demo.stop()
            #expect(ended.status == 0)
        }
    }

    @Test("over a Unix socket, found by its discovery file")
    func unix() async throws {
        try await DemoProcess.with("--unix") { demo in
            check(try await ProgramRun.run(Executables.strobe, ["attach"] + Self.script, environment: demo.environment))
            let ended = try await demo.stop()
            #expect(ended.status == 0)
        }
    }

    @Test("a process is attached to by name, by pid, by port and by socket")
    func names() async throws {
        try await DemoProcess.with("--tcp", "--unix") { demo in
            let tcp = try await demo.endpoint().dropFirst("tcp:".count)
            for target in ["strobe-demo", String(demo.run.pid), String(tcp)] {
                let outcome = try await demo.strobe("attach", target, "-e", "get .session")
                #expect(outcome.output == "\"initialized\"\n", "\(target): \(outcome.errors)")
                #expect(outcome.status == 0)
            }
        }

        try await DemoProcess.with("--unix") { other in
            let path = try await other.endpoint().dropFirst("unix:".count)
            let outcome = try await other.strobe("attach", String(path), "-e", "get .session")
            #expect(outcome.output == "\"initialized\"\n", "\(outcome.errors)")
        }
    }

    @Test("without the token of the discovery file a TCP port opens to no client")
    func token() async throws {
        try await DemoProcess.with("--tcp") { demo in
            let port = try await demo.endpoint().dropFirst("tcp:".count)
            let outcome = try await ProgramRun.run(
                Executables.strobe, ["attach", String(port), "-e", "send .load"],
                environment: ["NO_COLOR": ""])
            #expect(outcome.status == 2)
            #expect(outcome.output == "")
            #expect(try await demo.strobe("attach", "-e", "get .session").output == "\"initialized\"\n")
        }
    }
}
