/// Discards held actions; they are never reduced.
///
///     try await client.send(GateDrop(store: "profile"))
public struct GateDrop: Request {
    public static let method = "gate/drop"
    public static let summary = "Discards held actions; they are never reduced."
    public static let access = Access.control
    public static let capability: StoreCapability? = .gate
    public static let members: Members = [
        .store(\.store),
        .optional(\.ids, "ids", in: .from(1), "The ids of the actions; default: the first held one."),
        .optional(\.all, "all", "Whether to discard all held actions."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The ids of the actions; default: the first held one.
    public var ids: [Int]?
    /// Whether to discard all held actions.
    public var all: Bool?

    /// Makes the message.
    public init(store: String? = nil, ids: [Int]? = nil, all: Bool? = nil) {
        self.store = store
        self.ids = ids
        self.all = all
    }

    public func check() throws(ProtocolError) {
        if ids != nil, all == true {
            throw wrong("ids", expected: "none with all", "`ids` and `all` cannot be combined")
        }
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.dropped, "dropped", in: .from(1), "The ids of the discarded actions."),
            .required(\.status, "status", "The status of the gate."),
        ]

        /// The ids of the discarded actions.
        public var dropped: [Int]
        /// The status of the gate.
        public var status: GateDescription

        /// Makes the answer.
        public init(dropped: [Int], status: GateDescription) {
            self.dropped = dropped
            self.status = status
        }
    }
}
