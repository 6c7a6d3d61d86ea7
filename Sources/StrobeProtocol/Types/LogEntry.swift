public import StrobeTree

/// One transition as the log shows it.
public struct LogEntry: Codable, Sendable, Hashable {
    /// The number of the transition, from 1.
    public var seq: Int
    /// When, in microseconds since 1970-01-01T00:00:00Z.
    public var time: Int64
    /// The action; absent for a restore or an edit, and where it cannot be expressed.
    public var action: Value?
    /// The action as it would be typed, shortened where it is long.
    public var label: String
    /// Who asked: `app`, `effect`, `inspector`, `script`, `restore`, `edit`.
    public var origin: String
    /// The seq of the transition whose effect asked.
    public var cause: Int?
    /// How long after that transition it came, in microseconds; absent without a cause, and where that is not kept.
    public var afterMicros: Int64?
    /// Whether the state changed; absent while that is not worked out, and where it is not known.
    public var changed: Bool?
    /// Why what it changed is not told in full; absent where it is, or was not asked for.
    public var incomplete: Incompleteness?
    /// The effects that the reducer asked for, in order.
    public var effects: [EffectDescription]
    /// How long the reducer took, in nanoseconds; only where it was measured.
    public var durationNanos: UInt64?
    /// Where it was dispatched, as `file:line`; debug builds only.
    public var source: String?
    /// Why the store rejected the action and left its state unchanged; absent where it did not.
    public var error: String?
    /// The label of the action that was dispatched, where a client put another in its place at the gate; absent otherwise.
    public var editedFrom: String?
    /// The entry of the log that one of a branch repeats or stands for; absent in the log, and for what was inserted.
    public var originSeq: Int?
    /// Whether an entry of a branch was inserted, replaced or moved; absent otherwise.
    public var edited: Bool?
    /// What it changed; only where that was asked for, can be worked out and is not too large.
    public var changes: [Change]?
    /// The seq of the state that `changes` begin with, where they are those of several entries, this one the last;
    /// absent where that is the one before.
    public var fromSeq: Int?

    /// The label of a change that a store tells of without an action, as those do that have none.
    public static let changeLabel = "change"

    /// Whether there is no action to tell: a state took the place of the one before, by a restore, by an edit, or because the
    /// program changed it.
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
