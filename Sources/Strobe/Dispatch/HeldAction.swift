/// An action that a store holds, or is about to hold, before it reduces it.
///
///     let held = HeldAction(id: 1, action: "pay", origin: .inspector, sinceNanos: Timing.now())
///     print("\(held.action) by \(held.origin) is number \(held.id) at the gate")
public struct HeldAction<Action: Sendable>: Sendable {
    /// Its number at the gate: unique in the store, from 1, in the order in which actions were held.
    public let id: Int
    /// The action.
    public let action: Action
    /// Who requested it.
    public let origin: Origin
    /// The transition whose effect dispatched it.
    public let cause: Int?
    /// Where it was dispatched; only in debug builds.
    public let source: CallSite?
    /// When it arrived at the gate, in nanoseconds since 1970.
    public let sinceNanos: UInt64

    /// Creates a held action.
    @inlinable
    public init(
        id: Int, action: Action, origin: Origin, cause: Int? = nil, source: CallSite? = nil, sinceNanos: UInt64
    ) {
        self.id = id
        self.action = action
        self.origin = origin
        self.cause = cause
        self.source = source
        self.sinceNanos = sinceNanos
    }
}
