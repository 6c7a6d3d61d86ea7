extension Store {
    /// Adds a middleware: it is called once for each action, after those that were added before it, before the reducer.
    ///
    /// It is called for actions of any origin, but not for restored and edited states, nor for an action that is not
    /// reduced: one that names another number than the current one, or whose effect was cancelled.
    ///
    /// Unless it is called inline, nothing that it does delays the store, not even a call that never returns: the calls
    /// after that wait, with the states they are to see.
    ///
    /// A middleware stays as long as the store.
    ///
    /// - Parameters:
    ///   - middleware: What to call.
    ///   - delivery: Where to call it; by default, on a serial queue of its own, where the reducer may come first. With
    ///     `inline` on the thread that reduces, before the reducer and outside the store's lock.
    @inlinable
    public func addMiddleware(_ middleware: some Middleware<State, Action>, on delivery: Delivery = .serialQueue()) {
        addMiddleware(on: delivery) { middleware.apply(state: $0, action: $1, context: $2) }
    }

    /// Adds a middleware that is a closure.
    ///
    ///     enum Action: Sendable { case refresh, refreshed }
    ///     let store = Store(initial: 0) { (count: inout Int, action: Action) in
    ///         if action == .refreshed { count += 1 }
    ///     }
    ///     store.addMiddleware { count, action, context in
    ///         if action == .refresh { context.dispatch(.refreshed) }
    ///     }
    ///     store.dispatch(.refresh)
    ///
    /// - Parameters:
    ///   - delivery: Where to call it; by default, on a serial queue of its own.
    ///   - body: Gets the state before the action, the action, and a context that dispatches into the store.
    @inlinable
    public func addMiddleware(
        on delivery: Delivery = .serialQueue(),
        _ body: @escaping @Sendable (State, Action, EffectContext<Action>) -> Void
    ) {
        addMiddleware(on: delivery, send: sender, body)
    }

    /// Adds a middleware of a part: it gets the actions of that part, with the state of the part.
    ///
    ///     protocol CartAction: Sendable {}
    ///     struct Add: CartAction { let item: String }
    ///     struct Reserved: CartAction {}
    ///     struct Reservation: Middleware {
    ///         func apply(state: [String], action: any CartAction, context: EffectContext<any CartAction>) {
    ///             if action is Add { context.dispatch(Reserved()) }
    ///         }
    ///     }
    ///     let cart = Reduce<[String], any CartAction, Never> { items, action in
    ///         items + ((action as? Add).map { [$0.item] } ?? [])
    ///     }
    ///     struct Shop: Sendable { var cart: [String] = [] }
    ///     enum Action: Sendable { case cart(any CartAction), close }
    ///     let inCart = CasePath(Action.cart)
    ///     let store = Store(initial: Shop(), reducer: cart.scoped(state: \Shop.cart, action: inCart))
    ///     store.addMiddleware(Reservation(), state: \.cart, action: inCart)
    ///     store.dispatch(.cart(Add(item: "tea")))
    ///
    /// So a Redux module, its reducers and its middleware, is a part of a store.
    ///
    /// - Parameters:
    ///   - middleware: What to call.
    ///   - state: The part.
    ///   - action: The case of the store's actions that are meant for the part.
    ///   - delivery: Where to call it; by default, on a serial queue of its own.
    public func addMiddleware<Part: Middleware>(
        _ middleware: Part, state: any KeyPath<State, Part.State> & Sendable,
        action: CasePath<Action, Part.Action>, on delivery: Delivery = .serialQueue()
    ) {
        addMiddleware(on: delivery) { whole, wholeAction, context in
            guard let own = action.extract(wholeAction) else { return }
            middleware.apply(state: whole[keyPath: state], action: own, context: context.map(action.embed))
        }
    }

    @inlinable
    func addMiddleware(
        on delivery: Delivery, send: EffectContext<Action>.Send,
        _ body: @escaping @Sendable (State, Action, EffectContext<Action>) -> Void
    ) {
        let entry = MiddlewareEntry<State, Action>(
            send: send, apply: delivery.linkedSender { body($0.state, $0.action, $0.context) })
        add(entry, isElsewhere: !delivery.isInline)
    }

    @usableFromInline
    func add(_ entry: MiddlewareEntry<State, Action>, isElsewhere: Bool) {
        let done: Void? = locked { core in
            if backlog.parked == nil {
                backlog.middleware.append(entry)
                core.pointee.hasMiddleware = true
                core.pointee.updateInstrumented()
            } else {
                backlog.parked?.middleware.append(entry)
            }
            if isElsewhere { chainAnswers() }
        }
        if done == nil { reportReentry("addMiddleware") }
    }

    /// Keeps account of actions that are dispatched in answer from elsewhere; called under the lock.
    @usableFromInline
    func chainAnswers() {
        core.pointee.isChained = true
        core.pointee.updateInstrumented()
    }

    /// Reduces the next one that waits, after middleware has seen it.
    ///
    /// - Returns: Whether there was one; if not, this thread drains no more.
    @inlinable @inline(never)
    func advanceWithMiddleware() -> Bool {
        guard var turn = takeTurn() else { return false }
        turn.announce()
        guard turn.isAdmitted else { return true }
        // Nothing else was reduced since, because this thread drains: what middleware saw still holds.
        return locked { _ in perform(turn.pending) } != nil
    }

    @inlinable
    func takeTurn() -> Turn? {
        let turn: Turn?? = locked { core in
            guard let pending = takeWaiting() else { return nil }
            guard admits(pending) else { return Turn(pending: pending, isAdmitted: false) }
            return makeTurn(for: pending)
        }
        return turn ?? nil
    }

    /// The turn of the next action to be reduced; called under the lock.
    @inlinable @inline(__always)
    func makeTurn(for pending: Backlog<State, Action, Effect>.Pending) -> Turn {
        guard case .action = pending.work else { return Turn(pending: pending) }
        return Turn(
            pending: pending, state: core.pointee.state,
            middleware: backlog.middleware, requester: Requester(cause: core.pointee.seq + 1, link: pending.link.next())
        )
    }

    /// Reduces the next one that the gate lets through, after middleware has seen it.
    ///
    /// - Returns: Whether there was something to do; if not, this thread drains no more.
    @usableFromInline
    func advanceAtGateWithMiddleware() -> Bool {
        let found: (isEnd: Bool, turn: Turn?)? = locked { _ in
            switch takeAtGate() {
            case .nothing: (true, nil)
            case .refused: (false, nil)
            case .pending(let pending): (false, makeTurn(for: pending))
            }
        }
        guard var turn = found?.turn else { return found?.isEnd == false }
        turn.announce()
        return locked { _ in perform(turn.pending) } != nil
    }

    /// The next action to be reduced, with the arguments for middleware.
    @usableFromInline
    struct Turn: Sendable {
        @usableFromInline let pending: Backlog<State, Action, Effect>.Pending
        @usableFromInline let isAdmitted: Bool
        /// The state that middleware sees.
        @usableFromInline var state: State?
        @usableFromInline let middleware: [MiddlewareEntry<State, Action>]
        @usableFromInline let requester: Requester

        @inlinable
        init(
            pending: Backlog<State, Action, Effect>.Pending, isAdmitted: Bool = true,
            state: State? = nil, middleware: [MiddlewareEntry<State, Action>] = [],
            requester: Requester = Requester(cause: nil, link: .none)
        ) {
            self.pending = pending
            self.isAdmitted = isAdmitted
            self.state = state
            self.middleware = middleware
            self.requester = requester
        }

        /// Calls middleware; forgets the state with the last call, so that the reducer finds it unshared.
        @inlinable
        mutating func announce() {
            guard let state = state.take(), case .action(let action) = pending.work else { return }
            for entry in middleware {
                let context = EffectContext(requester: requester, send: entry.send)
                entry.apply(.init(state: state, action: action, context: context), requester.link)
            }
        }
    }
}
