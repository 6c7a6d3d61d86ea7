public import StrobeTree

/// One transition in the log.
public struct LogEntry: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "One transition in the log."
    public static let members: Members = [
        .required(\.seq, "seq", in: .from(1), "The seq of the transition, from 1."),
        .required(\.time, "time", "When, in microseconds since 1970-01-01T00:00:00Z."),
        .optional(\.action, "action", "The action; absent for a restore or an edit, and if it cannot be expressed."),
        .required(\.label, "label", "The action as it would be typed, shortened if long."),
        .required(\.origin, "origin", "The origin: `app`, `effect`, `inspector`, `script`, `restore` or `edit`."),
        .optional(\.cause, "cause", in: .from(1), "The seq of the transition whose effect dispatched it."),
        .optional(
            \.afterMicros, "afterMicros",
            "How long after that transition it was dispatched, in microseconds; absent if there is no cause or the time is "
                + "not kept."),
        .optional(\.changed, "changed", "Whether the state changed; absent if not computed yet or unknown."),
        .optional(
            \.incomplete, "incomplete",
            "Why its changes are not reported in full; absent if they are, or were not requested."),
        .required(\.effects, "effects", "The effects that the reducer returned, in order."),
        .optional(
            \.durationNanos, "durationNanos", "How long the reducer took, in nanoseconds; absent if not measured."),
        .optional(\.source, "source", "Where it was dispatched, as `file:line`; debug builds only."),
        .optional(
            \.error, "error", "Why the store rejected the action and left its state unchanged; absent if it did not."),
        .optional(
            \.editedFrom, "editedFrom",
            "The label of the dispatched action, if a client replaced it at the gate; absent otherwise."),
        .optional(
            \.originSeq, "originSeq", in: .from(1),
            "The entry of the log that an entry of a branch repeats or replaces; absent in the log, and if inserted."),
        .optional(
            \.edited, "edited", "Whether an entry of a branch was inserted, replaced or moved; absent otherwise."),
        .optional(\.changes, "changes", "What it changed; only if requested, computable and not too large."),
        .optional(
            \.fromSeq, "fromSeq",
            "The seq of the state that `changes` start from, if they span several entries, this one the last; "
                + "absent if that is the previous seq."),
    ]

    /// The seq of the transition, from 1.
    public var seq: Int
    /// When, in microseconds since 1970-01-01T00:00:00Z.
    public var time: Int64
    /// The action; absent for a restore or an edit, and if it cannot be expressed.
    public var action: Value?
    /// The action as it would be typed, shortened if long.
    public var label: String
    /// The origin: `app`, `effect`, `inspector`, `script`, `restore` or `edit`.
    public var origin: String
    /// The seq of the transition whose effect dispatched it.
    public var cause: Int?
    /// How long after that transition it was dispatched, in microseconds; absent if there is no cause or the time is
    /// not kept.
    public var afterMicros: Int64?
    /// Whether the state changed; absent if not computed yet or unknown.
    public var changed: Bool?
    /// Why its changes are not reported in full; absent if they are, or were not requested.
    public var incomplete: Incompleteness?
    /// The effects that the reducer returned, in order.
    public var effects: [EffectDescription]
    /// How long the reducer took, in nanoseconds; absent if not measured.
    public var durationNanos: UInt64?
    /// Where it was dispatched, as `file:line`; debug builds only.
    public var source: String?
    /// Why the store rejected the action and left its state unchanged; absent if it did not.
    public var error: String?
    /// The label of the dispatched action, if a client replaced it at the gate; absent otherwise.
    public var editedFrom: String?
    /// The entry of the log that an entry of a branch repeats or replaces; absent in the log, and if inserted.
    public var originSeq: Int?
    /// Whether an entry of a branch was inserted, replaced or moved; absent otherwise.
    public var edited: Bool?
    /// What it changed; only if requested, computable and not too large.
    public var changes: [Change]?
    /// The seq of the state that `changes` start from, if they span several entries, this one the last; absent if that
    /// is the previous seq.
    public var fromSeq: Int?

    /// The label of a change that a store reports without an action.
    public static let changeLabel = "change"

    /// Whether there is no action: a restore, an edit, or the program itself replaced the state.
    public var isPlacement: Bool {
        action == nil && (origin == "restore" || origin == "edit" || label == Self.changeLabel)
    }

    /// Makes an entry.
    public init(
        seq: Int, time: Int64, action: Value?, label: String, origin: String, cause: Int? = nil,
        afterMicros: Int64? = nil, changed: Bool? = nil, incomplete: Incompleteness? = nil,
        effects: [EffectDescription] = [],
        durationNanos: UInt64? = nil, source: String? = nil, error: String? = nil, editedFrom: String? = nil,
        originSeq: Int? = nil, edited: Bool? = nil, changes: [Change]? = nil, fromSeq: Int? = nil
    ) {
        self.seq = seq
        self.time = time
        self.action = action
        self.label = label
        self.origin = origin
        self.cause = cause
        self.afterMicros = afterMicros
        self.changed = changed
        self.incomplete = incomplete
        self.effects = effects
        self.durationNanos = durationNanos
        self.source = source
        self.error = error
        self.editedFrom = editedFrom
        self.originSeq = originSeq
        self.edited = edited
        self.changes = changes
        self.fromSeq = fromSeq
    }
}

extension LogEntry: ListedMembers {
    package func writeMembers(to line: inout JSONLine) {
        line.member("seq", seq)
        line.member("time", time)
        line.member("action", action)
        line.member("label", label)
        line.member("origin", origin)
        line.member("cause", cause)
        line.member("afterMicros", afterMicros)
        line.member("changed", changed)
        line.member("incomplete", incomplete?.rawValue)
        line.list("effects", effects)
        line.member("durationNanos", durationNanos)
        line.member("source", source)
        line.member("error", error)
        line.member("editedFrom", editedFrom)
        line.member("originSeq", originSeq)
        line.member("edited", edited)
        if let changes { line.list("changes", changes) }
        line.member("fromSeq", fromSeq)
    }
}
