import Foundation
import StrobeTree

/// Independent programs that read the output, so that its meaning is not only judged by its writer.
enum ExternalTool {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// The path of a program; `nil` if it is not installed.
    static func find(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program, and returns its output.
    ///
    /// - Throws: ``Failure`` if it is not installed, or its exit status is not 0.
    static func run(_ name: String, _ arguments: [String], in folder: URL) throws -> String {
        guard let path = find(name) else { throw Failure(description: "\(name) is not installed") }
        let (output, errors) = (folder.appending(path: "\(name).out"), folder.appending(path: "\(name).err"))
        for file in [output, errors] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let text = String(decoding: try Data(contentsOf: errors).prefix(4_000), as: UTF8.self)
            throw Failure(description: "\(name) ended with \(process.terminationStatus): \(text)")
        }
        return String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }

    /// The result of a Python program for a file: its content is `text`, `json` and `sys` are imported, it prints JSON.
    static func python(_ program: String, reading text: String) throws -> Value {
        try withFolder { folder in
            try Data(text.utf8).write(to: folder.appending(path: "input"))
            let start = "import json, sys\ntext = open('input', 'rb').read().decode('utf-8')\n"
            return try JSON.parse(try run("python3", ["-c", start + program], in: folder))
        }
    }

    /// Creates a temporary folder for a closure.
    static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "strobe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}
