import Foundation

/// A demo process that listens, in a runtime directory of its own so that nothing else is found there.
struct DemoProcess {
    let run: ProgramRun
    let directory: URL

    /// What a program needs in order to find it.
    var environment: [String: String] { ["XDG_RUNTIME_DIR": directory.path(), "NO_COLOR": ""] }

    /// Starts the demo, waits until it listens, and lets a test use it; whatever happens, it is gone afterwards.
    static func with(_ arguments: String..., use: (DemoProcess) async throws -> Void) async throws {
        // Short, because a socket's path may hold no more than a hundred bytes.
        let directory = URL(filePath: "/tmp/strobe-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: directory) }
        let run = try ProgramRun(
            Executables.demo, ["--quiet", "--delay", "1"] + arguments,
            environment: ["XDG_RUNTIME_DIR": directory.path()])
        defer { run.kill() }
        try await run.waitForErrors { $0.contains("listening on ") }
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

    /// Asks it to end, and waits for that.
    func stop() async throws -> ProgramRun.Outcome {
        run.terminate()
        return try await run.outcome()
    }
}
