internal import StrobeProtocol

/// The lines that report one thing, each encoded once for all clients that get the same line.
struct EncodedLineCache {
    private struct Key: Hashable {
        var subscription: String
        var places: [Int]?
    }

    private var lines: [Key: [UInt8]?] = [:]

    /// The line for subscriptions with an id.
    ///
    /// Each session numbers its own subscriptions, so that first subscriptions all have the same id.
    ///
    /// - Parameters:
    ///   - subscription: The id; the store and all the rest are the same for all lines that are kept here.
    ///   - places: Which of the changes it includes; by default, all.
    ///   - message: The notification.
    /// - Returns: The line, or `nil` if it cannot be encoded.
    mutating func line(
        of subscription: String, _ places: [Int]? = nil, _ message: () -> some ProtocolNotification
    ) -> [UInt8]? {
        let key = Key(subscription: subscription, places: places)
        if let line = lines[key] { return line }
        let line = LineEncoding.notification(message())
        lines[key] = .some(line)
        return line
    }
}
