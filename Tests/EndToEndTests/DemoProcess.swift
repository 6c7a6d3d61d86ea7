import Foundation
import StrobeClient
import StrobeProtocol
import StrobeTransport

/// A demo process that listens, in a runtime directory of its own so that nothing else is found there.
struct DemoProcess {
    let run: ProgramRun
    let directory: URL

    /// What a program needs in order to find it; nothing of the user's home gets in.
    var environment: [String: String] {
        ["XDG_RUNTIME_DIR": directory.path(), "HOME": directory.path(), "NO_COLOR": ""]
    }

    /// Starts the demo, waits until it listens, and lets a test use it; whatever happens, it is gone afterwards.
    ///
    /// - Parameters:
    ///   - arguments: What it is started with.
    ///   - environment: What is added to its environment.
    ///   - fileLimit: How many files it may have open, sockets included; as many as this process without.
    ///   - fileBytes: How long a file may become that it writes.
    ///   - word: What it says on standard error once it can be used.
    ///   - use: What is done with it.
    static func with(
        _ arguments: String..., environment: [String: String] = [:], fileLimit: Int? = nil,
        fileBytes: Int? = nil, saying word: String = "listening on ", use: (DemoProcess) async throws -> Void
    ) async throws {
        // Short, because a socket's path may hold no more than a hundred bytes.
        let directory = URL(filePath: "/tmp/strobe-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: directory) }
        var command = [Executables.demo, "--quiet", "--delay", "1"] + arguments
        if let fileLimit { command = ["/bin/sh", "-c", "ulimit -n \(fileLimit) && exec \"$0\" \"$@\""] + command }
        if let fileBytes { command = SmallDisk.limiting(command, toFilesOf: fileBytes) }
        let run = try ProgramRun(
            command[0], Array(command.dropFirst()),
            environment: environment.merging(["XDG_RUNTIME_DIR": directory.path()]) { $1 })
        defer { run.kill() }
        try await run.waitForErrors { $0.contains(word) }
        try await use(DemoProcess(run: run, directory: directory))
    }

    /// Runs the inspector against it.
    func strobe(_ arguments: String..., input: String = "") async throws -> ProgramRun.Outcome {
        try await ProgramRun.run(Executables.strobe, arguments, input: input, environment: environment)
    }

    /// Where it listens, as it announced it: `tcp:127.0.0.1:PORT` or `unix:PATH`.
    func endpoint() async throws -> String {
        let errors = try await run.waitForErrors { $0.contains("\n") }
        let line = errors.split(separator: "\n").first { $0.hasPrefix("listening on ") }
        return String(line?.dropFirst("listening on ".count) ?? "")
    }

    /// A client of it, with an open session.
    func attach() async throws -> DebugClient {
        let target = try Discovery.find(String(run.pid), in: directory.path() + "/strobe")
        let client = try await DebugClient.connect(to: target)
        _ = try await client.initialize(client: .init(name: "test", version: "1"), access: .control)
        return client
    }

    /// The token that opens its TCP port.
    func token() throws -> String {
        guard let token = try Discovery.find(String(run.pid), in: directory.path() + "/strobe").token else {
            throw ProgramRun.Failure(description: "the discovery file holds no token")
        }
        return token
    }

    /// The TCP port that it listens on.
    func port() throws -> Int {
        for endpoint in try Discovery.find(String(run.pid), in: directory.path() + "/strobe").endpoints {
            if case .tcp(_, let port) = endpoint { return port }
        }
        throw ProgramRun.Failure(description: "the demo listens on no port")
    }

    /// Asks it to end, and waits for that.
    func stop() async throws -> ProgramRun.Outcome {
        run.terminate()
        return try await run.outcome()
    }
}
