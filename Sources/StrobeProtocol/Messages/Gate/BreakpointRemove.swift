/// Removes a breakpoint, or all of a store.
public struct BreakpointRemove: Request {
    public static let method = "breakpoint/remove"
    public static let summary = "Removes a breakpoint, or all of a store."
    public static let access = Access.control
    public static let capability: StoreCapability? = .gate
    public static let members: Members = [
        .store(\.store),
        .optional(\.id, "id", in: .from(1), "The id of the breakpoint."),
        .optional(\.all, "all", "Whether to remove all of them."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The id of the breakpoint.
    public var id: Int?
    /// Whether to remove all of them.
    public var all: Bool?

    /// Makes the message.
    public init(store: String? = nil, id: Int? = nil, all: Bool? = nil) {
        self.store = store
        self.id = id
        self.all = all
    }

    public func check() throws(ProtocolError) {
        if (id != nil) == (all == true) {
            throw wrong("id", expected: "an id or all", "give either an `id` or `all`")
        }
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.removed, "removed", in: .from(1), "The ids of the removed breakpoints.")
        ]

        /// The ids of the removed breakpoints.
        public var removed: [Int]

        /// Makes the answer.
        public init(removed: [Int]) {
            self.removed = removed
        }
    }
}
