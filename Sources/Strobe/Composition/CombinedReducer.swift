/// Several reducers in a row: each gets the state that the one before it left.
///
///     let step = Reduce<Int, Int, Never> { sum, number in
///         sum += number
///         return []
///     }
///     let limit = Reduce<Int, Int, Never> { sum, _ in
///         sum = min(sum, 10)
///         return []
///     }
///     let store = Store(initial: 0, reducer: CombinedReducer([step, limit]))
///     store.dispatch(25)
///     print(store.state)  // 10
public struct CombinedReducer<State: Sendable, Action: Sendable, Effect: Sendable>: Reducer {
    @usableFromInline let reducers: [any Reducer<State, Action, Effect>]

    /// Makes one reducer of many.
    ///
    /// - Parameter reducers: The reducers in the order in which they are to be run; with none, nothing ever changes.
    @inlinable
    public init(_ reducers: [any Reducer<State, Action, Effect>]) {
        self.reducers = reducers
    }

    /// Applies an action with every reducer, in order.
    ///
    /// - Returns: The effects of the first reducer, then those of the second, and so on.
    @inlinable
    public func reduce(_ state: inout State, _ action: Action) throws -> [Effect] {
        var effects: [Effect] = []
        for reducer in reducers {
            effects += try reducer.reduce(&state, action)
        }
        return effects
    }
}
