public import StrobeTree

/// Returns the shapes of a store's actions and states.
public struct ActionSchema: Request {
    public static let method = "action/schema"
    public static let summary = "Returns the shapes of a store's actions and states."
    public static let parameters: [MethodDescription.Member] = [
        .store
    ]
    public static let results: [MethodDescription.Member] = [
        .required("schema", "Schema", "The shape of an action."),
        .optional("state", "Schema", "The shape of the state; absent if unknown."),
    ]

    /// The store; optional if there is only one.
    public var store: String?

    /// Makes the message.
    public init(store: String? = nil) {
        self.store = store
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The shape.
        public var schema: Schema
        /// The shape of the state; absent if unknown.
        public var state: Schema?

        /// Makes the answer.
        public init(schema: Schema, state: Schema? = nil) {
            self.schema = schema
            self.state = state
        }
    }
}
