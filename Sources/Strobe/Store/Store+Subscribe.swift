extension Store {
    /// Calls a closure with what a selector returns.
    ///
    /// - Parameters:
    ///   - selector: A pure function of the state; called inline for every commit.
    ///   - delivery: Where to call the closure.
    ///   - initial: Whether to call it with the current value first.
    ///   - isSame: Whether two values are so alike that the later one is not worth a call; `nil` to be called every time.
    ///   - end: Called when the store ends.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    @inlinable
    public func subscribe<Selected: Sendable>(
        to selector: @escaping @Sendable (State) -> Selected, on delivery: Delivery, initial: Bool,
        isSame: (@Sendable (Selected, Selected) -> Bool)?, end: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        add(Subscriber(to: selector, on: delivery, initial: initial, isSame: isSame, end: end, body))
    }

    /// The same for a key path.
    ///
    /// What is stored in the state itself is compared in its place: a commit that does not change it costs no copy and
    /// no second look at the store. What a key path computes, or finds in an object, is compared like what a selector
    /// returns: it runs the program's code, which must not be called under the lock.
    ///
    /// - Parameters:
    ///   - keyPath: What to look at.
    ///   - delivery: Where to call the closure.
    ///   - initial: Whether to call it with the current value first.
    ///   - end: Called when the store ends.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    @inlinable
    public func subscribe<Selected: Equatable & Sendable>(
        to keyPath: any KeyPath<State, Selected> & Sendable, on delivery: Delivery, initial: Bool,
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
