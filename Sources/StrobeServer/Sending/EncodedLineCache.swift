internal import StrobeProtocol
internal import StrobeTree

/// Caches the lines of one notification, encoded once for all clients that get the same line.
struct EncodedLineCache {
    private struct Key: Hashable {
        var subscription: String
        var places: [Int]?
    }

    private let text: MessageText
    /// The first line, which is the only one in most cases.
    private var first: (key: Key, line: [UInt8]?)?
    private var others: [Key: [UInt8]?] = [:]

    /// - Parameter text: Encodes the lines.
    init(_ text: MessageText) {
        self.text = text
    }

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
        if let first, first.key == key { return first.line }
        if let line = others[key] { return line }
        let line = LineEncoding.notification(message(), with: text)
        if first == nil { first = (key, line) } else { others[key] = .some(line) }
        return line
    }
}
