internal import StrobeSystem
internal import StrobeTree
internal import Synchronization

/// The messages that wait to be written, numbered in that order.
///
/// Output of programs and logs may be dropped, and is said to be, when the editor does not read: nothing else is.
final class EditorOutbox: Sendable {
    /// How many bytes may wait before output is dropped.
    static let outputLimit = 4 << 20

    private struct Contents: Sendable {
        var waiting: [[UInt8]] = []
        var bytes = 0
        var seq: Int64 = 0
        var droppedOutputs = 0
        var isWriting = false
        var isClosed = false
    }

    private let contents = AsyncCondition(Contents())
    private let write: @Sendable ([UInt8]) async -> Bool
    private let tap: AdapterTap?

    init(tap: AdapterTap? = nil, write: @escaping @Sendable ([UInt8]) async -> Bool) {
        (self.tap, self.write) = (tap, write)
    }

    /// Queues a message.
    ///
    /// - Parameters:
    ///   - message: The message without its number.
    ///   - isOutput: Whether it may be dropped.
    /// - Returns: Its number.
    @discardableResult
    func post(_ message: Value, isOutput: Bool = false) -> Int64 {
        let (seq, starts) = contents.update { contents -> (Int64, Bool) in
            if isOutput, contents.bytes > Self.outputLimit {
                contents.droppedOutputs += 1
                return (contents.seq, false)
            }
            if contents.droppedOutputs > 0, contents.bytes <= Self.outputLimit {
                let text = "… \(contents.droppedOutputs) outputs were dropped, since the editor did not read them\n"
                contents.droppedOutputs = 0
                append(
                    ["type": "event", "event": "output", "body": ["category": "console", "output": .string(text)]],
                    to: &contents)
            }
            append(message, to: &contents)
            defer { contents.isWriting = true }
            return (contents.seq, !contents.isWriting)
        }
        if starts { Task { await writeAll() } }
        return seq
    }

    /// Waits until everything that was queued is written, or nobody reads any more; at most a second.
    func drained() async {
        _ = await contents.wait(within: .seconds(1)) { $0.isWriting ? nil : true }
    }

    private func append(_ message: Value, to contents: inout Contents) {
        guard !contents.isClosed, case .object(var members) = message else { return }
        contents.seq += 1
        members["seq"] = .int(contents.seq)
        tap?.note(.object(members), isOut: true)
        let body = Array(JSON.text(.object(members)).utf8)
        let frame = Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
        contents.waiting.append(frame)
        contents.bytes += frame.count
    }

    private func writeAll() async {
        while true {
            let batch = contents.update { contents -> [UInt8] in
                defer { contents.waiting = [] }
                if contents.waiting.isEmpty { contents.isWriting = false }
                return Array(contents.waiting.joined())
            }
            guard !batch.isEmpty else { return }
            let isWritten = await write(batch)
            contents.update { contents in
                contents.bytes -= batch.count
                guard !isWritten else { return }
                (contents.isClosed, contents.isWriting, contents.waiting, contents.bytes) = (true, false, [], 0)
            }
            if !isWritten { return }
        }
    }
}
