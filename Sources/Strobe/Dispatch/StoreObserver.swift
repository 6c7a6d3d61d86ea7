/// The facts of one transition, besides its action.
///
///     func heading(_ info: TransitionInfo) -> String {
///         "#\(info.seq) \(info.origin)" + (info.cause.map { " of \($0)" } ?? "")
///     }
///     let info = TransitionInfo(seq: 2, origin: .effect, cause: 1, source: nil, timing: nil)
///     print(heading(info))  // #2 effect of 1
public struct TransitionInfo: Sendable {
    /// The number of the transition, from 1.
    public let seq: Int
    /// Who requested it.
    public let origin: Origin
    /// The transition whose effect dispatched it.
    public let cause: Int?
    /// Where it was dispatched; only in debug builds.
    public let source: CallSite?
    /// When the reducer ended and how long it took; only if measured.
    public let timing: Timing?
    /// The action that was dispatched, in words, if another replaced it at the gate; `nil` otherwise.
    public let editedFrom: String?

    /// Creates a description.
    @inlinable
    public init(
        seq: Int, origin: Origin, cause: Int?, source: CallSite?, timing: Timing?, editedFrom: String? = nil
    ) {
        self.seq = seq
        self.origin = origin
        self.cause = cause
        self.source = source
        self.timing = timing
        self.editedFrom = editedFrom
    }
}

/// The debug hook of a store: it is called for every transition, in order, under the store's lock, and for actions that
/// are dropped at the gate.
///
///     final class Journal: StoreObserver<Int, Int, Never>, @unchecked Sendable {
///         var lines: [String] = []  // only touched under the store's lock
///
///         override func didReduce(_ action: Int, effects: [Never], info: TransitionInfo, state: () -> Int) {
///             lines.append("#\(info.seq) \(action) by \(info.origin): \(state())")
///         }
///     }
///     let journal = Journal()
///     let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
///     store.install(journal)
///     store.dispatch(5)  // journal.lines are ["#1 5 by app: 5"]
///
/// A subclass must be quick, must not call the store, and needs no synchronisation of its own for what only these
/// methods touch, `didDrop(_:)` aside. It is `Sendable` because the store calls it from any thread, one at a time.
open class StoreObserver<State: Sendable, Action: Sendable, Effect: Sendable>: @unchecked Sendable {
    // Holds no state itself; subclasses state how theirs is protected.

    /// Creates an observer.
    public init() {}

    /// Called after an action was reduced.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - effects: The effects that the reducer returned, in order.
    ///   - info: The number of the transition, its origin and when it ended.
    ///   - state: The state after it. Calling it makes a copy, which costs the program a copy-on-write of what it
    ///     changes next for as long as that copy lives.
    open func didReduce(_ action: Action, effects: [Effect], info: TransitionInfo, state: () -> State) {}

    /// Called after an action was rejected: the state is unchanged, but the transition counts.
    ///
    /// An observer that makes no difference need not override this: it gets a transition without effects.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - reason: Why, in words for people.
    ///   - info: The number of the transition and its origin.
    ///   - state: The state, unchanged; what `didReduce` says of its cost holds here, too.
    open func didReject(_ action: Action, reason: String, info: TransitionInfo, state: () -> State) {
        didReduce(action, effects: [], info: info, state: state)
    }

    /// Called after a state replaced the current one, by a restore or an edit.
    ///
    /// - Parameters:
    ///   - state: The state after it.
    ///   - note: What the state is, in a few words for the log.
    ///   - info: The number of the transition and its origin.
    open func didRestore(_ state: State, note: String?, info: TransitionInfo) {}

    /// Called, with the state, at the end of a replay in which no effects were performed.
    func didEndReplay(_ state: State) {}

    /// Called after actions were dropped at the gate: they are never reduced, and are no transitions.
    ///
    /// Called without the store's lock, by the thread that dropped them and possibly at the same time as the other
    /// methods: what it touches needs protection of its own.
    ///
    /// - Parameter actions: The dropped actions, in order.
    open func didDrop(_ actions: [HeldAction<Action>]) {}

    /// Called once the store will no longer call this observer: another one was installed, or the store ended.
    open func didUninstall() {}
}
