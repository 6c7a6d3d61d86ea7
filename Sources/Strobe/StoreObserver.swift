/// What a store tells of one transition beside its action.
public struct TransitionInfo: Sendable {
    /// The number of the transition, from 1.
    public let seq: Int
    /// Who asked for it.
    public let origin: Origin
    /// The transition whose effect asked for it.
    public let cause: Int?
    /// Where it was dispatched; only in debug builds.
    public let source: SourceLocation?
    /// When the reducer ended and how long it took; only while somebody measures.
    public let timing: Timing?

    /// Makes an info.
    @inlinable
    public init(seq: Int, origin: Origin, cause: Int?, source: SourceLocation?, timing: Timing?) {
        self.seq = seq
        self.origin = origin
        self.cause = cause
        self.source = source
        self.timing = timing
    }
}

/// The debug hook of a store: it is told of every transition, in order, under the store's lock.
///
/// A subclass must be quick, must not call the store, and needs no synchronisation of its own for what only these methods
/// touch. It is `Sendable` because the store calls it from any thread, one at a time.
open class StoreObserver<State: Sendable, Action: Sendable, Effect: Sendable>: @unchecked Sendable {
    // Holds no state itself; subclasses state how theirs is protected.

    /// Makes an observer.
    public init() {}

    /// Tells of an action that was reduced.
    ///
    /// - Parameter state: The state after it. Calling it makes a copy, which costs the program a copy-on-write of what
    ///   it changes next for as long as that copy lives.
    open func didReduce(_ action: Action, effects: [Effect], info: TransitionInfo, state: () -> State) {}

    /// Tells of an action that was rejected: the state is unchanged, the transition counts all the same.
    ///
    /// An observer that makes no difference need not override this: it is told of a transition without effects.
    ///
    /// - Parameter reason: Why, in words for people.
    open func didReject(_ action: Action, reason: String, info: TransitionInfo, state: () -> State) {
        didReduce(action, effects: [], info: info, state: state)
    }

    /// Tells of a state that was put in place of the present one, by a restore or an edit.
    open func didRestore(_ state: State, info: TransitionInfo) {}

    /// Tells that the store will not call this observer any more: another one was installed, or the store ended.
    open func didUninstall() {}
}
