/// Decides which actions a store holds before it reduces them.
///
///     final class NoRefunds: GateKeeper<Int, Int>, @unchecked Sendable {
///         override func holds(_ action: HeldAction<Int>, state: UnsafePointer<Int>) -> Bool {
///             state.pointee + action.action < 0
///         }
///     }
///     let store = Store(initial: 10) { (balance: inout Int, amount: Int) in balance += amount }
///     store.setGateKeeper(NoRefunds())
///     store.dispatch(-4)
///     store.dispatch(-40)
///     store.dispatch(1)  // waits behind the one that is held
///     print(store.state, store.heldCount)  // 6 2
///     store.setGateKeeper(nil)
///     print(store.state, store.heldCount)  // -33 0
///
/// The store calls it under its lock, from any thread, one call at a time and in the order of reduction. A subclass
/// must be quick and must not call the store. What only these methods touch needs no other protection.
open class GateKeeper<State: Sendable, Action: Sendable>: @unchecked Sendable {
    // Holds no state itself; subclasses state how theirs is protected.

    /// Makes a keeper that holds nothing.
    public init() {}

    /// Decides whether an action is held.
    ///
    /// Only asked where the action would be reduced next: not for what waits behind one that is held, nor for one that
    /// names another number than the present or whose effect was cancelled. After `false` the action is reduced, and no
    /// other question comes before that. An action that was held may be asked for again, after `recheckHeld()`.
    ///
    /// - Parameters:
    ///   - action: The action, with the number that it has or gets at the gate.
    ///   - state: The state before it, for the length of the call. A copy that outlives the call costs the program a
    ///     copy-on-write of what it changes next.
    open func holds(_ action: HeldAction<Action>, state: UnsafePointer<State>) -> Bool { false }

    /// Called after an action was reduced, or rejected.
    ///
    /// - Parameters:
    ///   - seq: The number of the transition.
    ///   - state: The state after it, for the length of the call.
    open func didReduce(_ action: Action, seq: Int, state: UnsafePointer<State>) {}

    /// Called after a state replaced the current one: these are never held.
    ///
    /// - Parameters:
    ///   - state: The state after it, for the length of the call.
    ///   - seq: The number of the transition.
    open func didRestore(state: UnsafePointer<State>, seq: Int) {}
}
