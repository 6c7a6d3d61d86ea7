public import StrobeTree

/// Something that a store was asked for and has not done yet.
public struct PendingDescription: Codable, Sendable, Hashable {
    /// The action; absent for a restore or an edit, and where it cannot be expressed or is large.
    public var action: Value?
    /// The action as it would be typed, shortened where it is long.
    public var label: String
    /// Who asked: app, effect, inspector, script, restore or edit.
    public var origin: String
    /// The seq of the transition whose effect asked.
    public var cause: Int?
    /// When its reduction began, or when it was sent while it waits; in microseconds since 1970.
    public var since: Int64
    /// The id of the reduction among the running effects; absent while it waits, and once it is cancelled.
    public var effect: Int?
    /// Whether it was cancelled, and its reducer has not returned since; absent otherwise.
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

/// What waits for its turn in a store.
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
