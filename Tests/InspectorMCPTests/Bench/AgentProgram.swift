import Foundation
import StrobeClient
import StrobeProtocol
import StrobeTransport
import TerminalTesting

/// `strobe mcp` and the demo as programs of their own.
final class AgentProgram: Sendable {
    let child: ChildProcess
    let client: AgentTestClient

    /// The path of `strobe`.
    static let strobe = path("strobe", "Inspector")

    /// The program; a build of some targets alone names it after its target.
    private static func path(_ product: String, _ target: String) -> String {
        let path = BuiltProducts.path(of: product)
        return FileManager.default.isExecutableFile(atPath: path) ? path : BuiltProducts.path(of: target)
    }

    /// Starts the server.
    ///
    /// - Parameter environment: All of its environment.
    init(_ arguments: [String], environment: [String: String]) async throws {
        child = try await ChildProcess.launch(
            command: [Self.strobe, "mcp"] + arguments, environment: environment,
            errorOutput: .discarded)
        client = AgentTestClient(child.connection)
    }

    /// A demo that listens in a directory of its own.
    struct Demo {
        let run: ProgramRun
        let directory: String

        /// The directory with its discovery file.
        var target: String { directory + "/strobe" }

        /// A session with control.
        func attach() async throws -> DebugClient {
            let client = try await DebugClient.connect(to: try Discovery.find(String(run.pid), in: target))
            _ = try await client.initialize(client: .init(name: "test", version: "1"), access: .control)
            return client
        }

        /// Starts it, and ends it after a test in any case.
        ///
        /// - Parameter directory: Its `XDG_RUNTIME_DIR`; by default, one of its own.
        static func with(directory given: String? = nil, _ use: (Demo) async throws -> Void) async throws {
            let directory = given ?? "/tmp/agents-\(UUID().uuidString.prefix(8))"
            if given == nil {
                try FileManager.default.createDirectory(
                    atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
            defer { if given == nil { try? FileManager.default.removeItem(atPath: directory) } }
            let run = try ProgramRun(
                AgentProgram.path("strobe-demo", "StrobeDemo"), ["--quiet", "--delay", "1"],
                environment: ["XDG_RUNTIME_DIR": directory])
            defer { run.kill() }
            try await run.waitForErrors { $0.contains("listening on ") }
            try await use(Demo(run: run, directory: directory))
        }
    }
}
