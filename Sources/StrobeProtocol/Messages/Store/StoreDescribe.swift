/// Describes one store.
public struct StoreDescribe: Request {
    public static let method = "store/describe"
    public static let summary = "Describes one store."
    public typealias Result = StoreDescription
    public static let members: Members = [
        .store(\.store)
    ]

    /// The store; optional if there is only one.
    public var store: String?

    /// Makes the message.
    public init(store: String? = nil) {
        self.store = store
    }
}
