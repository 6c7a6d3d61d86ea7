/// A function of state and action that may take its time, written as a type.
///
/// It need not be pure: its store reduces strictly one action after the other, so that whatever it reads while it is
/// suspended, no other reduction of the same store comes in between.
///
///     struct Adder: AsyncReducer {
///         func reduce(state: Int, action: Int) async -> Int {
///             await Task.yield()
///             return state + action
///         }
///     }
///     let store = AsyncStore(initial: 0) { _ in Adder() }
public protocol AsyncReducer<State, Action>: Sendable {
    /// The state that is reduced.
    associatedtype State: Sendable
    /// The type of its actions.
    associatedtype Action: Sendable

    /// Returns the state after an action.
    ///
    /// - Parameters:
    ///   - state: The state before it, which does not change until this returns.
    ///   - action: The action to reduce.
    /// - Throws: Why the action is rejected: the state stays as it is. `reject(_:)` says it.
    func reduce(state: State, action: Action) async throws -> State
}
