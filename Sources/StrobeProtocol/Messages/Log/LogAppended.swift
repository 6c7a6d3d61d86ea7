package import StrobeTree

/// A transition was appended to a store's log.
public struct LogAppended: ProtocolNotification, Hashable {
    public static let method = "log/appended"
    public static let summary = "A transition was appended to a store's log."
    public static let members: Members = [
        .required(\.subscription, "subscription", "The subscription."),
        .required(\.store, "store", "The store."),
        .required(\.entry, "entry", "The entry."),
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

extension LogAppended: ListedMembers {
    package func writeMembers(to line: inout JSONLine) {
        line.member("subscription", subscription)
        line.member("store", store)
        line.object("entry", entry.writeMembers)
    }
}
