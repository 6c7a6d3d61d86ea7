/// The gate of a store stopped, or another action is pending at it.
public struct GateStopped: ProtocolNotification, Hashable {
    public static let method = "gate/stopped"
    public static let summary = "The gate of a store stopped, or another action is pending at it."
    public static let members: Members = [
        .required(\.subscription, "subscription", "The subscription."),
        .required(\.store, "store", "The store."),
        .required(\.seq, "seq", "The seq of the last transition."),
        .required(\.stop, "stop", "Why it stopped, and before or after which action."),
        .required(\.count, "count", "How many actions are held."),
    ]

    /// The subscription.
    public var subscription: String
    /// The store.
    public var store: String
    /// The seq of the last transition.
    public var seq: Int
    /// Why it stopped, and before or after which action.
    public var stop: GateStop
    /// How many actions are held.
    public var count: Int

    /// Makes the message.
    public init(subscription: String, store: String, seq: Int, stop: GateStop, count: Int) {
        self.subscription = subscription
        self.store = store
        self.seq = seq
        self.stop = stop
        self.count = count
    }
}
