internal import StrobeSystem
internal import StrobeTree
internal import Synchronization

/// The messages that wait to be written, numbered in that order.
///
/// When the editor does not read, output of programs and logs may be dropped, and is said to be; and what is newly told
/// of a stop takes the place of what waits. Nothing else is lost.
final class EditorOutbox: Sendable {
    /// How many bytes may wait before output is dropped.
    static let outputLimit = 4 << 20
    /// How many messages may wait before notices of a stop replace those before.
    static let noticeLimit = 100

    private struct Message: Sendable {
        var seq: Int64
        var frame: [UInt8]
        /// What the tap notes.
        var members: Value.Object?
    }

    private struct Contents: Sendable {
        var waiting: [Message] = []
        /// Where the notices wait that newer ones replace.
        var notices: [String: Int] = [:]
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
        let notice = Self.notice(message)
        let place = contents.waiting.count < Self.noticeLimit ? nil : notice.flatMap { contents.notices[$0] }
        if place == nil { contents.seq += 1 }
        let seq = place.map { contents.waiting[$0].seq } ?? contents.seq
        members["seq"] = .int(seq)
        let body = Array(JSON.text(.object(members)).utf8)
        let frame = Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
        let new = Message(seq: seq, frame: frame, members: tap == nil ? nil : members)
        contents.bytes += frame.count
        if let place {
            contents.bytes -= contents.waiting[place].frame.count
            contents.waiting[place] = new
            return
        }
        if let notice {
            contents.notices[notice] = contents.waiting.count
        } else if !Self.isOutput(message) {
            contents.notices = [:]
        }
        contents.waiting.append(new)
    }

    /// The place of the message that a newer one replaces, if many wait: only output and notices may be behind it.
    static func placeToReplace(by message: Value, in waiting: [Value]) -> Int? {
        guard waiting.count >= noticeLimit, let key = notice(message) else { return nil }
        for place in waiting.indices.reversed() {
            let other = notice(waiting[place])
            if other == key { return place }
            if other == nil, !isOutput(waiting[place]) { return nil }
        }
        return nil
    }

    /// What a message tells anew of a stop that the editor knows; `nil` for other messages.
    private static func notice(_ message: Value) -> String? {
        guard case .string(let event)? = message["event"], let body = message["body"],
            case .int(let thread)? = body["threadId"],
            event == "invalidated" || event == "stopped" && body["preserveFocusHint"] == .bool(true)
        else { return nil }
        return "\(event) \(thread)"
    }

    private static func isOutput(_ message: Value) -> Bool { message["event"] == .string("output") }

    private func writeAll() async {
        while true {
            let messages = contents.update { contents -> [Message] in
                defer { (contents.waiting, contents.notices) = ([], [:]) }
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
                guard !isWritten else { return }
                (contents.isClosed, contents.isWriting, contents.bytes) = (true, false, 0)
                (contents.waiting, contents.notices) = ([], [:])
            }
            if !isWritten { return }
        }
    }
}
