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

    /// Creates one reducer from many.
    ///
    /// - Parameter reducers: The reducers in the order in which they are to be run; with none, nothing ever changes.
    @inlinable
    public init(_ reducers: [any Reducer<State, Action, Effect>]) {
        self.reducers = reducers
    }

    /// Creates one reducer from those that are listed.
    ///
    ///     struct Form: Sendable { var name = "", age = 0 }
    ///     enum Entry: Sendable { case name(String), age(Int) }
    ///     let form = CombinedReducer<Form, Entry, Never> {
    ///         Reduce { form, entry in
    ///             if case .name(let name) = entry { form.name = name }
    ///         }
    ///         Reduce { form, entry in
    ///             if case .age(let age) = entry { form.age = age }
    ///         }
    ///     }
    ///     let store = Store(initial: Form(), reducer: form)
    ///     store.dispatch(.age(7))
    ///
    /// - Parameter reducers: The reducers in the order in which they are to be run.
    @inlinable
    public init(@ReducerBuilder<State, Action, Effect> _ reducers: () -> [any Reducer<State, Action, Effect>]) {
        self.reducers = reducers()
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

extension CombinedReducer: CompositeReducer {
    var ownComposition: Composition<State, Action, Effect> {
        let parts = reducers.map { $0.composition }
        let combined = Reduce(
            hasOwners: parts.contains { $0.ownedBody != nil }, machines: parts.flatMap(\.machines)
        ) { state, action, owners in
            var effects: [Effect] = []
            for part in parts { effects += try part.reduce(&state, action, for: owners) }
            return effects
        }
        return combined.ownComposition
    }
}

/// Lists reducers in braces, as `CombinedReducer` takes them; `if`, `else` and `for` are decided once.
///
///     func counters(_ count: Int) -> CombinedReducer<[Int], Int, Never> {
///         CombinedReducer {
///             for index in 0..<count {
///                 Reduce { counts, step in counts[index] += step }
///             }
///         }
///     }
///     let store = Store(initial: [0, 0], reducer: counters(2))
///     store.dispatch(3)  // the state is [3, 3]
@resultBuilder
public enum ReducerBuilder<State: Sendable, Action: Sendable, Effect: Sendable> {
    /// One reducer.
    public static func buildExpression(
        _ reducer: some Reducer<State, Action, Effect>
    ) -> [any Reducer<State, Action, Effect>] { [reducer] }

    /// A reducer whose type the braces decide.
    @_disfavoredOverload  // as the next one, which closures without a result fit better
    public static func buildExpression(
        _ reducer: Reduce<State, Action, Effect>
    ) -> [any Reducer<State, Action, Effect>] { [reducer] }

    /// A closure without effects, among reducers that have some.
    @_disfavoredOverload
    public static func buildExpression(
        _ reducer: Reduce<State, Action, Never>
    ) -> [any Reducer<State, Action, Effect>] {
        [reducer.scoped(state: \.self, action: .whole) { (_: Never) -> Effect in }]
    }

    /// A reducer without effects, among others that have some.
    @_disfavoredOverload  // the others fit all reducers where none has effects
    public static func buildExpression(
        _ reducer: some Reducer<State, Action, Never>
    ) -> [any Reducer<State, Action, Effect>] {
        [reducer.scoped(state: \.self, action: .whole) { (_: Never) -> Effect in }]
    }

    /// None: for a reducer with other effects, this is what the compiler says.
    @_disfavoredOverload
    @available(*, unavailable, message: "the effects of this reducer are of another type: pass `effect:` to map them")
    public static func buildExpression<Other>(
        _ reducer: some Reducer<State, Action, Other>
    ) -> [any Reducer<State, Action, Effect>] { [] }

    /// Reducers one after the other.
    public static func buildBlock(
        _ reducers: [any Reducer<State, Action, Effect>]...
    ) -> [any Reducer<State, Action, Effect>] { reducers.flatMap(\.self) }

    /// An `if` without `else`.
    public static func buildOptional(
        _ reducers: [any Reducer<State, Action, Effect>]?
    ) -> [any Reducer<State, Action, Effect>] { reducers ?? [] }

    /// The first branch.
    public static func buildEither(
        first reducers: [any Reducer<State, Action, Effect>]
    ) -> [any Reducer<State, Action, Effect>] { reducers }

    /// The other branch.
    public static func buildEither(
        second reducers: [any Reducer<State, Action, Effect>]
    ) -> [any Reducer<State, Action, Effect>] { reducers }

    /// A loop.
    public static func buildArray(
        _ reducers: [[any Reducer<State, Action, Effect>]]
    ) -> [any Reducer<State, Action, Effect>] { reducers.flatMap(\.self) }
}
