/// What an effect handler gets beside the effect: the way back into the store.
public struct EffectContext<Action: Sendable>: Sendable {
    /// The transition that asked for the effect.
    public let cause: Int
    @usableFromInline let send: @Sendable (Action, Int, SourceLocation?) -> Void

    @inlinable
    init(cause: Int, send: @escaping @Sendable (Action, Int, SourceLocation?) -> Void) {
        self.cause = cause
        self.send = send
    }

    /// Dispatches an action with the origin `effect` and the present cause; does nothing once the store has ended.
    ///
    /// May be called from any thread, at any time, any number of times.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - file: Where the call is; recorded in debug builds only.
    ///   - line: Where the call is; recorded in debug builds only.
    @inlinable
    public func dispatch(_ action: Action, file: StaticString = #fileID, line: UInt32 = #line) {
        send(action, cause, .inDebugBuild(file, line))
    }
}
