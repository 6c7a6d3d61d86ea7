internal import Foundation
internal import Synchronization

/// An input in a temporary file.
final class FuzzFile {
    private static let made = Atomic<Int>(0)
    let path: String

    init(_ bytes: [UInt8]) throws {
        let number = Self.made.wrappingAdd(1, ordering: .relaxed).newValue
        path =
            FileManager.default.temporaryDirectory.path
            + "/strobe-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(number).jsonl"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
