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

    /// Calls a closure with what a key path selects, whenever it changes.
    ///
    /// A commit that does not change what is stored in the state itself costs next to nothing; what a key path computes, or
    /// finds in an object, costs as much as a selector.
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
        add(Subscriber(to: keyPath, on: delivery, initial: initial, end: end, body))
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
