/// A pure function of state and action, written as a type.
///
///     struct Search: Reducer {
///         enum Action: Sendable { case typed(String), found([String]) }
///         struct State: Sendable { var text = "", results: [String] = [] }
///         enum Effect: Sendable, Equatable { case find(String) }
///
///         func reduce(_ state: inout State, _ action: Action) -> [Effect] {
///             switch action {
///             case .typed(let text):
///                 state.text = text
///                 return [.find(text)]
///             case .found(let results):
///                 state.results = results
///                 return []
///             }
///         }
///     }
///     let store = Store(initial: Search.State(), reducer: Search())
///     store.dispatch(.typed("tea"))
///
/// A reducer runs under its store's lock and may be run again on a copy of the state: it must depend on nothing but its
/// arguments, and must not call its own store.
///
/// One that is made of others is a `ComposedReducer`: what a `reduce` calls by hand does not tell the store which part an
/// effect belongs to, nor that there is a machine among the parts.
public protocol Reducer<State, Action, Effect>: Sendable {
    /// The state that is reduced.
    associatedtype State: Sendable
    /// The type of its actions.
    associatedtype Action: Sendable
    /// The work that a change requests from the outside; `Never` for reducers without effects.
    associatedtype Effect: Sendable = Never

    /// Applies an action to a state in place.
    ///
    /// - Returns: The effects to perform, in order.
    /// - Throws: Why the action is rejected, before anything is changed: `reject(_:)` says it.
    func reduce(_ state: inout State, _ action: Action) throws -> [Effect]
}
