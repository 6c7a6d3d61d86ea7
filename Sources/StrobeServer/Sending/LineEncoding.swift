internal import StrobeProtocol
internal import StrobeTree

/// Encodes the messages of this server as lines.
enum LineEncoding {
    /// The maximum length of an error message, in scalars: it may quote received text of any length.
    private static let messageLength = 1_000

    /// The line of a result, or of an error if it would exceed the limit.
    static func result(_ id: RequestID, _ content: some Encodable, limit: Int = .max) -> [UInt8] {
        do throws(ProtocolError) {
            return try line(id, content, limit: limit)
        } catch {
            return failure(id, error)
        }
    }

    /// The line of a result.
    ///
    /// - Throws: `tooLarge` if it would exceed the limit.
    static func line(_ id: RequestID, _ content: some Encodable, limit: Int) throws(ProtocolError) -> [UInt8] {
        let line = try Envelope.line(id: id, result: content, limits: TreeLimits(maxBytes: limit))
        guard line.count <= limit else {
            throw ProtocolError.tooLarge("bytes", count: line.count, limit: limit, advice: "Request less at once.")
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

    /// The line of a notification; `nil` if it is nested too deeply to be encoded.
    static func notification(_ message: some ProtocolNotification, with text: MessageText = MessageText()) -> [UInt8]? {
        try? Envelope.line(of: message, with: text)
    }
}
