internal import StrobeSystem
internal import StrobeTree
internal import Synchronization

/// The messages that wait to be written, numbered in that order.
///
/// When the editor does not read, output of programs and logs may be dropped, and is said to be. Nothing else is lost: if that
/// becomes too much, nothing more is written.
final class EditorOutbox: Sendable {
    /// How many bytes may wait before output is dropped.
    static let outputLimit = 4 << 20
    /// How many bytes may wait at all.
    static let limit = 64 << 20

    private struct Message: Sendable {
        var frame: [UInt8]
        /// What the tap notes.
        var members: Value.Object?
    }

    private struct Contents: Sendable {
        var waiting: [Message] = []
        var bytes = 0
        var seq: Int64 = 0
        var droppedOutputs = 0
        var isWriting = false
        var isClosed = false
    }

    private let contents = AsyncCondition(Contents())
    private let write: @Sendable ([UInt8]) async -> Bool
    private let tap: AdapterTap?
    private let overflow: @Sendable () -> Void

    /// - Parameter overflow: Called once if more waits than may.
    init(
        tap: AdapterTap? = nil, write: @escaping @Sendable ([UInt8]) async -> Bool,
        overflow: @escaping @Sendable () -> Void = {}
    ) {
        (self.tap, self.write, self.overflow) = (tap, write, overflow)
    }

    /// Queues a message.
    ///
    /// - Parameters:
    ///   - message: The message without its number.
    ///   - isOutput: Whether it may be dropped.
    /// - Returns: Its number.
    @discardableResult
    func post(_ message: Value, isOutput: Bool = false) -> Int64 {
        let (seq, starts, isTooMuch) = contents.update { contents -> (Int64, Bool, Bool) in
            if isOutput, contents.bytes > Self.outputLimit {
                contents.droppedOutputs += 1
                return (contents.seq, false, false)
            }
            append(message, to: &contents)
            let isTooMuch = contents.bytes > Self.limit && !contents.isClosed
            if isTooMuch { (contents.isClosed, contents.waiting) = (true, []) }
            defer { contents.isWriting = true }
            return (contents.seq, !contents.isWriting, isTooMuch)
        }
        if isTooMuch { overflow() }
        if starts { Task { await writeAll() } }
        return seq
    }

    /// Waits until everything that was queued is written, or nobody reads any more; for half of the second that an end may take.
    func drained() async {
        _ = await contents.wait(within: .milliseconds(500)) { $0.isWriting && !$0.isClosed ? nil : true }
    }

    private func append(_ message: Value, to contents: inout Contents) {
        guard !contents.isClosed, case .object(var members) = message else { return }
        contents.seq += 1
        members["seq"] = .int(contents.seq)
        let body = Array(JSON.text(.object(members)).utf8)
        let frame = Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
        contents.bytes += frame.count
        contents.waiting.append(Message(frame: frame, members: tap == nil ? nil : members))
    }

    private func writeAll() async {
        while true {
            let messages = contents.update { contents -> [Message] in
                if contents.droppedOutputs > 0 {
                    let text = "… \(contents.droppedOutputs) outputs were dropped, since the editor did not read them\n"
                    contents.droppedOutputs = 0
                    let body: Value = ["category": "console", "output": .string(text)]
                    append(["type": "event", "event": "output", "body": body], to: &contents)
                }
                defer { contents.waiting = [] }
                if contents.waiting.isEmpty { contents.isWriting = false }
                return contents.waiting
            }
            guard !messages.isEmpty else { return }
            for message in messages {
                if let members = message.members { tap?.note(.object(members), isOut: true) }
            }
            let batch = Array(messages.map(\.frame).joined())
            let isWritten = await write(batch)
            contents.update { contents in
                contents.bytes -= batch.count
                if !isWritten { (contents.isClosed, contents.isWriting, contents.waiting) = (true, false, []) }
            }
            if !isWritten { return }
        }
    }
}
