extension Store {
    /// Makes a store with a reducer that is a type.
    ///
    /// - Parameters:
    ///   - initial: The state at seq 0.
    ///   - nestingLimit: How many actions may be dispatched in answer to each other before the chain is broken.
    ///   - reducer: The reducer.
    @inlinable
    public convenience init(
        initial: State, nestingLimit: Int = 1_000, reducer: some Reducer<State, Action, Effect>
    ) {
        self.init(initial: initial, nestingLimit: nestingLimit) { state, action in reducer.reduce(&state, action) }
    }

    /// Makes a store with a reducer that changes the state in place and returns an effect or none.
    @inlinable
    public convenience init(
        initial: State, nestingLimit: Int = 1_000, reduce: @escaping @Sendable (inout State, Action) -> Effect?
    ) {
        self.init(initial: initial, nestingLimit: nestingLimit) { state, action -> [Effect] in
            guard let effect = reduce(&state, action) else { return [] }
            return [effect]
        }
    }

    /// Makes a store with a reducer that returns the new state and effects.
    ///
    /// The reducer gets a copy of the state: what it changes in a collection costs a copy of that collection.
    @inlinable
    public convenience init(
        initial: State, nestingLimit: Int = 1_000, reduce: @escaping @Sendable (State, Action) -> (State, [Effect])
    ) {
        self.init(initial: initial, nestingLimit: nestingLimit) { state, action -> [Effect] in
            let effects: [Effect]
            (state, effects) = reduce(state, action)
            return effects
        }
    }
}

extension Store where Effect == Never {
    /// Makes a store with a reducer that changes the state in place and has no effects.
    @inlinable
    public convenience init(
        initial: State, nestingLimit: Int = 1_000, reduce: @escaping @Sendable (inout State, Action) -> Void
    ) {
        self.init(initial: initial, nestingLimit: nestingLimit) { state, action -> [Never] in
            reduce(&state, action)
            return []
        }
    }

    /// Makes a store with a reducer that returns the new state.
    ///
    /// The reducer gets a copy of the state: what it changes in a collection costs a copy of that collection.
    @inlinable
    public convenience init(
        initial: State, nestingLimit: Int = 1_000, reduce: @escaping @Sendable (State, Action) -> State
    ) {
        self.init(initial: initial, nestingLimit: nestingLimit) { state, action -> [Never] in
            state = reduce(state, action)
            return []
        }
    }
}
