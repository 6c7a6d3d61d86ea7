public import StrobeTree

/// Replaces a held action with another one.
public struct GateEdit: Request {
    public static let method = "gate/edit"
    public static let summary = "Replaces a held action with another one."
    public static let access = Access.control
    public static let capability: StoreCapability? = .gate
    public static let failures: [ErrorCode] = [.undecodableAction]
    public static let members: Members = [
        .store(\.store),
        .optional(\.id, "id", in: .from(1), "The id of the action; default: the first held one."),
        .required(\.action, "action", "The action in its JSON form."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The id of the action; default: the first held one.
    public var id: Int?
    /// The action in its JSON form.
    public var action: Value

    /// Makes the message.
    public init(store: String? = nil, id: Int? = nil, action: Value) {
        self.store = store
        self.id = id
        self.action = action
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.id, "id", in: .from(1), "The id of the edited action."),
            .required(\.status, "status", "The status of the gate."),
        ]

        /// The id of the edited action.
        public var id: Int
        /// The status of the gate.
        public var status: GateDescription

        /// Makes the answer.
        public init(id: Int, status: GateDescription) {
            self.id = id
            self.status = status
        }
    }
}
