/// Discards actions that are held; they are never reduced.
///
///     try await client.send(GateDrop(store: "profile"))
public struct GateDrop: Request {
    public static let method = "gate/drop"
    public static let summary = "Discards actions that are held; they are never reduced."
    public static let access = Access.control
    public static let capability: StoreCapability? = .gate
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .optional("ids", "[integer]", "Which; the first one without."),
        .optional("all", "boolean", "All that are held."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("dropped", "[integer]", "Those that were held and are gone."),
        .required("status", "GateDescription", "How the gate stands now."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// Which; the first one without.
    public var ids: [Int]?
    /// All that are held.
    public var all: Bool?

    /// Makes the message.
    public init(store: String? = nil, ids: [Int]? = nil, all: Bool? = nil) {
        self.store = store
        self.ids = ids
        self.all = all
    }

    public func check() throws(ProtocolError) {
        if ids != nil, all == true {
            throw wrong("ids", expected: "none with all", "`ids` and `all` do not go together")
        }
        for id in ids ?? [] { try require("ids", id, in: 1...) }
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// Those that were held and are gone.
        public var dropped: [Int]
        /// How the gate stands now.
        public var status: GateDescription

        /// Makes the answer.
        public init(dropped: [Int], status: GateDescription) {
            self.dropped = dropped
            self.status = status
        }
    }
}
