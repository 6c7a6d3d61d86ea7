internal import StrobeProtocol
internal import StrobeTree

/// Turns what this server says into lines.
enum LineEncoding {
    /// How long the message of an error gets, in scalars: it may quote what was sent, however long that was.
    private static let messageLength = 1_000

    /// The line of an answer; of an error where it would be longer than the limit.
    static func result(_ id: RequestID, _ content: some Encodable, limit: Int = .max) -> [UInt8] {
        do throws(ProtocolError) {
            return try line(id, content, limit: limit)
        } catch {
            return failure(id, error)
        }
    }

    /// The line of a result.
    ///
    /// - Throws: `tooLarge` where it would be longer than the limit.
    static func line(_ id: RequestID, _ content: some Encodable, limit: Int) throws(ProtocolError) -> [UInt8] {
        let line = try Envelope.result(id: id, of: content, limits: TreeLimits(maxBytes: limit)).encode()
        guard line.count <= limit else {
            throw ProtocolError.tooLarge("bytes", count: line.count, limit: limit, advice: "Ask for less at once.")
        }
        return line
    }

    static func failure(_ id: RequestID?, _ error: ProtocolError) -> [UInt8] {
        var error = error
        let scalars = error.message.unicodeScalars
        let start = scalars.prefix(messageLength)
        if start.endIndex < scalars.endIndex { error.message = String(start) + "…" }
        return Envelope.failure(id: id, error).encode()
    }

    /// The line of a notification; `nil` for one that is nested too deeply to be written.
    static func notification(_ message: some ProtocolNotification) -> [UInt8]? {
        try? Envelope.notification(message).encode()
    }
}
