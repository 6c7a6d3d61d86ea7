public import StrobeTree

/// A breakpoint of a store.
public struct BreakpointDescription: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "A breakpoint of a store."
    public static let members: Members = [
        .required(\.id, "id", in: .from(1), "The id that names it; a store uses each id once."),
        .optional(\.action, "action", "The glob that the action's label must match; default: any action."),
        .optional(\.path, "path", "The path that must change; default: any."),
        .optional(\.condition, "condition", "The condition that must hold after the action."),
        .optional(\.hitCount, "hitCount", in: .from(1), "The first hit at which it stops; default: 1."),
        .required(\.once, "once", "Whether it is removed after its first stop."),
        .required(\.enabled, "enabled", "Whether it is enabled."),
        .optional(\.log, "log", "What is printed instead of stopping."),
        .required(\.hits, "hits", "How often it was hit."),
        .optional(
            \.problem, "problem", "Why the server turned it off: its condition takes too long or cannot be evaluated."),
    ]

    /// The id that names it; a store uses each id once.
    public var id: Int
    /// The glob that the action's label must match; default: any action.
    public var action: String?
    /// The path that must change; default: any.
    public var path: Path?
    /// The condition that must hold after the action.
    public var condition: String?
    /// The first hit at which it stops; default: 1.
    public var hitCount: Int?
    /// Whether it is removed after its first stop.
    public var once: Bool
    /// Whether it is enabled.
    public var enabled: Bool
    /// What is printed instead of stopping.
    public var log: String?
    /// How often it was hit.
    public var hits: Int
    /// Why the server turned it off: its condition takes too long or cannot be evaluated.
    public var problem: String?

    /// Makes a description.
    public init(
        id: Int, action: String? = nil, path: Path? = nil, condition: String? = nil, hitCount: Int? = nil,
        once: Bool = false, enabled: Bool = true, log: String? = nil, hits: Int = 0,
        problem: String? = nil
    ) {
        self.id = id
        self.action = action
        self.path = path
        self.condition = condition
        self.hitCount = hitCount
        self.once = once
        self.enabled = enabled
        self.log = log
        self.hits = hits
        self.problem = problem
    }
}
