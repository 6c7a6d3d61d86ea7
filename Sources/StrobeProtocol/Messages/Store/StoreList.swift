/// Lists the stores.
public struct StoreList: Request {
    public static let method = "store/list"
    public static let summary = "Lists the stores."
    public static let results: [MethodDescription.Member] = [
        .required("stores", "[StoreDescription]", "The stores, in the order they were added.")
    ]

    /// Makes the message.
    public init() {}

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The stores, in the order they were added.
        public var stores: [StoreDescription]

        /// Makes the answer.
        public init(stores: [StoreDescription]) {
            self.stores = stores
        }
    }
}
