extension Store {
    /// Makes a store with several reducers, that are run in order.
    ///
    /// - Parameters:
    ///   - initial: The state at seq 0.
    ///   - effects: What the initial state asks for; performed once, as soon as there is an effect handler.
    ///   - nestingLimit: How many actions may be dispatched in answer to each other before the chain is broken.
    ///   - reducers: The reducers; each gets the state that the one before it left, their effects are joined.
    @inlinable
    public convenience init(
        initial: State, effects: [Effect] = [], nestingLimit: Int = 1_000,
        reducers: [any Reducer<State, Action, Effect>]
    ) {
        self.init(initial: initial, effects: effects, nestingLimit: nestingLimit, reducer: CombinedReducer(reducers))
    }

    /// The store as one part of the program sees it: a part of its state, and the actions for that part.
    ///
    /// - Parameters:
    ///   - state: The part of the state.
    ///   - action: Makes an action for the part one of the store's.
    /// - Returns: A view that keeps the store alive.
    public func scope<Child: Sendable, ChildAction: Sendable>(
        state: any KeyPath<State, Child> & Sendable, action: @escaping @Sendable (ChildAction) -> Action
    ) -> ScopedStore<Child, ChildAction> {
        scope(state: { $0[keyPath: state] }, action: action)
    }

    /// The same with a function that finds the part, for instance the payload of a case or an element of a collection.
    ///
    ///     enum Session: Sendable { case signedOut, signedIn(visits: Int) }
    ///     let store = Store(initial: Session.signedOut) { (session: inout Session, visits: Int) in
    ///         session = .signedIn(visits: visits)
    ///     }
    ///     let visits = store.scope(state: CasePath(Session.signedIn).extract) { (count: Int) in count }
    ///     visits.dispatch(7)
    ///     print(visits.state ?? 0)  // 7; nil while nobody is signed in
    public func scope<Child: Sendable, ChildAction: Sendable>(
        state: @escaping @Sendable (State) -> Child, action: @escaping @Sendable (ChildAction) -> Action
    ) -> ScopedStore<Child, ChildAction> {
        ScopedStore(source: StoreScope(store: self, part: state, embed: action))
    }
}
