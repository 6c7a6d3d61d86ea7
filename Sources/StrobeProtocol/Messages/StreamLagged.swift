/// Tells that a client was too slow and what it missed.
public struct StreamLagged: ProtocolNotification, Hashable {
    public static let method = "stream/lagged"
    public static let summary = "The client read too slowly: the events of these transitions were not sent."

    /// The subscription.
    public var subscription: String
    /// The store.
    public var store: String
    /// The first seq that was not told.
    public var fromSeq: Int
    /// The last seq that was not told.
    public var toSeq: Int

    /// Makes the message.
    public init(subscription: String, store: String, fromSeq: Int, toSeq: Int) {
        self.subscription = subscription
        self.store = store
        self.fromSeq = fromSeq
        self.toSeq = toSeq
    }
}
