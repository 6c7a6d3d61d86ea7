public import StrobeTree

/// Sets a breakpoint or a log point, or changes one.
///
/// All given members must match an action; a new one needs at least one of `action`, `path` and `condition`.
///
///     let total = Path(["cart", "total"])
///     try await client.send(BreakpointSet(store: "shop", path: total, condition: "/cart/total < 0"))
public struct BreakpointSet: Request {
    public static let method = "breakpoint/set"
    public static let summary = "Sets a breakpoint or a log point, or changes one."
    public static let access = Access.control
    public static let capability: StoreCapability? = .gate
    public static let members: Members = [
        .store(\.store),
        .optional(
            \.id, "id", in: .from(1),
            "The breakpoint to change, keeping members absent here; if absent, a new one is set."),
        .optional(\.action, "action", "A glob that the action's label must match."),
        .optional(\.path, "path", "The path that must change."),
        .optional(\.condition, "condition", "The condition that must hold after the action."),
        .optional(\.hitCount, "hitCount", in: .from(1), "The first hit at which to stop; default: 1."),
        .optional(\.once, "once", "Whether it is removed after its first stop."),
        .optional(\.enabled, "enabled", "Whether it is enabled."),
        .optional(\.log, "log", "Print this instead of stopping; expressions in braces are evaluated."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The breakpoint to change, keeping members absent here; if absent, a new one is set.
    public var id: Int?
    /// A glob that the action's label must match.
    public var action: String?
    /// The path that must change.
    public var path: Path?
    /// The condition that must hold after the action.
    public var condition: String?
    /// The first hit at which to stop; default: 1.
    public var hitCount: Int?
    /// Whether it is removed after its first stop.
    public var once: Bool?
    /// Whether it is enabled.
    public var enabled: Bool?
    /// Print this instead of stopping; expressions in braces are evaluated.
    public var log: String?

    /// Makes the message.
    public init(
        store: String? = nil, id: Int? = nil, action: String? = nil, path: Path? = nil, condition: String? = nil,
        hitCount: Int? = nil, once: Bool? = nil, enabled: Bool? = nil, log: String? = nil
    ) {
        self.store = store
        self.id = id
        self.action = action
        self.path = path
        self.condition = condition
        self.hitCount = hitCount
        self.once = once
        self.enabled = enabled
        self.log = log
    }

    public func check() throws(ProtocolError) {
        if id == nil, action == nil, path == nil, condition == nil {
            throw wrong(
                "action", expected: "at least one of action, path and condition",
                "a breakpoint needs an `action`, a `path` or a `condition`")
        }
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.breakpoint, "breakpoint", "The breakpoint as it is now.")
        ]

        /// The breakpoint as it is now.
        public var breakpoint: BreakpointDescription

        /// Makes the answer.
        public init(breakpoint: BreakpointDescription) {
            self.breakpoint = breakpoint
        }
    }
}
