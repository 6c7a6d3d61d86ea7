import StrobeTree

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file of actions, one JSON text a line: plain actions, `{"store": ID, "action": ACTION}`, or the lines of a recording.
///
/// It is read in blocks from the beginning to where it ended when it was opened. Belongs to the one who reads.
final class ActionFile {
    /// One action.
    struct Line: Sendable {
        /// The number of its line, from 1.
        var number: Int
        /// Its store, where the line names one.
        var store: String?
        var action: Value
        /// Who asked for it, where the line is one of a recording.
        var origin: String?
    }

    /// The longest line, in bytes.
    static let maxLineBytes = 64 << 20

    let path: String
    /// How large it was when it was opened, in bytes.
    let size: Int
    /// The line that was read last, from 1.
    private(set) var number = 0
    /// How many bytes were read.
    private(set) var position = 0
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// Where the next line begins in the buffer, and up to where no line feed stands.
    private var start = 0
    private var searched = 0
    private var fetched = 0

    /// Opens a file.
    ///
    /// - Throws: ``InspectorError`` (`failed`) where it cannot be read, or is no file.
    init(_ path: String) throws(InspectorError) {
        self.path = path
        // Without waiting for the writer that a FIFO may not have.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
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

    /// The next action; `nil` at the end.
    ///
    /// Blank lines, and those of a recording that are no transitions, are passed over.
    ///
    /// - Throws: ``InspectorError`` with the place of what is no action.
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

    /// What is wrong with a line.
    enum Fault: Sendable { case malformed, refused }

    /// An error at the line that was read last.
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
            throw failure("names a store that is no text.", .malformed)
        }
        return (store, action, text(members["origin"]))
    }

    private static func text(_ value: Value?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }

    /// The kinds of the lines of a recording.
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

    /// Reads on; `false` where there is nothing any more.
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
            throw InspectorError(.failed, "The file \(path) cannot be read on: \(String(cString: strerror(errno))).")
        }
        fetched += count
        return count > 0
    }
}
