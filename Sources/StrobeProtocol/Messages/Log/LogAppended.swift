/// Reports a new entry in a log.
public struct LogAppended: ProtocolNotification, Hashable {
    public static let method = "log/appended"
    public static let summary = "A transition was appended to a store's log."
    public static let parameters: [MethodDescription.Member] = [
        .required("subscription", "string", "The subscription."),
        .required("store", "string", "The store."),
        .required("entry", "LogEntry", "The entry."),
    ]

    /// The subscription.
    public var subscription: String
    /// The store.
    public var store: String
    /// The entry.
    public var entry: LogEntry

    /// Makes the message.
    public init(subscription: String, store: String, entry: LogEntry) {
        self.subscription = subscription
        self.store = store
        self.entry = entry
    }
}
