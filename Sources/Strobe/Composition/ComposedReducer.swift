/// A reducer type that is composed of other reducers.
///
///     struct Likes: Reducer {
///         func reduce(_ count: inout Int, _ step: Int) -> [Never] {
///             count += step
///             return []
///         }
///     }
///     struct Screen: Sendable { var likes = 0, title = "" }
///     enum Event: Sendable { case likes(Int), rename(String) }
///     struct ScreenReducer: ComposedReducer {
///         var body: some Reducer<Screen, Event, Never> {
///             CombinedReducer {
///                 Likes().scoped(state: \.likes, action: CasePath(Event.likes))
///                 Reduce { screen, event in
///                     if case .rename(let title) = event { screen.title = title }
///                 }
///             }
///         }
///     }
///     let store = Store(initial: Screen(), reducer: ScreenReducer())
///     store.dispatch(.likes(2))
///
/// A store asks for the body once. What only the body can say is not lost: the graphs of the machines in it, and which
/// part each effect ends with. A `reduce` that the type has of its own is not called by a store: what it would do is a part
/// of the body.
public protocol ComposedReducer<State, Action, Effect>: Reducer {
    /// The type of what it is made of.
    associatedtype Body: Reducer<State, Action, Effect>

    /// What it is made of; always the same.
    var body: Body { get }
}

extension ComposedReducer {
    /// Applies an action as the body does.
    public func reduce(_ state: inout State, _ action: Action) throws -> [Effect] {
        try body.reduce(&state, action)
    }

    /// What the body is made of.
    var bodyComposition: Composition<State, Action, Effect> { body.composition }
}
