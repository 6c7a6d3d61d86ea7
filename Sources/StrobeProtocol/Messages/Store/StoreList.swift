/// Lists the stores.
public struct StoreList: Request {
    public static let method = "store/list"
    public static let summary = "Lists the stores."

    /// Makes the message.
    public init() {}

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.stores, "stores", "The stores, in the order they were added.")
        ]

        /// The stores, in the order they were added.
        public var stores: [StoreDescription]

        /// Makes the answer.
        public init(stores: [StoreDescription]) {
            self.stores = stores
        }
    }
}
