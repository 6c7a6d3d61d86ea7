/// The client read too slowly: some notifications of these transitions were not sent.
public struct StreamLagged: ProtocolNotification, Hashable {
    public static let method = "stream/lagged"
    public static let summary = "The client read too slowly: some notifications of these transitions were not sent."
    public static let members: Members = [
        .required(\.subscription, "subscription", "The subscription."),
        .required(\.store, "store", "The store."),
        .required(\.fromSeq, "fromSeq", "The first missed transition."),
        .required(\.toSeq, "toSeq", in: .from(1), "The last missed transition."),
    ]

    /// The subscription.
    public var subscription: String
    /// The store.
    public var store: String
    /// The first missed transition.
    public var fromSeq: Int
    /// The last missed transition.
    public var toSeq: Int

    /// Makes the message.
    public init(subscription: String, store: String, fromSeq: Int, toSeq: Int) {
        self.subscription = subscription
        self.store = store
        self.fromSeq = fromSeq
        self.toSeq = toSeq
    }
}
