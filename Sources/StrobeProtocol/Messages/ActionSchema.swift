public import StrobeTree

/// Asks for the shape of a store's actions.
public struct ActionSchema: Request {
    public static let method = "action/schema"
    public static let summary = "Gives the shape of a store's actions."
    public static let parameters: [MethodDescription.Member] = [
        .store
    ]
    public static let results: [MethodDescription.Member] = [
        .required("schema", "Schema", "The shape of an action.")
    ]

    /// The store; may be left out when there is one.
    public var store: String?

    /// Makes the message.
    public init(store: String? = nil) {
        self.store = store
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The shape.
        public var schema: Schema

        /// Makes the answer.
        public init(schema: Schema) {
            self.schema = schema
        }
    }
}
