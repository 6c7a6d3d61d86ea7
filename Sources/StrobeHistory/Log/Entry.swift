public import Strobe

/// One transition as the log keeps it.
public struct Entry<Action: Sendable, Effect: Sendable>: Sendable {
    /// Its number, from 1.
    public let seq: Int
    /// When it was reduced, in microseconds since 1970.
    public let time: Int64
    /// The action; `nil` where a state was put in by a restore or an edit.
    public let action: Action?
    /// Who asked for it.
    public let origin: Origin
    /// The transition whose effect asked for it.
    public let cause: Int?
    /// What the reducer asked for, in order.
    public let effects: [Effect]
    /// Where it was dispatched, as `file:line`; only in debug builds.
    public let source: String?
    /// How long the reducer took, in nanoseconds; only where it was measured.
    ///
    /// Above 4 s in whole microseconds, and at most 71 minutes.
    public let durationNanos: UInt64?
    /// Why the store rejected the action; `nil` where it did not.
    public let rejection: String?
    /// The action that was dispatched, in words, where another was put in its place at the gate; `nil` otherwise.
    public internal(set) var editedFrom: String?
    /// What whoever put in a state says of it; `nil` for actions.
    public internal(set) var note: String?
}

extension Entry {
    /// Makes an entry of a log that was written down.
    ///
    /// - Parameters:
    ///   - seq: Its number, from 1.
    ///   - time: When it was reduced, in microseconds since 1970.
    public init(
        recorded action: Action, seq: Int, time: Int64, origin: Origin, cause: Int? = nil, effects: [Effect] = [],
        source: String? = nil, durationNanos: UInt64? = nil, rejection: String? = nil, editedFrom: String? = nil
    ) {
        self.init(
            seq: seq, time: time, action: action, origin: origin, cause: cause, effects: effects, source: source,
            durationNanos: durationNanos, rejection: rejection, editedFrom: editedFrom)
    }
}
