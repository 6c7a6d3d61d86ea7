/// Tells that a client was too slow and what it missed.
public struct StreamLagged: ProtocolNotification, Hashable {
    public static let method = "stream/lagged"
    public static let summary = "The client read too slowly: these log entries were not told."
    public static let parameters: [MethodDescription.Member] = [
        .required("subscription", "string", "The subscription."),
        .required("store", "string", "The store."),
        .required("fromSeq", "integer", "The first entry that was not told."),
        .required("toSeq", "integer", "The last entry that was not told."),
    ]

    /// The subscription.
    public var subscription: String
    /// The store.
    public var store: String
    /// The first entry that was not told.
    public var fromSeq: Int
    /// The last entry that was not told.
    public var toSeq: Int

    /// Makes the message.
    public init(subscription: String, store: String, fromSeq: Int, toSeq: Int) {
        self.subscription = subscription
        self.store = store
        self.fromSeq = fromSeq
        self.toSeq = toSeq
    }
}
