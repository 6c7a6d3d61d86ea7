import Foundation
import StrobeClient
import StrobeTree
import TerminalTesting
import Testing

@testable import Inspector
@testable import InspectorDAP

/// The demo, as editors launch it.
enum DemoBench {
    /// The path of a program: where its product is not built, what is left of it may be old, and the target is newer.
    private static func path(_ product: String, _ target: String) -> String {
        func time(_ path: String) -> Date? {
            try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        }
        let paths = [product, target].map(BuiltProducts.path(of:))
        return paths.filter { time($0) != nil }.max { time($0) ?? .now < time($1) ?? .now } ?? paths[0]
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
