/// A store as Redux has it: actions of many types behind one protocol, a list of reducers, middleware, two dispatchers.
///
///     protocol WidgetAction: Sendable {}
///     struct Rename: WidgetAction { var name: String }
///     struct Shout: WidgetAction {}
///
///     let store = ReduxStore<String, any WidgetAction>(
///         state: "",
///         reducers: [
///             { name, action in (action as? Rename)?.name ?? name },
///             { name, action in action is Shout ? name.uppercased() : name },
///         ])
///     store.dispatch(Rename(name: "lamp"))
///     store.dispatch(Shout())  // the state becomes "lamp", then "LAMP"
///
/// A dispatch returns at once; the action is reduced on the serial dispatcher, in the order of dispatch. `dispatch` of
/// the store underneath does not take that way, but the same middleware, reducers and listeners.
public final class ReduxStore<State: Sendable, Action: Sendable>: StoreProtocol {
    /// There are none: middleware and thunks do the work.
    public typealias Effect = Never

    /// The store underneath, for what a debug server needs.
    public let store: Store<State, Action, Never>
    private let mainDispatcher: MainActorDelivery
    private let put: @Sendable (Job) -> Void

    /// An action on its way to the reducers.
    private struct Job: Sendable {
        let action: Action
        /// What asks for it; `nil` for the program itself.
        let requester: Requester?
        let link: DispatchDepth
        let source: CallSite?
        var ifSeq: Int?
        var completion: (@Sendable (Result<Receipt<Never>, StoreError>) -> Void)?
    }

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - state: The state at seq 0.
    ///   - reducers: Called in order for each action; each gets the state that the one before it returned. A reducer
    ///     gets a copy: what it changes in a collection costs a copy of that collection.
    ///   - serialDispatcher: Where actions are reduced.
    ///   - mainDispatcher: When listeners are called on the main actor.
    ///   - middleware: Called in order for each action, before the reducers.
    ///   - middlewareDispatcher: Where middleware is called; by default, each on its own serial queue, so that none
    ///     delays the others or the store.
    ///   - nestingLimit: How many actions may be dispatched in answer to each other before the chain is broken.
    public convenience init(
        state: State, reducers: [@Sendable (State, Action) throws -> State],
        serialDispatcher: Delivery = .serialQueue("strobe.redux"), mainDispatcher: MainActorDelivery = .mainActor,
        middleware: [any Middleware<State, Action>] = [], middlewareDispatcher: Delivery? = nil,
        nestingLimit: Int = 1_000
    ) {
        let combined = Reduce<State, Action, Never> { state, action in
            try reducers.reduce(state) { try $1($0, action) }
        }
        self.init(
            state: state, reducer: combined, serialDispatcher: serialDispatcher, mainDispatcher: mainDispatcher,
            middleware: middleware, middlewareDispatcher: middlewareDispatcher, nestingLimit: nestingLimit)
    }

    /// Creates a store with a reducer that is a type, such as a state machine or parts of other designs; it changes the
    /// state in place.
    ///
    ///     enum Turnstile: Kinded, CaseIterable { case locked, unlocked }
    ///     enum TurnstileEvent: Kinded, CaseIterable { case coin, push }
    ///     let machine = StateMachine<Turnstile, TurnstileEvent, Never>(
    ///         initial: .locked,
    ///         transitions: [.on(.coin, from: .locked, to: .unlocked), .on(.push, from: .unlocked, to: .locked)])
    ///     struct Station: Sendable { var turnstile = Turnstile.locked }
    ///     let event = CasePath<any Sendable, TurnstileEvent>(embed: { $0 }, extract: { $0 as? TurnstileEvent })
    ///     let store = ReduxStore<Station, any Sendable>(
    ///         state: Station(), reducer: machine.scoped(state: \Station.turnstile, action: event))
    ///     store.dispatch(TurnstileEvent.coin)
    public init(
        state: State, reducer: any Reducer<State, Action, Never>,
        serialDispatcher: Delivery = .serialQueue("strobe.redux"), mainDispatcher: MainActorDelivery = .mainActor,
        middleware: [any Middleware<State, Action>] = [], middlewareDispatcher: Delivery? = nil,
        nestingLimit: Int = 1_000
    ) {
        let store = Store<State, Action, Never>(initial: state, nestingLimit: nestingLimit, reducer: reducer)
        self.store = store
        self.mainDispatcher = mainDispatcher
        put = serialDispatcher.sender { [weak store] job in
            guard let store else {
                job.requester?.life?.leave()
                job.completion?(.failure(.ended))
                return
            }
            if let requester = job.requester {
                store.submit(job.action, of: requester, source: job.source)
            } else {
                store.submit(
                    .init(
                        work: .action(job.action), source: job.source, ifSeq: job.ifSeq, link: job.link,
                        completion: job.completion))
            }
        }
        for middleware in middleware { add(middleware, on: middlewareDispatcher ?? .serialQueue()) }
    }

    /// A copy of the current state; dispatched actions may still wait.
    public var state: State { store.state }

    /// The number of the last transition; 0 before the first.
    public var seq: Int { store.seq }

    /// Calls a closure with the state, under the lock and without a copy.
    ///
    /// - Parameter body: Must be quick and must not call the store.
    public func withState<Result: Sendable>(_ body: (State) -> Result) -> Result { store.withState(body) }

    /// Dispatches an action and returns at once.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - place: Where it is dispatched, for the log.
    public func dispatch(_ action: Action, from place: CallSite?) {
        guard let link = store.linkOfCaller(action) else { return }
        put(Job(action: action, requester: nil, link: link, source: place))
    }

    /// Dispatches an action and waits until it is reduced on the serial dispatcher.
    ///
    /// - Returns: The number of the transition, and the reason if the action was rejected.
    /// - Throws: `StoreError` when the action was not reduced.
    @discardableResult
    public func receipt(
        of action: Action, ifSeq: Int?, from place: CallSite?
    ) async throws(StoreError) -> Receipt<Never> {
        let result = await withCheckedContinuation { continuation in
            put(
                Job(
                    action: action, requester: nil, link: DispatchDepth.here(), source: place, ifSeq: ifSeq,
                    completion: { continuation.resume(returning: $0) }))
        }
        return try result.get()
    }

    /// Calls a closure with what a selector returns.
    public func subscribe<Selected: Sendable>(
        to selector: @escaping @Sendable (State) -> Selected, on delivery: Delivery, initial: Bool,
        isSame: (@Sendable (Selected, Selected) -> Bool)?, end: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        store.subscribe(to: selector, on: delivery, initial: initial, isSame: isSame, end: end, body)
    }

    /// Calls a closure with what a key path selects, whenever it changes.
    public func subscribe<Selected: Equatable & Sendable>(
        to keyPath: any KeyPath<State, Selected> & Sendable, on delivery: Delivery, initial: Bool,
        end: @escaping @Sendable () -> Void, _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        store.subscribe(to: keyPath, on: delivery, initial: initial, end: end, body)
    }

    /// The dependencies of middleware and thunks.
    public var dependencies: Dependencies {
        get { store.dependencies }
        set { store.dependencies = newValue }
    }

    /// Whether recorded actions are being dispatched.
    public var replay: ReplayMode { store.replay }

    /// The thunks that run, oldest first.
    public var runningEffects: [RunningEffect<Never>] { store.runningEffects }

    /// Cancels a thunk by its id.
    ///
    /// - Returns: Whether it was running.
    @discardableResult
    public func cancelEffect(_ id: Int) -> Bool { store.cancelEffect(id) }

    /// Cancels all thunks of a name.
    ///
    /// - Returns: How many were running.
    @discardableResult
    public func cancelEffects(named name: EffectID) -> Int { store.cancelEffects(named: name) }

    /// Cancels all thunks.
    ///
    /// - Returns: How many were running.
    @discardableResult
    public func cancelAllEffects() -> Int { store.cancelAllEffects() }

    /// Sets the handler that misuses of the store are reported to; the default writes a line to standard error.
    public func setFaultHandler(_ handler: @escaping @Sendable (StoreError) -> Void) {
        store.setFaultHandler(handler)
    }

    /// Runs a thunk in a task of its own, as `Store.dispatch` does; what it dispatches is reduced like every other
    /// action.
    ///
    /// - Parameters:
    ///   - thunk: What to run.
    ///   - cause: The transition that caused it, if any: what the thunk dispatches has it as its cause.
    /// - Returns: Its number among the running effects of the store, for `cancelEffect`.
    @discardableResult
    @_disfavoredOverload  // so that an error in an action names the type of actions
    public func dispatch(_ thunk: Thunk<State, Action>, cause: Int? = nil) -> Int? {
        run(thunk, cause: cause)
    }

    /// Runs a thunk as a schedule says.
    @discardableResult
    package func run(
        _ thunk: Thunk<State, Action>, cause: Int? = nil, schedule: EffectSchedule = .now
    ) -> Int? {
        store.run(thunk, cause: cause, schedule: schedule, link: DispatchDepth.current.next(), send: send)
    }

    /// Calls a listener on the main dispatcher after each change, as long as other code keeps it alive.
    public func addListener(_ listener: some UpdateListener) {
        store.addListener(listener, on: mainDispatcher)
    }

    private func add(_ middleware: some Middleware<State, Action>, on delivery: Delivery) {
        store.addMiddleware(on: delivery, send: send) { middleware.apply(state: $0, action: $1, context: $2) }
    }

    /// The way of what middleware and thunks dispatch.
    private var send: EffectContext<Action>.Send {
        EffectContext.Send(store.backlog.dependencies) { [put, forward = store.sender] errand, requester, source in
            guard case .action(let action) = errand else { return forward(errand, requester, source) }
            guard requester.life?.enter() ?? true else { return }
            put(Job(action: action, requester: requester, link: requester.link, source: source))
        }
    }
}

extension Store {
    /// The place of what the current thread dispatches among answers to answers; `nil`, and a report, where that thread
    /// runs the reducer.
    fileprivate func linkOfCaller(_ action: Action) -> DispatchDepth? {
        let link: DispatchDepth?? = locked { _ in
            if backlog.replayThread == currentThread() { return nil }
            return backlog.drainer == currentThread() ? backlog.link.next() : DispatchDepth.current
        }
        guard let link else {
            reportReentry("dispatch", .action(action))
            return nil
        }
        if case nil = link { reportReplay(.action(action)) }
        return link
    }
}
