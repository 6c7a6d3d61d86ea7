/// Lists the breakpoints of a store.
public struct BreakpointList: Request {
    public static let method = "breakpoint/list"
    public static let summary = "Lists the breakpoints of a store."
    public static let capability: StoreCapability? = .gate
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
            .required(\.breakpoints, "breakpoints", "The breakpoints, in the order of their ids.")
        ]

        /// The breakpoints, in the order of their ids.
        public var breakpoints: [BreakpointDescription]

        /// Makes the answer.
        public init(breakpoints: [BreakpointDescription]) {
            self.breakpoints = breakpoints
        }
    }
}
