extension Store {
    /// Calls a closure with every committed state, once and in order.
    ///
    /// Subscribers are called in the order in which they subscribed. One that is called inline may dispatch: its action
    /// is reduced after every subscriber has seen the current state.
    ///
    /// - Parameters:
    ///   - delivery: Where to call it.
    ///   - initial: Whether to call it with the current state first.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    @inlinable
    public func subscribe(
        on delivery: Delivery = .inline, initial: Bool = false, _ body: @escaping @Sendable (State) -> Void
    ) -> StoreSubscription {
        subscribe(to: { $0 }, on: delivery, initial: initial, isSame: nil, body)
    }

    /// Calls a closure with what a key path selects, when that changed.
    ///
    /// - Parameters:
    ///   - keyPath: What to look at; `\.self` for the whole state.
    ///   - delivery: Where to call it.
    ///   - initial: Whether to call it with the current value first.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    @inlinable
    public func subscribe<Selected: Equatable & Sendable>(
        to keyPath: any KeyPath<State, Selected> & Sendable, on delivery: Delivery = .inline, initial: Bool = false,
        _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        subscribe(to: keyPath, on: delivery, initial: initial, end: {}, body)
    }

    /// Calls a closure with what a selector returns, when that changed.
    ///
    /// - Parameters:
    ///   - selector: A pure function of the state; called inline for every commit.
    ///   - delivery: Where to call it.
    ///   - initial: Whether to call it with the current value first.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    @inlinable
    public func subscribe<Selected: Equatable & Sendable>(
        to selector: @escaping @Sendable (State) -> Selected, on delivery: Delivery = .inline, initial: Bool = false,
        _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        subscribe(to: selector, on: delivery, initial: initial, isSame: { $0 == $1 }, body)
    }

    /// Calls a closure with what a selector returns.
    ///
    /// - Parameters:
    ///   - selector: A pure function of the state; called inline for every commit.
    ///   - delivery: Where to call it.
    ///   - initial: Whether to call it with the current value first.
    ///   - isSame: Whether two values are so alike that the later one is not worth a call; `nil` to be called every
    ///     time.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    @inlinable
    public func subscribe<Selected: Sendable>(
        to selector: @escaping @Sendable (State) -> Selected, on delivery: Delivery = .inline, initial: Bool = false,
        isSame: (@Sendable (Selected, Selected) -> Bool)?, _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        subscribe(to: selector, on: delivery, initial: initial, isSame: isSame, end: {}, body)
    }

    @inlinable
    func subscribe<Selected: Sendable>(
        to selector: @escaping @Sendable (State) -> Selected, on delivery: Delivery = .inline, initial: Bool,
        isSame: (@Sendable (Selected, Selected) -> Bool)?, end: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        let isActive = Liveness()
        let send = delivery.linkedSender(while: isActive, body)
        guard let isSame else {
            return add(
                Subscriber(
                    liveness: isActive, isElsewhere: !delivery.isInline,
                    begin: { if initial { send(selector($0), .none) } },
                    receive: { state, link in if let state { send(selector(state), link) } }, end: end))
        }
        let last = LastValue<Selected>()
        return add(
            Subscriber(
                liveness: isActive, isElsewhere: !delivery.isInline,
                begin: { state in
                    let value = selector(state)
                    last.value = value
                    if initial { send(value, .none) }
                },
                receive: { state, link in
                    guard let value = state.map(selector) else { return }
                    if let before = last.value, isSame(before, value) { return }
                    last.value = value
                    send(value, link)
                }, end: end))
    }

    /// The same for a key path.
    ///
    /// What is stored in the state itself is compared in its place: a commit that does not change it costs no copy and
    /// no second look at the store. What a key path computes, or finds in an object, is compared like what a selector
    /// returns: it runs the program's code, which must not be called under the lock.
    @inlinable
    func subscribe<Selected: Equatable & Sendable>(
        to keyPath: any KeyPath<State, Selected> & Sendable, on delivery: Delivery = .inline, initial: Bool,
        end: @escaping @Sendable () -> Void, _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        guard let offset = MemoryLayout<State>.offset(of: keyPath) else {
            return subscribe(
                to: { $0[keyPath: keyPath] }, on: delivery, initial: initial, isSame: { $0 == $1 }, end: end, body)
        }
        let isActive = Liveness()
        let send = delivery.linkedSender(while: isActive, body)
        let last = LastValue<Selected>()
        return add(
            Subscriber(
                liveness: isActive, isElsewhere: !delivery.isInline,
                begin: { state in
                    let value = state[keyPath: keyPath]
                    last.value = value
                    if initial { send(value, .none) }
                },
                hasChanged: { state in
                    let part = (state + offset).assumingMemoryBound(to: Selected.self)
                    if let before = last.value, before == part.pointee { return false }
                    last.value = part.pointee
                    return true
                },
                receive: { _, link in if let value = last.value { send(value, link) } }, end: end))
    }

    /// Adds a subscriber; it starts with the state that is committed when its turn comes.
    @usableFromInline
    func add(_ subscriber: Subscriber<State>) -> StoreSubscription {
        submit(.init(work: .subscriber(subscriber)))
        return StoreSubscription { [weak self] in
            subscriber.liveness.turnOff()
            self?.remove(subscriber)
        }
    }

    private func remove(_ subscriber: Subscriber<State>) {
        // A subscription that ends inside the reducer is only marked; it is never called again either way.
        _ = locked { core in
            backlog.subscribers.removeAll { $0 === subscriber }
            core.pointee.hasSubscribers = !backlog.subscribers.isEmpty
        }
    }
}
