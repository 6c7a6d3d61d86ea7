/// A log point was hit.
public struct GateLogged: ProtocolNotification, Hashable {
    public static let method = "gate/logged"
    public static let summary = "A log point was hit."
    public static let members: Members = [
        .required(\.subscription, "subscription", "The subscription."),
        .required(\.store, "store", "The store."),
        .required(\.breakpoint, "breakpoint", in: .from(1), "The id of the log point."),
        .required(\.seq, "seq", "The seq of the transition."),
        .required(\.text, "text", "Its text."),
    ]

    /// The subscription.
    public var subscription: String
    /// The store.
    public var store: String
    /// The id of the log point.
    public var breakpoint: Int
    /// The seq of the transition.
    public var seq: Int
    /// Its text.
    public var text: String

    /// Makes the message.
    public init(subscription: String, store: String, breakpoint: Int, seq: Int, text: String) {
        self.subscription = subscription
        self.store = store
        self.breakpoint = breakpoint
        self.seq = seq
        self.text = text
    }
}
