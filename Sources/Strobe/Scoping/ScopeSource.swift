/// What a scoped store looks through, whatever the store behind it is.
protocol ScopeSource<State, Action>: Sendable {
    associatedtype State: Sendable
    associatedtype Action: Sendable

    var state: State { get }

    func dispatch(_ action: Action, file: StaticString, line: UInt32)

    func subscribe(
        on delivery: Delivery, initial: Bool, isSame: (@Sendable (State, State) -> Bool)?,
        _ body: @escaping @Sendable (State) -> Void
    ) -> StoreSubscription

    func scope<Child: Sendable, ChildAction: Sendable>(
        _ part: @escaping @Sendable (State) -> Child, _ embed: @escaping @Sendable (ChildAction) -> Action
    ) -> any ScopeSource<Child, ChildAction>
}

/// A part of a store's state with the way in for its actions.
struct StoreScope<Root: Sendable, RootAction: Sendable, Effect: Sendable, State: Sendable, Action: Sendable>:
    ScopeSource
{
    let store: Store<Root, RootAction, Effect>
    let part: @Sendable (Root) -> State
    let embed: @Sendable (Action) -> RootAction

    var state: State { store.withState(part) }

    func dispatch(_ action: Action, file: StaticString, line: UInt32) {
        store.dispatch(embed(action), file: file, line: line)
    }

    func subscribe(
        on delivery: Delivery, initial: Bool, isSame: (@Sendable (State, State) -> Bool)?,
        _ body: @escaping @Sendable (State) -> Void
    ) -> StoreSubscription {
        store.subscribe(to: part, on: delivery, initial: initial, isSame: isSame, body)
    }

    func scope<Child: Sendable, ChildAction: Sendable>(
        _ part: @escaping @Sendable (State) -> Child, _ embed: @escaping @Sendable (ChildAction) -> Action
    ) -> any ScopeSource<Child, ChildAction> {
        let outerPart = self.part
        let outerEmbed = self.embed
        return StoreScope<Root, RootAction, Effect, Child, ChildAction>(
            store: store, part: { part(outerPart($0)) }, embed: { outerEmbed(embed($0)) })
    }
}
