public import StrobeTree

/// A request that a store has not finished yet.
public struct PendingDescription: Codable, Sendable, Hashable {
    /// The action; absent for a restore or an edit, and if it cannot be expressed or is large.
    public var action: Value?
    /// The action as it would be typed, shortened if long.
    public var label: String
    /// The origin: app, effect, inspector, script, restore or edit.
    public var origin: String
    /// The seq of the transition whose effect dispatched it.
    public var cause: Int?
    /// When its reduction began, or while it waits, when it was sent; in microseconds since 1970.
    public var since: Int64
    /// The id of the reduction among the running effects; absent while it waits, and once it is cancelled.
    public var effect: Int?
    /// Whether it was cancelled, but its reducer has not returned yet; absent otherwise.
    public var cancelled: Bool?

    /// Makes a description.
    public init(
        action: Value?, label: String, origin: String, cause: Int? = nil, since: Int64, effect: Int? = nil,
        cancelled: Bool? = nil
    ) {
        self.action = action
        self.label = label
        self.origin = origin
        self.cause = cause
        self.since = since
        self.effect = effect
        self.cancelled = cancelled
    }
}

/// The actions that wait for their turn in a store.
public struct QueueDescription: Codable, Sendable, Hashable {
    /// How many wait.
    public var count: Int
    /// The first of them, in order.
    public var actions: [PendingDescription]

    /// Makes a description.
    public init(count: Int, actions: [PendingDescription]) {
        self.count = count
        self.actions = actions
    }
}
