import Foundation
import TerminalTesting

/// The inspector at a terminal, and what is typed at its prompt.
extension PTYProcess {
    /// Starts the inspector.
    static func strobe(
        _ arguments: String..., environment: [String: String], rows: Int = 50, columns: Int = 100
    ) throws -> PTYProcess {
        try PTYProcess(Executables.strobe, arguments, environment: environment, rows: rows, columns: columns)
    }

    /// Types a line once the prompt is there.
    ///
    /// - Parameters:
    ///   - keys: What is typed.
    ///   - prompt: The prompt that it is typed at.
    ///   - line: The text after the prompt then, if not the same.
    func type(_ keys: String, at prompt: String, showing line: String? = nil) throws {
        try wait(forLine: prompt)
        try send(keys)
        try wait(forLine: "\(prompt) \(line ?? keys)")
        try send("\r")
    }

    /// Types a line once the prompt is there, and waits until its answer and the next prompt are.
    ///
    /// - Parameter next: The prompt that comes after it, if not the same.
    func enter(_ keys: String, at prompt: String, showing line: String? = nil, then next: String? = nil) throws {
        try type(keys, at: prompt, showing: line)
        try wait(forLine: next ?? prompt)
    }

    /// Runs the inspector with a demo process of its own, in a home of its own, until a test is done with it.
    static func withDemo(
        rows: Int = 50, columns: Int = 100, _ use: @escaping @Sendable (PTYProcess) throws -> Void
    ) async throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "strobe-home-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let environment = ["HOME": home.path(), "XDG_STATE_HOME": home.path()]
        try await onThread {
            let terminal = try strobe(
                "demo", "--", "--quiet", "--delay", "1", environment: environment, rows: rows, columns: columns)
            try terminal.wait(forLine: "profile>")
            try use(terminal)
        }
    }
}
