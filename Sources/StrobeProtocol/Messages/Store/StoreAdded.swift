/// A store was added to the server.
public struct StoreAdded: ProtocolNotification, Hashable {
    public static let method = "store/added"
    public static let summary = "A store was added to the server."
    public static let members: Members = [
        .required(\.store, "store", "The store.")
    ]

    /// The store.
    public var store: StoreDescription

    /// Makes the message.
    public init(store: StoreDescription) {
        self.store = store
    }
}
