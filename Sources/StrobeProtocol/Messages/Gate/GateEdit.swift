public import StrobeTree

/// Puts another action in the place of one that is held.
public struct GateEdit: Request {
    public static let method = "gate/edit"
    public static let summary = "Puts another action in the place of one that is held."
    public static let access = Access.control
    public static let capability: StoreCapability? = .gate
    public static let failures: [ErrorCode] = [.undecodableAction]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .optional("id", "integer", "Which; the first one without."),
        .required("action", "any", "The action in its JSON form."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("id", "integer", "The one that was edited."),
        .required("status", "GateDescription", "How the gate stands now."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// Which; the first one without.
    public var id: Int?
    /// The action in its JSON form.
    public var action: Value

    /// Makes the message.
    public init(store: String? = nil, id: Int? = nil, action: Value) {
        self.store = store
        self.id = id
        self.action = action
    }

    public func check() throws(ProtocolError) {
        try require("id", id, in: 1...)
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The one that was edited.
        public var id: Int
        /// How the gate stands now.
        public var status: GateDescription

        /// Makes the answer.
        public init(id: Int, status: GateDescription) {
            self.id = id
            self.status = status
        }
    }
}
