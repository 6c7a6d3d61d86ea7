public import StrobeTree

/// A request that a store has not finished yet.
public struct PendingDescription: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "A request that a store has not finished yet."
    public static let members: Members = [
        .optional(
            \.action, "action",
            "The action; absent for a restore or an edit, and if it cannot be expressed or is large."),
        .required(\.label, "label", "The action as it would be typed, shortened if long."),
        .required(\.origin, "origin", "The origin: `app`, `effect`, `inspector`, `script`, `restore` or `edit`."),
        .optional(\.cause, "cause", in: .from(1), "The seq of the transition whose effect dispatched it."),
        .required(
            \.since, "since",
            "When its reduction began, or while it waits, when it was sent; in microseconds since "
                + "1970-01-01T00:00:00Z."),
        .optional(
            \.effect, "effect", in: .from(1),
            "The id of the reduction among the running effects; absent while it waits, and once it is cancelled."),
        .optional(
            \.cancelled, "cancelled",
            "Whether it was cancelled, but its reducer has not returned yet; absent otherwise."),
    ]

    /// The action; absent for a restore or an edit, and if it cannot be expressed or is large.
    public var action: Value?
    /// The action as it would be typed, shortened if long.
    public var label: String
    /// The origin: `app`, `effect`, `inspector`, `script`, `restore` or `edit`.
    public var origin: String
    /// The seq of the transition whose effect dispatched it.
    public var cause: Int?
    /// When its reduction began, or while it waits, when it was sent; in microseconds since 1970-01-01T00:00:00Z.
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
public struct QueueDescription: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "The actions that wait for their turn in a store."
    public static let members: Members = [
        .required(\.count, "count", in: .from(1), "The number of waiting actions."),
        .required(\.actions, "actions", in: .elements(20), "The first of them, in order."),
    ]

    /// The number of waiting actions.
    public var count: Int
    /// The first of them, in order.
    public var actions: [PendingDescription]

    /// Makes a description.
    public init(count: Int, actions: [PendingDescription]) {
        self.count = count
        self.actions = actions
    }
}
