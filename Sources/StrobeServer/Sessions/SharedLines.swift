internal import StrobeProtocol

/// The lines that tell of one thing, each written once for all clients that are told of it in the same words.
struct SharedLines {
    private var lines: [String: [UInt8]?] = [:]

    /// The line for subscriptions of an id.
    ///
    /// Each session numbers its own subscriptions, so that the first ones of all are called the same.
    ///
    /// - Parameters:
    ///   - subscription: The id; the store and all the rest are the same for all lines that are kept here.
    ///   - message: What it says.
    /// - Returns: The line, or `nil` where it cannot be written.
    mutating func line(of subscription: String, _ message: () -> some ProtocolNotification) -> [UInt8]? {
        if let line = lines[subscription] { return line }
        let line = Wire.notification(message())
        lines[subscription] = .some(line)
        return line
    }
}
