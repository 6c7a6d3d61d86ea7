import Foundation
import TerminalTesting

/// The inspector at a terminal, with input typed at its prompt.
extension PTYProcess {
    /// Starts the inspector.
    static func strobe(
        _ arguments: String..., environment: [String: String], rows: Int = 50, columns: Int = 100
    ) throws -> PTYProcess {
        try PTYProcess(Executables.strobe, arguments, environment: environment, rows: rows, columns: columns)
    }

    /// Types a line at a prompt.
    ///
    /// - Parameters:
    ///   - keys: The keys to type.
    ///   - prompt: The prompt to wait for.
    ///   - line: The text after the prompt, if it is not the keys.
    func type(_ keys: String, at prompt: String, showing line: String? = nil) throws {
        try wait(forLine: prompt)
        try send(keys)
        // A suggestion may be behind it.
        let typed = "\(prompt) \(line ?? keys)"
        try wait(for: "the line \(typed)") { screen in
            screen.cursorLine.hasPrefix(typed) && screen.cursorColumn >= typed.count
        }
        try send("\r")
    }

    /// Types a line at a prompt, and waits for its answer and the next prompt.
    ///
    /// - Parameter next: The next prompt, if it is different.
    func enter(_ keys: String, at prompt: String, showing line: String? = nil, then next: String? = nil) throws {
        try type(keys, at: prompt, showing: line)
        try wait(forLine: next ?? prompt)
    }

    /// Runs the inspector with a demo process, each with its own home, for the duration of a test.
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
