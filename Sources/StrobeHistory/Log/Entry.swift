public import Strobe

/// One transition as the log keeps it.
public struct Entry<Action: Sendable, Effect: Sendable>: Sendable {
    /// Its number, from 1.
    public let seq: Int
    /// When it was reduced, in microseconds since 1970.
    public let time: Int64
    /// The action; `nil` if a state was set by a restore or an edit.
    public let action: Action?
    /// Who requested it.
    public let origin: Origin
    /// The transition whose effect dispatched it.
    public let cause: Int?
    /// The effects that the reducer returned, in order.
    public let effects: [Effect]
    /// Where it was dispatched, as `file:line`; only in debug builds.
    public let source: String?
    /// How long the reducer took, in nanoseconds; only if measured.
    ///
    /// Above 4 s in whole microseconds, and at most 71 minutes.
    public let durationNanos: UInt64?
    /// Why the store rejected the action; `nil` if it did not.
    public let rejection: String?
    /// The description of the dispatched action, if another replaced it at the gate; otherwise `nil`.
    public internal(set) var editedFrom: String?
    /// The note on a state that was set; `nil` for actions.
    public internal(set) var note: String?
}

extension Entry {
    /// Creates an entry of a recorded log.
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
