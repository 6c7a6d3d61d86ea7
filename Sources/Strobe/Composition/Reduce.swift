/// A reducer that is a closure, for where a type would be too much.
///
///     let counter = Reduce<Int, Bool, Never> { count, isUp in
///         count += isUp ? 1 : -1
///         return []
///     }
///     let store = Store(initial: 0, reducer: counter)
///     store.dispatch(true)
public struct Reduce<State: Sendable, Action: Sendable, Effect: Sendable>: Reducer {
    @usableFromInline let body: @Sendable (inout State, Action) -> [Effect]

    /// Makes a reducer.
    ///
    /// - Parameter reduce: Changes the state in place and returns effects; pure, as every reducer.
    @inlinable
    public init(_ reduce: @escaping @Sendable (inout State, Action) -> [Effect]) {
        body = reduce
    }

    /// Applies an action to a state in place.
    @inlinable
    public func reduce(_ state: inout State, _ action: Action) -> [Effect] {
        body(&state, action)
    }
}
