/// A store was removed from the server.
public struct StoreRemoved: ProtocolNotification, Hashable {
    public static let method = "store/removed"
    public static let summary = "A store was removed from the server."
    public static let members: Members = [
        .required(\.store, "store", "The id of the store.")
    ]

    /// The id of the store.
    public var store: String

    /// Makes the message.
    public init(store: String) {
        self.store = store
    }
}
