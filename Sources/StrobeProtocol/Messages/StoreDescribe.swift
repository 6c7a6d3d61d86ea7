/// Asks for one store.
public struct StoreDescribe: Request {
    public static let method = "store/describe"
    public static let summary = "Describes one store."
    public typealias Result = StoreDescription

    /// The store; may be left out when there is one.
    public var store: String?

    /// Makes the message.
    public init(store: String? = nil) {
        self.store = store
    }
}
