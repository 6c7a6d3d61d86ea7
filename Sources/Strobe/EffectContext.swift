/// What an effect handler gets beside the effect: the way back into the store.
public struct EffectContext<Action: Sendable>: Sendable {
    /// The transition that asked for the effect.
    public let cause: Int
    @usableFromInline let send: @Sendable (Action, Int) -> Void

    @inlinable
    init(cause: Int, send: @escaping @Sendable (Action, Int) -> Void) {
        self.cause = cause
        self.send = send
    }

    /// Dispatches an action with the origin `effect` and the present cause; does nothing once the store has ended.
    ///
    /// May be called from any thread, at any time, any number of times.
    public func dispatch(_ action: Action) {
        send(action, cause)
    }
}
