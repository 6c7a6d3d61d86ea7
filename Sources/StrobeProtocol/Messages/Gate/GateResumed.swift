/// The gate of a store opened.
public struct GateResumed: ProtocolNotification, Hashable {
    public static let method = "gate/resumed"
    public static let summary = "The gate of a store opened."
    public static let members: Members = [
        .required(\.subscription, "subscription", "The subscription."),
        .required(\.store, "store", "The store."),
        .required(\.seq, "seq", "The seq of the last transition."),
        .required(\.reason, "reason", "Why: `request` or `controllerLeft`."),
    ]

    /// Why a gate opens.
    public enum Reason: String, Codable, Sendable, Hashable, CaseIterable, MemberType {
        /// A client asked for it.
        case request
        /// The last client that used the gate disconnected; its breakpoints are removed as well.
        case controllerLeft
    }

    /// The subscription.
    public var subscription: String
    /// The store.
    public var store: String
    /// The seq of the last transition.
    public var seq: Int
    /// Why: `request` or `controllerLeft`.
    public var reason: Reason

    /// Makes the message.
    public init(subscription: String, store: String, seq: Int, reason: Reason) {
        self.subscription = subscription
        self.store = store
        self.seq = seq
        self.reason = reason
    }
}
