internal import StrobeProtocol

/// Turns what this server says into lines.
enum Wire {
    /// The line of an answer; of an error where it would be longer than the limit.
    static func result(_ id: RequestID, _ content: some Encodable, limit: Int = .max) -> [UInt8] {
        do throws(ProtocolError) {
            let line = try Envelope.result(id: id, of: content).encode()
            guard line.count <= limit else {
                throw ProtocolError.tooLarge("bytes", count: line.count, limit: limit, advice: "Ask for less at once.")
            }
            return line
        } catch {
            return failure(id, error)
        }
    }

    static func failure(_ id: RequestID?, _ error: ProtocolError) -> [UInt8] {
        Envelope.failure(id: id, error).encode()
    }

    /// The line of a notification; `nil` for one that is nested too deeply to be written.
    static func notification(_ message: some ProtocolNotification) -> [UInt8]? {
        try? Envelope.notification(message).encode()
    }
}
