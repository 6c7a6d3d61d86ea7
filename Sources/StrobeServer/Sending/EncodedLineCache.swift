internal import StrobeProtocol

/// Caches the lines of one notification, encoded once for all clients that get the same line.
struct EncodedLineCache {
    private struct Key: Hashable {
        var subscription: String
        var places: [Int]?
    }

    private var lines: [Key: [UInt8]?] = [:]

    /// Returns the line for subscriptions with an id.
    ///
    /// Each session numbers its own subscriptions, so that first subscriptions all have the same id.
    ///
    /// - Parameters:
    ///   - subscription: The id; the store and everything else are the same for all lines in this cache.
    ///   - places: The indices of the changes that it includes; all if `nil`.
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
