internal import StrobeProtocol

/// The lines that tell of one thing, each written once for all clients that are told of it in the same words.
struct EncodedLineCache {
    private struct Key: Hashable {
        var subscription: String
        var places: [Int]?
    }

    private var lines: [Key: [UInt8]?] = [:]

    /// The line for subscriptions of an id.
    ///
    /// Each session numbers its own subscriptions, so that the first ones of all are called the same.
    ///
    /// - Parameters:
    ///   - subscription: The id; the store and all the rest are the same for all lines that are kept here.
    ///   - places: Which of the changes it tells of; all without.
    ///   - message: What it says.
    /// - Returns: The line, or `nil` where it cannot be written.
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
