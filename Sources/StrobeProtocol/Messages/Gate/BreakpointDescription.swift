public import StrobeTree

/// A breakpoint of a store.
public struct BreakpointDescription: Codable, Sendable, Hashable {
    /// The number that it is changed and removed by; a store uses each once.
    public var id: Int
    /// The glob that the action's label has to match; any action without.
    public var action: String?
    /// The place in the state that has to change; any without.
    public var path: Path?
    /// What has to hold after the action.
    public var condition: String?
    /// The hit from which on it stops; from the first without.
    public var hitCount: Int?
    /// Whether it goes once it stopped.
    public var once: Bool
    /// Whether it is looked at.
    public var enabled: Bool
    /// What is printed in place of stopping.
    public var log: String?
    /// How often everything that it asks for held.
    public var hits: Int
    /// Why the server turned it off: what it asks for takes too much time, or cannot be told.
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
