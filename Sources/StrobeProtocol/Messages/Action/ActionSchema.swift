public import StrobeTree

/// Returns the shapes of a store's actions and states.
public struct ActionSchema: Request {
    public static let method = "action/schema"
    public static let summary = "Returns the shapes of a store's actions and states."
    public static let members: Members = [
        .store(\.store)
    ]

    /// The store; optional if there is only one.
    public var store: String?

    /// Makes the message.
    public init(store: String? = nil) {
        self.store = store
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.schema, "schema", "The shape of an action."),
            .optional(\.state, "state", "The shape of the state; absent if unknown."),
        ]

        /// The shape of an action.
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
