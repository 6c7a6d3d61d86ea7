/// A request that an observed store has not completed yet: the action that is being reduced, or one that waits its
/// turn.
///
///     let store = AsyncStore(initial: 0) { (count: Int, seconds: Int) in
///         try? await Task.sleep(for: .seconds(seconds))
///         return count + 1
///     }
///     store.dispatch(60)
///     store.dispatch(30)
///     print(store.pending?.action ?? 0, store.queued.compactMap(\.action))  // 60 [30]
///     store.cancelReduction()
public struct PendingAction<Action: Sendable>: Sendable {
    /// The action; `nil` for a state that is to replace the current one.
    public let action: Action?
    /// Who requested it.
    public let origin: Origin
    /// The transition whose effect dispatched it.
    public let cause: Int?
    /// Nanoseconds since 1970 at which its reduction began, or at which it was sent while it waits.
    public let sinceNanos: UInt64
    /// The id that it is listed under among the running effects; `nil` while it waits, and once it is cancelled.
    public let effect: Int?
    /// Whether it was cancelled and its reducer has not returned yet.
    public let isCancelled: Bool

    /// Creates a pending action.
    public init(
        action: Action?, origin: Origin, cause: Int? = nil, sinceNanos: UInt64, effect: Int? = nil,
        isCancelled: Bool = false
    ) {
        self.action = action
        self.origin = origin
        self.cause = cause
        self.sinceNanos = sinceNanos
        self.effect = effect
        self.isCancelled = isCancelled
    }
}
