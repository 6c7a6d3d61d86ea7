// The forms of a reducer. Where a store's type is known, the compiler does not look into a closure of several statements to
// choose among them: without effects, a closure that returns nothing would fit `[Never]` and `Never?` as well. So the forms
// with effects are disfavored; a closure that returns effects fits no other form. A reducer that is a type is taken as
// `any Reducer`, since a trailing closure could match `some Reducer`, and errors in closures would be about that.

/// The store of a reducer that is a type.
///
///     struct Counter: Reducer {
///         func reduce(_ count: inout Int, _ step: Int) -> [Never] {
///             count += step
///             return []
///         }
///     }
///     final class Screen { let store: StoreOf<Counter> = Store(initial: 0, reducer: Counter()) }
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action, R.Effect>

extension Store {
    /// Creates a store with a reducer that is a type.
    ///
    /// - Parameters:
    ///   - initial: The state at seq 0.
    ///   - effects: What the initial state asks for; performed once, as soon as there is an effect handler.
    ///   - nestingLimit: How many actions may be dispatched in answer to each other before the chain is broken.
    ///   - reducer: The reducer.
    @inlinable
    public convenience init(
        initial: State, effects: [Effect] = [], nestingLimit: Int = 1_000, reducer: any Reducer<State, Action, Effect>
    ) {
        self.init(
            initial: initial, effects: effects, nestingLimit: nestingLimit, composition: reducer.composition)
    }

    /// Creates a store with a reducer that was declared as a machine.
    package convenience init(
        initial: State, reduce: @escaping @Sendable (inout State, Action) throws -> [Effect],
        declaration: MachineDeclaration
    ) {
        self.init(
            initial: initial, effects: [], nestingLimit: 1_000,
            composition: Composition(body: reduce, ownedBody: nil, machines: [], declaration: declaration))
    }

    /// Creates a store with several reducers, which run in order.
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

    /// Creates a store with a reducer that changes the state in place and returns an effect or none.
    ///
    /// Say the closure's result where the store's type is not known, and the closure is a single call:
    /// `{ (state: inout Converter, message) -> Command? in state.send(message) }`.
    @inlinable
    @_disfavoredOverload
    public convenience init(
        initial: State, effects: [Effect] = [], nestingLimit: Int = 1_000,
        reduce: @escaping @Sendable (inout State, Action) throws -> Effect?
    ) {
        self.init(initial: initial, effects: effects, nestingLimit: nestingLimit, reduce: Reduce(reduce).body)
    }

    /// Creates a store with a reducer that returns the new state and effects.
    ///
    /// The reducer gets a copy of the state: what it changes in a collection costs a copy of that collection.
    @inlinable
    @_disfavoredOverload
    public convenience init(
        initial: State, effects: [Effect] = [], nestingLimit: Int = 1_000,
        reduce: @escaping @Sendable (State, Action) throws -> (State, [Effect])
    ) {
        self.init(initial: initial, effects: effects, nestingLimit: nestingLimit, reduce: Reduce(reduce).body)
    }

    /// Creates a store with a reducer that returns the new state, and an effect or none.
    ///
    /// The reducer gets a copy of the state: what it changes in a collection costs a copy of that collection.
    @inlinable
    @_disfavoredOverload
    public convenience init(
        initial: State, effects: [Effect] = [], nestingLimit: Int = 1_000,
        reduce: @escaping @Sendable (State, Action) throws -> (State, Effect?)
    ) {
        self.init(initial: initial, effects: effects, nestingLimit: nestingLimit, reduce: Reduce(reduce).body)
    }

    /// Creates a store with a reducer whose states hold the effect of the last action.
    ///
    /// The reducer gets a copy of the state: what it changes in a collection costs a copy of that collection.
    ///
    /// - Parameters:
    ///   - initial: The state at seq 0; an effect in it is not performed.
    ///   - effects: What the initial state asks for; performed once, as soon as there is an effect handler.
    ///   - nestingLimit: How many actions may be dispatched in answer to each other before the chain is broken.
    ///   - effect: The effect that a state holds, such as `\.effect`. After each action the effect of the new state is
    ///     performed: a reducer that keeps the one of the state before repeats it.
    ///   - reduce: Returns the state after an action.
    @inlinable
    public convenience init(
        initial: State, effects: [Effect] = [], nestingLimit: Int = 1_000,
        effect: @escaping @Sendable (State) -> Effect?,
        reduce: @escaping @Sendable (State, Action) throws -> State
    ) {
        self.init(
            initial: initial, effects: effects, nestingLimit: nestingLimit, reduce: Reduce(effect: effect, reduce).body)
    }
}

extension Store where Effect == Never {
    /// Creates a store with a reducer that changes the state in place and has no effects.
    @inlinable
    public convenience init(
        initial: State, nestingLimit: Int = 1_000, reduce: @escaping @Sendable (inout State, Action) throws -> Void
    ) {
        self.init(initial: initial, nestingLimit: nestingLimit, reduce: Reduce(reduce).body)
    }

    /// Creates a store with a reducer that returns the new state.
    ///
    /// The reducer gets a copy of the state: what it changes in a collection costs a copy of that collection.
    @inlinable
    public convenience init(
        initial: State, nestingLimit: Int = 1_000, reduce: @escaping @Sendable (State, Action) throws -> State
    ) {
        self.init(initial: initial, nestingLimit: nestingLimit, reduce: Reduce(reduce).body)
    }
}
