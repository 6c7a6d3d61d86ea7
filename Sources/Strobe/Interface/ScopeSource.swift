/// What a scoped store looks through, whatever the store behind it is.
protocol ScopeSource<State, Action>: Sendable {
    associatedtype State: Sendable
    associatedtype Action: Sendable

    /// The store behind it.
    var root: any StoreProtocol { get }

    func withState<Result: Sendable>(_ body: (State) -> Result) -> Result

    func dispatch(_ action: Action, from place: CallSite?)

    func receipt(
        of action: Action, ifSeq: Int?, from place: CallSite?
    ) async throws(StoreError) -> Receipt<any Sendable>

    func subscribe<Selected: Sendable>(
        to selector: @escaping @Sendable (State) -> Selected, on delivery: Delivery, initial: Bool,
        isSame: (@Sendable (Selected, Selected) -> Bool)?, end: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription
}

/// A part of a store's state with the way in for its actions.
struct StoreScope<Root: StoreProtocol, State: Sendable, Action: Sendable>: ScopeSource {
    let store: Root
    let part: @Sendable (Root.State) -> State
    let embed: @Sendable (Action) -> Root.Action

    var root: any StoreProtocol { store }

    func withState<Result: Sendable>(_ body: (State) -> Result) -> Result {
        store.withState { body(part($0)) }
    }

    func dispatch(_ action: Action, from place: CallSite?) {
        store.dispatch(embed(action), from: place)
    }

    func receipt(
        of action: Action, ifSeq: Int?, from place: CallSite?
    ) async throws(StoreError) -> Receipt<any Sendable> {
        let receipt = try await store.receipt(of: embed(action), ifSeq: ifSeq, from: place)
        return Receipt(
            seq: receipt.seq, effects: receipt.effects, durationNanos: receipt.durationNanos,
            rejection: receipt.rejection)
    }

    func subscribe<Selected: Sendable>(
        to selector: @escaping @Sendable (State) -> Selected, on delivery: Delivery, initial: Bool,
        isSame: (@Sendable (Selected, Selected) -> Bool)?, end: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        let part = part
        return store.subscribe(
            to: { selector(part($0)) }, on: delivery, initial: initial, isSame: isSame, end: end, body)
    }
}

extension StoreProtocol {
    /// The running effects without their type.
    var anyEffects: [RunningEffect<any Sendable>] {
        runningEffects.map {
            RunningEffect(
                id: $0.id, name: $0.name, effect: $0.effect, cause: $0.cause, sinceNanos: $0.sinceNanos, phase: $0.phase
            )
        }
    }
}
