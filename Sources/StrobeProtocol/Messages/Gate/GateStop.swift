public import StrobeTree

/// Why a gate stopped, and before or after which action.
public struct GateStop: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "Why a gate stopped, and before or after which action."
    public static let members: Members = [
        .required(\.reason, "reason", "Why it stopped."),
        .optional(\.breakpoint, "breakpoint", in: .from(1), "The id of the breakpoint; only if one was the reason."),
        .required(\.phase, "phase", "Whether it stopped before an action or after a transition."),
        .optional(
            \.entry, "entry",
            "The transition that it stopped after, or the last one that was stepped over; absent if there is none."),
        .optional(\.pending, "pending", "The action that is reduced next; absent if none has come yet."),
        .optional(
            \.changes, "changes",
            "What the pending action would change, or what the entry changed; absent if unknown or too large."),
        .optional(\.effects, "effects", "The effects that the pending action would return; absent if unknown."),
        .optional(\.error, "error", "Why the store would reject the pending action; absent if it would not."),
    ]

    /// Why a gate stops.
    public enum Reason: String, Codable, Sendable, Hashable, CaseIterable, MemberType {
        /// The gate is paused, and this action arrived.
        case pause
        /// The requested number of actions was let through.
        case step
        /// A breakpoint was met.
        case breakpoint
    }

    /// On which side of the reducer a gate stops.
    public enum Phase: String, Codable, Sendable, Hashable, CaseIterable, MemberType {
        /// Before an action is reduced.
        case before
        /// After a transition: the store cannot try an action beforehand, or no further action came.
        case after
    }

    /// Why it stopped.
    public var reason: Reason
    /// The id of the breakpoint; only if one was the reason.
    public var breakpoint: Int?
    /// Whether it stopped before an action or after a transition.
    public var phase: Phase
    /// The transition that it stopped after, or the last one that was stepped over; absent if there is none.
    public var entry: LogEntry?
    /// The action that is reduced next; absent if none has come yet.
    public var pending: HeldDescription?
    /// What the pending action would change, or what the entry changed; absent if unknown or too large.
    public var changes: [Change]?
    /// The effects that the pending action would return; absent if unknown.
    public var effects: [EffectDescription]?
    /// Why the store would reject the pending action; absent if it would not.
    public var error: String?

    /// Makes a stop.
    public init(
        reason: Reason, breakpoint: Int? = nil, phase: Phase, entry: LogEntry? = nil, pending: HeldDescription? = nil,
        changes: [Change]? = nil, effects: [EffectDescription]? = nil, error: String? = nil
    ) {
        self.reason = reason
        self.breakpoint = breakpoint
        self.phase = phase
        self.entry = entry
        self.pending = pending
        self.changes = changes
        self.effects = effects
        self.error = error
    }
}
