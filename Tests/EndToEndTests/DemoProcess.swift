import Foundation
import StrobeClient
import StrobeProtocol
import StrobeTransport
import TerminalTesting

/// A listening demo process with its own runtime directory, so that nothing else is found there.
struct DemoProcess {
    let run: ProgramRun
    let directory: URL

    /// The environment in which a program finds it; the user's home is not used.
    var environment: [String: String] {
        ["XDG_RUNTIME_DIR": directory.path(), "HOME": directory.path(), "NO_COLOR": ""]
    }

    /// Starts the demo, waits until it listens, and runs a test with it; it is ended in any case.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - environment: Variables added to its environment.
    ///   - fileLimit: The maximum number of its open files, including sockets; by default, that of this process.
    ///   - fileBytes: The maximum size of a file that it writes.
    ///   - runtime: Its `XDG_RUNTIME_DIR`; by default, the directory of its own.
    ///   - word: The text on standard error that shows that it is ready.
    ///   - use: The test.
    static func with(
        _ arguments: String..., environment: [String: String] = [:], fileLimit: Int? = nil,
        fileBytes: Int? = nil, runtime: String? = nil, saying word: String = "listening on ",
        use: (DemoProcess) async throws -> Void
    ) async throws {
        // Short, because the path of a socket is limited to some hundred bytes.
        let directory = URL(filePath: "/tmp/strobe-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: directory) }
        var command = [Executables.demo, "--quiet", "--delay", "1"] + arguments
        if let fileLimit { command = ["/bin/sh", "-c", "ulimit -n \(fileLimit) && exec \"$0\" \"$@\""] + command }
        if let fileBytes { command = SmallDisk.limiting(command, toFilesOf: fileBytes) }
        let run = try ProgramRun(
            command[0], Array(command.dropFirst()),
            environment: environment.merging(["XDG_RUNTIME_DIR": runtime ?? directory.path()]) { $1 })
        defer { run.kill() }
        try await run.waitForErrors { $0.contains(word) }
        try await use(DemoProcess(run: run, directory: directory))
    }

    /// Runs the inspector with it.
    func strobe(_ arguments: String..., input: String = "") async throws -> ProgramRun.Outcome {
        try await strobe(arguments, input: input)
    }

    func strobe(_ arguments: [String], input: String = "") async throws -> ProgramRun.Outcome {
        try await ProgramRun.run(Executables.strobe, arguments, input: input, environment: environment)
    }

    /// Its endpoint as announced: `tcp:127.0.0.1:PORT` or `unix:PATH`.
    func endpoint() async throws -> String {
        let errors = try await run.waitForErrors { $0.contains("\n") }
        let line = errors.split(separator: "\n").first { $0.hasPrefix("listening on ") }
        return String(line?.dropFirst("listening on ".count) ?? "")
    }

    /// A client with an open session.
    func attach() async throws -> DebugClient {
        let target = try Discovery.find(String(run.pid), in: directory.path() + "/strobe")
        let client = try await DebugClient.connect(to: target)
        _ = try await client.initialize(client: .init(name: "test", version: "1"), access: .control)
        return client
    }

    /// The token of its TCP port.
    func token() throws -> String {
        guard let token = try Discovery.find(String(run.pid), in: directory.path() + "/strobe").token else {
            throw ProgramRun.Failure(description: "the discovery file holds no token")
        }
        return token
    }

    /// Its TCP port.
    func port() throws -> Int {
        for endpoint in try Discovery.find(String(run.pid), in: directory.path() + "/strobe").endpoints {
            if case .tcp(_, let port) = endpoint { return port }
        }
        throw ProgramRun.Failure(description: "the demo listens on no port")
    }

    /// Asks it to end, and waits for the end.
    func stop() async throws -> ProgramRun.Outcome {
        run.terminate()
        return try await run.outcome()
    }
}
