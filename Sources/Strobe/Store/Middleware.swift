/// Something that gets every action with the state before it: it may start work and dispatch, but not change the state.
///
///     struct Analytics: Middleware {
///         let track: @Sendable (String) -> Void
///
///         func apply(state: [Int], action: Int, context: EffectContext<Int>) {
///             track("\(action) comes to \(state.count) others")
///         }
///     }
///     let store = Store(initial: [Int]()) { (numbers: inout [Int], number: Int) in numbers.append(number) }
///     store.addMiddleware(Analytics(track: { print($0) }))
///     store.dispatch(7)  // prints: 7 comes to 0 others
public protocol Middleware<State, Action>: Sendable {
    /// The state of the store.
    associatedtype State: Sendable
    /// The actions of the store.
    associatedtype Action: Sendable

    /// Sees an action.
    ///
    /// - Parameters:
    ///   - state: The state before the action.
    ///   - action: The action that is about to be reduced.
    ///   - context: Dispatches into the store. What is dispatched has the action's transition as its cause, and is
    ///     reduced after it; it may be dispatched at once or later, from any thread.
    func apply(state: State, action: Action, context: EffectContext<Action>)
}

/// One middleware as the store keeps it.
@usableFromInline
struct MiddlewareEntry<State: Sendable, Action: Sendable>: Sendable {
    @usableFromInline
    struct Call: Sendable {
        @usableFromInline let state: State
        @usableFromInline let action: Action
        @usableFromInline let context: EffectContext<Action>

        @inlinable
        init(state: State, action: Action, context: EffectContext<Action>) {
            self.state = state
            self.action = action
            self.context = context
        }
    }

    /// The way of what it dispatches into the store.
    @usableFromInline let send: EffectContext<Action>.Send
    /// Calls it where it wants to be called.
    @usableFromInline let apply: @Sendable (Call, DispatchDepth) -> Void

    @inlinable
    init(send: EffectContext<Action>.Send, apply: @escaping @Sendable (Call, DispatchDepth) -> Void) {
        self.send = send
        self.apply = apply
    }
}
