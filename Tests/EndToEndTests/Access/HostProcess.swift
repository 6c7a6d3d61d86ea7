import Foundation
import Strobe
import StrobeProtocol
import Synchronization
import TerminalTesting

@testable import StrobeServer

/// A store and debug servers in the test process, which tests start and stop while an inspector is attached.
final class HostProcess: Sendable {
    enum Step: Codable, Sendable {
        case forward
    }

    let name = "host-\(UUID().uuidString.prefix(8))"
    let directory: URL
    let store = Store(initial: 0) { (count: inout Int, _: Step) in count += 1 }

    /// The environment in which a program finds it.
    var environment: [String: String] {
        ["XDG_RUNTIME_DIR": directory.path(), "HOME": directory.path(), "NO_COLOR": "1"]
    }

    init() throws {
        directory = URL(filePath: "/tmp/strobe-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// A server for the store that the inspector finds; without endpoints it only keeps the log.
    func server(on endpoints: [ServerEndpoint]) async throws -> DebugServer {
        var configuration = DebugServer.Configuration(access: .control, name: name)
        configuration.runtimeDirectory = directory.path() + "/strobe"
        let server = DebugServer(configuration: configuration)
        server.add(store, id: "counter")
        try await server.start(on: endpoints)
        return server
    }
}

/// Waits for asynchronous work on a thread that may be blocked, such as that of `onThread`.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) throws -> Result {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Swift.Result<Result, any Error>?>(nil)
    Task {
        do {
            let value = try await body()
            result.withLock { $0 = .success(value) }
        } catch {
            result.withLock { $0 = .failure(error) }
        }
        done.signal()
    }
    done.wait()
    guard let result = result.withLock({ $0 }) else { throw ProgramRun.Failure(description: "nothing came back") }
    return try result.get()
}
