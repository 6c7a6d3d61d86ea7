import Foundation
import StrobeClient
import StrobeTree
import TerminalTesting
import Testing

@testable import Inspector
@testable import InspectorDAP

/// The demo, as editors launch it.
enum DemoBench {
    /// The path of a program, which has another name where its product is not built.
    private static func path(_ product: String, _ target: String) -> String {
        [product, target].map(BuiltProducts.path(of:)).first { FileManager.default.isExecutableFile(atPath: $0) }
            ?? product
    }

    static let demo = path("strobe-demo", "StrobeDemo")
    static let strobe = path("strobe", "Inspector")

    /// A folder of its own for discovery.
    static func folder() throws -> String {
        var template = Array("/tmp/strobe-dap-XXXXXX".utf8CString)
        return try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    /// The arguments that launch it.
    static func arguments(_ more: Value.Object = [:]) -> Value {
        var arguments: Value.Object = [
            "command": [.string(demo), "--stdio", "--quiet", "--delay", "1"], "via": "stdio",
        ]
        for (name, value) in more { arguments[name] = value }
        return .object(arguments)
    }

    /// Whether a process runs.
    static func isRunning(_ pid: Int) -> Bool { kill(pid_t(pid), 0) == 0 }

    /// Waits until a process has ended.
    static func ended(_ pid: Int, within limit: Duration = .seconds(10)) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while isRunning(pid), ContinuousClock.now < deadline { await Task.yield() }
        return !isRunning(pid)
    }
}

extension EditorBench {
    /// Launches a program, and configures nothing.
    func launch(_ arguments: Value = DemoBench.arguments(), client: Value = [:]) async throws {
        try await ask("initialize", client)
        let launch = request("launch", arguments)
        try await event("initialized")
        try await ask("configurationDone")
        #expect(try await response(to: launch)["success"] == true)
    }

    /// The process id that the adapter told.
    func pid() async throws -> Int { try #require(try await event("process")["systemProcessId"]?.number) }
}
