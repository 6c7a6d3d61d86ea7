public import StrobeTree

/// A store's state changed; the changes of several transitions may be merged.
public struct StateChanged: ProtocolNotification, Hashable {
    public static let method = "state/changed"
    public static let summary = "A store's state changed; the changes of several transitions may be merged."
    public static let members: Members = [
        .required(\.subscription, "subscription", "The subscription."),
        .required(\.store, "store", "The store."),
        .required(\.fromSeq, "fromSeq", "The seq of the state that the changes start from."),
        .required(\.seq, "seq", "The seq of the state that they lead to."),
        .optional(\.changes, "changes", "The changes, in order; absent if too large to send."),
    ]

    /// The subscription.
    public var subscription: String
    /// The store.
    public var store: String
    /// The seq of the state that the changes start from.
    public var fromSeq: Int
    /// The seq of the state that they lead to.
    public var seq: Int
    /// The changes, in order; absent if too large to send.
    public var changes: [Change]?

    /// Makes the message.
    public init(subscription: String, store: String, fromSeq: Int, seq: Int, changes: [Change]?) {
        self.subscription = subscription
        self.store = store
        self.fromSeq = fromSeq
        self.seq = seq
        self.changes = changes
    }
}
