import Foundation
import TerminalTesting

/// Starts the program under test and interprets its screen.
enum Fixture {
    static let path = BuiltProducts.path(of: "LineEditingFixture")
    static let prompt = "store> "

    /// The fixture on a pseudo-terminal, with its prompt on the screen.
    static func start(
        _ arguments: [String] = [], environment: [String: String] = [:], rows: Int = 24, columns: Int = 60,
        isModern: Bool = false
    ) throws -> PTYProcess {
        let process = try PTYProcess(
            path, arguments, environment: environment, rows: rows, columns: columns, isModern: isModern)
        try process.wait(forLine: "store>", cursorColumn: prompt.count)
        return process
    }

    /// Creates a temporary folder for a closure.
    static func withDirectory<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("line-editing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url)
    }
}

extension PTYProcess {
    /// Types a line and Enter, and waits until the fixture prints the line and the next prompt.
    func enter(_ line: String, expecting read: String? = nil) throws {
        try send(line + "\r")
        try wait(forText: "ran: \((read ?? line).debugDescription)")
        try waitForPrompt()
    }

    /// Waits for an empty prompt.
    func waitForPrompt() throws {
        try wait(forLine: "store>", cursorColumn: Fixture.prompt.count)
    }

    /// All output so far as text.
    var transcript: String {
        String(decoding: output, as: UTF8.self)
    }
}
