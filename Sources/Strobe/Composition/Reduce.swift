/// A reducer made from a closure, which may have every form that a store takes.
///
///     let counter = Reduce<Int, Bool, Never> { count, isUp in
///         count += isUp ? 1 : -1
///     }
///     let store = Store(initial: 0, reducer: counter)
///     store.dispatch(true)
public struct Reduce<State: Sendable, Action: Sendable, Effect: Sendable>: Reducer {
    @usableFromInline let body: @Sendable (inout State, Action) throws -> [Effect]
    /// What it is made of; `nil` for a closure, which does not say it.
    @usableFromInline let parts: Composition<State, Action, Effect>?

    /// Creates a reducer of parts.
    ///
    /// - Parameters:
    ///   - hasOwners: Whether an effect may belong to a part that can go.
    ///   - machines: The machines among the parts.
    ///   - reduce: Reduces, and adds who owns each effect, where that is asked for.
    init(
        hasOwners: Bool, machines: [MachinePart<Action>],
        _ reduce: @escaping Composition<State, Action, Effect>.OwnedBody
    ) {
        let body: Composition<State, Action, Effect>.Body = { state, action in try reduce(&state, action, nil) }
        self.body = body
        parts = Composition(body: body, ownedBody: hasOwners ? reduce : nil, machines: machines)
    }

    /// Creates a reducer.
    ///
    /// - Parameter reduce: Changes the state in place and returns effects; pure, as every reducer.
    @inlinable
    @_disfavoredOverload  // see Store+Forms.swift
    public init(_ reduce: @escaping @Sendable (inout State, Action) throws -> [Effect]) {
        parts = nil
        body = reduce
    }

    /// Creates a reducer that returns an effect or none.
    ///
    /// - Parameter reduce: Changes the state in place.
    @inlinable
    @_disfavoredOverload
    public init(_ reduce: @escaping @Sendable (inout State, Action) throws -> Effect?) {
        parts = nil
        body = { state, action in
            guard let effect = try reduce(&state, action) else { return [] }
            return [effect]
        }
    }

    /// Creates a reducer from a function that returns the new state and effects.
    ///
    /// - Parameter reduce: Gets a copy of the state.
    @inlinable
    @_disfavoredOverload
    public init(_ reduce: @escaping @Sendable (State, Action) throws -> (State, [Effect])) {
        parts = nil
        body = { state, action in
            let effects: [Effect]
            (state, effects) = try reduce(state, action)
            return effects
        }
    }

    /// Creates a reducer from a function that returns the new state, and an effect or none.
    ///
    /// - Parameter reduce: Gets a copy of the state.
    @inlinable
    @_disfavoredOverload
    public init(_ reduce: @escaping @Sendable (State, Action) throws -> (State, Effect?)) {
        parts = nil
        body = { state, action in
            let effect: Effect?
            (state, effect) = try reduce(state, action)
            guard let effect else { return [] }
            return [effect]
        }
    }

    /// Creates a reducer from a function whose states hold the effect of the last action.
    ///
    /// - Parameters:
    ///   - effect: The effect that a state holds, such as `\.effect`; that of the new state is returned after each action.
    ///   - reduce: Returns the state after an action; gets a copy of the state.
    @inlinable
    public init(
        effect: @escaping @Sendable (State) -> Effect?, _ reduce: @escaping @Sendable (State, Action) throws -> State
    ) {
        parts = nil
        body = { state, action in
            state = try reduce(state, action)
            guard let effect = effect(state) else { return [] }
            return [effect]
        }
    }

    /// Applies an action to a state in place.
    @inlinable
    public func reduce(_ state: inout State, _ action: Action) throws -> [Effect] {
        try body(&state, action)
    }
}

extension Reduce where Effect == Never {
    /// Creates a reducer without effects.
    ///
    /// - Parameter reduce: Changes the state in place.
    @inlinable
    public init(_ reduce: @escaping @Sendable (inout State, Action) throws -> Void) {
        parts = nil
        body = { state, action in
            try reduce(&state, action)
            return []
        }
    }

    /// Creates a reducer without effects from a function that returns the new state.
    ///
    /// - Parameter reduce: Gets a copy of the state.
    @inlinable
    public init(_ reduce: @escaping @Sendable (State, Action) throws -> State) {
        parts = nil
        body = { state, action in
            state = try reduce(state, action)
            return []
        }
    }
}

extension Reduce: CompositeReducer {
    var ownComposition: Composition<State, Action, Effect> {
        parts ?? Composition(body: body, ownedBody: nil, machines: [])
    }
}
