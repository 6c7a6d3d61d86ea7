internal import StrobeSystem
internal import StrobeTree
internal import Synchronization

/// Writes every message of an adapter to a file, a JSON object a line, so that all of them can be held to the schema.
///
/// The messages hold states: the file is for its owner alone.
package final class AdapterTap: Sendable {
    private static let made = Atomic(0)

    private let descriptor: CInt

    /// Creates a file in a folder.
    ///
    /// - Returns: `nil` if that is not possible.
    package init?(folder: String) {
        let number = Self.made.wrappingAdd(1, ordering: .relaxed).newValue
        mkdir(folder, 0o755)
        descriptor = open("\(folder)/dap-\(getpid())-\(number).jsonl", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Notes a message: what the adapter sends is `out`, what it receives `in`.
    func note(_ message: Value, isOut: Bool) {
        let line = JSON.text([isOut ? "out" : "in": message]) + "\n"
        _ = Array(line.utf8).withUnsafeBytes { SystemFile.write($0, to: descriptor) }
    }
}
