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

    /// Returns the action that takes the place of two, one of which still waits when the other is dispatched right after it;
    /// `nil`, as by default, if both are to be reduced.
    ///
    /// It is for what comes faster than it is reduced, such as the text of a field after each key: later actions need not
    /// wait until all of them are. What was replaced never was a transition, and is not in the log.
    ///
    ///     struct Form: AsyncReducer {
    ///         enum Action: Sendable { case typed(String), signIn }
    ///
    ///         func reduce(state: [String], action: Action) async -> [String] {
    ///             await Task.yield()  // asks a server whether the text is valid
    ///             switch action {
    ///             case .typed(let text): return [text]
    ///             case .signIn: return state + ["signed in"]
    ///             }
    ///         }
    ///
    ///         func coalesce(_ waiting: Action, with newer: Action) -> Action? {
    ///             if case .typed = waiting, case .typed = newer { newer } else { nil }
    ///         }
    ///     }
    ///     let store = AsyncStore(initial: []) { _ in Form() }
    ///     for text in ["a", "ad", "ada"] { store.dispatch(.typed(text)) }
    ///     try await store.receipt(of: .signIn)
    ///     print(store.state)  // ["ada", "signed in"]
    ///
    /// The store asks only about actions that the program dispatched and that nobody waits for: not about those of
    /// `receipt(of:)`, of late work and of debuggers, and never about one that is being reduced or held at a breakpoint.
    ///
    /// - Parameters:
    ///   - waiting: The last of the actions that wait.
    ///   - newer: The one that is dispatched.
    func coalesce(_ waiting: Action, with newer: Action) -> Action?
}

extension AsyncReducer {
    /// By default there is none: every action is reduced.
    public func coalesce(_ waiting: Action, with newer: Action) -> Action? { nil }
}
