/// A store as one part of the program sees it: a part of the state, and the actions for that part.
///
///     struct Screen: Sendable { var likes = 0, title = "" }
///     enum Event: Sendable { case like(by: Int), rename(String) }
///     let store = Store(initial: Screen()) { (screen: inout Screen, event: Event) in
///         switch event {
///         case .like(let number): screen.likes += number
///         case .rename(let title): screen.title = title
///         }
///     }
///     let likes = store.scope(state: \.likes, action: Event.like)
///     likes.dispatch(2)
///     print(likes.state)  // 2
///
/// It has no state of its own: it reads and dispatches to the store that it was made from, and keeps that alive. Its
/// number and its effects are those of that store.
public struct ScopedStore<State: Sendable, Action: Sendable>: StoreProtocol {
    /// The effects of any store.
    public typealias Effect = any Sendable

    let source: any ScopeSource<State, Action>

    /// A copy of the part as it is now.
    public var state: State { source.withState { $0 } }

    /// The number of the last transition of the whole store; 0 before the first.
    public var seq: Int { source.root.seq }

    /// Calls a closure with the part, under the store's lock and without a copy.
    ///
    /// - Parameter body: Must be quick and must not call the store.
    public func withState<Result: Sendable>(_ body: (State) -> Result) -> Result { source.withState(body) }

    /// Dispatches an action to the store.
    public func dispatch(_ action: Action, from place: CallSite?) { source.dispatch(action, from: place) }

    /// Dispatches an action to the store, and waits for it.
    public func receipt(
        of action: Action, ifSeq: Int?, from place: CallSite?
    ) async throws(StoreError) -> Receipt<Effect> {
        try await source.receipt(of: action, ifSeq: ifSeq, from: place)
    }

    /// Calls a closure with what a selector makes of the part.
    public func subscribe<Selected: Sendable>(
        to selector: @escaping @Sendable (State) -> Selected, on delivery: Delivery, initial: Bool,
        isSame: (@Sendable (Selected, Selected) -> Bool)?, end: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        source.subscribe(to: selector, on: delivery, initial: initial, isSame: isSame, end: end, body)
    }

    /// The dependencies of the whole store.
    public var dependencies: Dependencies {
        get { source.root.dependencies }
        nonmutating set { source.root.dependencies = newValue }
    }

    /// Whether recorded actions are being dispatched to the whole store.
    public var replay: ReplayMode { source.root.replay }

    /// The effects of the whole store that wait or run.
    public var runningEffects: [RunningEffect<Effect>] { source.root.anyEffects }

    /// Cancels an effect of the whole store by its id.
    @discardableResult
    public func cancelEffect(_ id: Int) -> Bool { source.root.cancelEffect(id) }

    /// Cancels all effects of the whole store that are listed under a name.
    @discardableResult
    public func cancelEffects(named name: EffectID) -> Int { source.root.cancelEffects(named: name) }

    /// Cancels all effects of the whole store.
    @discardableResult
    public func cancelAllEffects() -> Int { source.root.cancelAllEffects() }

    /// Sets the handler that misuses of the whole store are reported to.
    public func setFaultHandler(_ handler: @escaping @Sendable (StoreError) -> Void) {
        source.root.setFaultHandler(handler)
    }
}

extension ScopedStore where State: Equatable {
    /// Calls a closure with the part, whenever it changes.
    ///
    /// - Parameters:
    ///   - delivery: Where to call it.
    ///   - initial: Whether to call it with the current part first.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    public func subscribe(
        on delivery: Delivery = .inline, initial: Bool = false, _ body: @escaping @Sendable (State) -> Void
    ) -> StoreSubscription {
        subscribe(to: { $0 }, on: delivery, initial: initial, isSame: { $0 == $1 }, end: {}, body)
    }
}

extension StoreProtocol {
    /// The store as one part of the program sees it: a part of its state, and the actions for that part.
    ///
    /// - Parameters:
    ///   - state: The part of the state.
    ///   - action: Makes an action for the part one of the store's.
    /// - Returns: A view that keeps the store alive.
    public func scope<Child: Sendable, ChildAction: Sendable>(
        state: any KeyPath<State, Child> & Sendable, action: @escaping @Sendable (ChildAction) -> Action
    ) -> ScopedStore<Child, ChildAction> {
        scope(state: { $0[keyPath: state] }, action: action)
    }

    /// The store as one part of the program sees it, with a function that finds the part, for instance the payload of a
    /// case or an element of a collection.
    ///
    ///     enum Session: Sendable { case signedOut, signedIn(visits: Int) }
    ///     let store = Store(initial: Session.signedOut) { (session: inout Session, visits: Int) in
    ///         session = .signedIn(visits: visits)
    ///     }
    ///     let visits = store.scope(state: CasePath(Session.signedIn).extract) { (count: Int) in count }
    ///     visits.dispatch(7)
    ///     print(visits.state ?? 0)  // 7; nil while nobody is signed in
    public func scope<Child: Sendable, ChildAction: Sendable>(
        state: @escaping @Sendable (State) -> Child, action: @escaping @Sendable (ChildAction) -> Action
    ) -> ScopedStore<Child, ChildAction> {
        ScopedStore(source: StoreScope(store: self, part: state, embed: action))
    }
}
