/// Decides which actions a store holds before it reduces them.
///
/// The store calls it under its lock, from any thread, one call at a time and in the order of reduction. A keeper
/// must be quick and must not call the store. What only these methods touch needs no other protection.
@usableFromInline
package protocol GateKeeper<State, Action>: AnyObject, Sendable {
    associatedtype State: Sendable
    associatedtype Action: Sendable

    /// Decides what becomes of an action.
    ///
    /// Only asked where the action would be reduced next: not for what waits behind one that is held, nor for one that
    /// names another number than the present or whose effect was cancelled. Where it is not held the action is reduced,
    /// and no other question comes before that. An action that was held may be asked for again, after `recheckHeld()`.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - seq: The number that the store is at.
    ///   - state: The state before it, for the length of the call. A copy that outlives the call costs the program a
    ///     copy-on-write of what it changes next.
    ///   - held: Describes the action, with the number that it has or gets at the gate, which takes some time.
    func answer(
        to action: UnsafePointer<Action>, at seq: Int, state: UnsafePointer<State>, _ held: () -> HeldAction<Action>
    ) -> GateAnswer

    /// Called after an action was reduced, or rejected; a store need not call it for one that was ignored.
    ///
    /// - Parameters:
    ///   - seq: The number of the transition.
    ///   - state: The state after it, for the length of the call.
    func didReduce(_ action: Action, seq: Int, state: UnsafePointer<State>)

    /// Called after a state replaced the current one: these are never held.
    ///
    /// - Parameters:
    ///   - state: The state after it, for the length of the call.
    ///   - seq: The number of the transition.
    func didRestore(state: UnsafePointer<State>, seq: Int)
}

/// What a keeper answers about an action that is about to be reduced.
@usableFromInline
package enum GateAnswer: Sendable {
    case held
    case passes
    /// It passes, and its result need not be reported to the keeper.
    case ignored
}

extension GateKeeper {
    @usableFromInline
    package func didReduce(_ action: Action, seq: Int, state: UnsafePointer<State>) {}

    @usableFromInline
    package func didRestore(state: UnsafePointer<State>, seq: Int) {}
}
