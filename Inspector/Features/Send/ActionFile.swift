import InspectorCore
import StrobeSystem
import StrobeTree

/// A file of actions, one JSON text a line: plain actions, `{"store": ID, "action": ACTION}` or lines of a recording.
///
/// Reads in blocks, up to the size that the file had when opened. Not thread-safe.
final class ActionFile {
    /// One action.
    struct Line: Sendable {
        /// The line number, from 1.
        var number: Int
        /// The store, if the line names one.
        var store: String?
        var action: Value
        /// The origin, if the line is one of a recording.
        var origin: String?
    }

    /// The maximum length of a line, in bytes.
    static let maxLineBytes = 64 << 20

    let path: String
    /// The size of the file when it was opened, in bytes.
    let size: Int
    /// The number of the last line read, from 1.
    private(set) var number = 0
    /// The number of bytes read.
    private(set) var position = 0
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// Where the next line begins in the buffer, and how far the buffer was searched for its line feed.
    private var start = 0
    private var searched = 0
    private var fetched = 0

    /// Opens a file.
    ///
    /// - Throws: ``InspectorError`` (`failed`) if the path cannot be read or is not a regular file.
    init(_ path: String) throws(InspectorError) {
        self.path = path
        // Non-blocking: opening a FIFO would wait for a writer.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let reason = SystemError.text()
            throw InspectorError(.failed, "The file \(path) cannot be read: \(reason).")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw InspectorError(.failed, "\(path) is not a file of actions: it is a directory or a device.")
        }
        size = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Goes back to the beginning.
    func rewind() {
        (number, position, fetched, start, searched) = (0, 0, 0, 0, 0)
        buffer = []
    }

    /// Returns the next action; `nil` at the end.
    ///
    /// Skips blank lines, and lines of a recording that are not transitions.
    ///
    /// - Throws: ``InspectorError`` with file and line if a line is not an action.
    func next() throws(InspectorError) -> Line? {
        while let bytes = try line() {
            if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            let value: Value
            do throws(TreeError) {
                value = try JSON.parse(bytes, limits: JSONLimits(maxBytes: Self.maxLineBytes))
            } catch {
                throw failure("is not JSON: \(error.message)", .malformed)
            }
            if let line = try Self.action(in: value, failure) {
                return Line(number: number, store: line.store, action: line.action, origin: line.origin)
            }
        }
        return nil
    }

    /// The kind of error in a line.
    enum Fault: Sendable { case malformed, refused }

    /// An error in the last line read.
    func failure(_ what: String, _ fault: Fault = .malformed) -> InspectorError {
        InspectorError(.failed, "\(path):\(number) \(what)")
    }

    private static func action(
        in value: Value, _ failure: (String, Fault) -> InspectorError
    ) throws(InspectorError) -> (store: String?, action: Value, origin: String?)? {
        guard case .object(let members) = value else { return (nil, value, nil) }
        if case .string(let kind)? = members["kind"], kinds.contains(kind) {
            guard kind == "transition" else { return nil }
            guard let action = members["action"] else { return nil }
            return (text(members["store"]), action, text(members["origin"]))
        }
        guard let action = members["action"], let store = members["store"] else { return (nil, value, nil) }
        guard let store = text(store) else {
            throw failure("has a `store` that is not a string.", .malformed)
        }
        return (store, action, text(members["origin"]))
    }

    private static func text(_ value: Value?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }

    /// The kinds of lines in a recording.
    private static let kinds: Set = [
        "header", "store", "transition", "keyframe", "note", "gap", "removed", "end",
    ]

    // MARK: - Lines

    private func line() throws(InspectorError) -> ArraySlice<UInt8>? {
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { (start, searched) = (end + 1, end + 1) }
                position += end + 1 - start
                return content(buffer[start..<end])
            }
            searched = buffer.count
            guard fetched < size, try fetch() else {
                guard start < buffer.count else { return nil }
                defer { (start, searched) = (buffer.count, buffer.count) }
                position += buffer.count - start
                return content(buffer[start...])
            }
        }
    }

    private func content(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        number += 1
        let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        return number == 1 && line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
    }

    /// Reads the next block; `false` at the end.
    private func fetch() throws(InspectorError) -> Bool {
        guard buffer.count - start <= Self.maxLineBytes else {
            number += 1
            throw failure("is longer than \(NumberText.bytes(Self.maxLineBytes)).")
        }
        if start > 0 {
            buffer.removeSubrange(..<start)
            (searched, start) = (searched - start, 0)
        }
        let wanted = min(1 << 20, size - fetched)
        let known = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: wanted))
        var count = -1
        repeat {
            count = buffer.withUnsafeMutableBytes { bytes in
                pread(descriptor, bytes.baseAddress?.advanced(by: known), wanted, off_t(fetched))
            }
        } while count < 0 && errno == EINTR
        buffer.removeLast(wanted - max(count, 0))
        guard count >= 0 else {
            throw InspectorError(
                .failed, "The file \(path) cannot be read to its end: \(SystemError.text()).")
        }
        fetched += count
        return count > 0
    }
}
