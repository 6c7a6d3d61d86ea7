/// A store as one part of the program sees it: a part of the state, and the actions for that part.
///
///     struct Screen: Sendable { var likes = 0, title = "" }
///     enum Event: Sendable { case like(by: Int), rename(String) }
///     let store = Store(initial: Screen()) { (screen: inout Screen, event: Event) in
///         switch event {
///         case .like(let number): screen.likes += number
///         case .rename(let title): screen.title = title
///         }
///     }
///     let likes = store.scope(state: \.likes, action: Event.like)
///     likes.dispatch(2)
///     print(likes.state)  // 2
///
/// It has no state of its own: it reads and dispatches to the store that it was made from, and keeps that alive.
public struct ScopedStore<State: Sendable, Action: Sendable>: Sendable {
    let source: any ScopeSource<State, Action>

    /// A copy of the part as it is now.
    public var state: State { source.state }

    /// Dispatches an action, as `Store.dispatch` does.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - file: Where the call is; recorded in debug builds only.
    ///   - line: Where the call is; recorded in debug builds only.
    public func dispatch(_ action: Action, file: StaticString = #fileID, line: UInt32 = #line) {
        source.dispatch(action, file: file, line: line)
    }

    /// Calls a closure with the part after every commit of the store, whether or not the part changed.
    ///
    /// - Parameters:
    ///   - delivery: Where to call it.
    ///   - initial: Whether to call it with the current part first.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    public func subscribe(
        on delivery: Delivery = .inline, initial: Bool = false, _ body: @escaping @Sendable (State) -> Void
    ) -> StoreSubscription {
        source.subscribe(on: delivery, initial: initial, isSame: nil, body)
    }

    /// Calls a closure with the part when it changed.
    ///
    /// - Parameters:
    ///   - delivery: Where to call it.
    ///   - initial: Whether to call it with the current part first.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    public func subscribe(
        on delivery: Delivery = .inline, initial: Bool = false, _ body: @escaping @Sendable (State) -> Void
    ) -> StoreSubscription where State: Equatable {
        source.subscribe(on: delivery, initial: initial, isSame: { $0 == $1 }, body)
    }

    /// A part of this part.
    ///
    /// - Parameters:
    ///   - state: The part of the state.
    ///   - action: Makes an action for the part one of this store's.
    public func scope<Child: Sendable, ChildAction: Sendable>(
        state: any KeyPath<State, Child> & Sendable, action: @escaping @Sendable (ChildAction) -> Action
    ) -> ScopedStore<Child, ChildAction> {
        scope(state: { $0[keyPath: state] }, action: action)
    }

    /// The same with a function that finds the part.
    public func scope<Child: Sendable, ChildAction: Sendable>(
        state: @escaping @Sendable (State) -> Child, action: @escaping @Sendable (ChildAction) -> Action
    ) -> ScopedStore<Child, ChildAction> {
        ScopedStore<Child, ChildAction>(source: source.scope(state, action))
    }
}
