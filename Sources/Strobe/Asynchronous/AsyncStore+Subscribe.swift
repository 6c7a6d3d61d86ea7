extension AsyncStore {
    /// Calls a closure with every committed state, once and in order.
    ///
    /// The next reduction begins after every subscriber that is called inline has returned.
    ///
    /// - Parameters:
    ///   - delivery: Where to call it.
    ///   - initial: Whether to call it with the current state first.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    public func subscribe(
        on delivery: Delivery = .inline, initial: Bool = false, _ body: @escaping @Sendable (State) -> Void
    ) -> StoreSubscription {
        journal.subscribe(on: delivery, initial: initial, body)
    }

    /// Calls a closure with what a key path selects, when that changed.
    ///
    /// - Parameters:
    ///   - keyPath: What to look at; `\.self` for the whole state.
    ///   - delivery: Where to call it.
    ///   - initial: Whether to call it with the current value first.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    public func subscribe<Selected: Equatable & Sendable>(
        to keyPath: any KeyPath<State, Selected> & Sendable, on delivery: Delivery = .inline, initial: Bool = false,
        _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        journal.subscribe(to: keyPath, on: delivery, initial: initial, body)
    }

    /// Calls a closure with what a selector returns, when that changed.
    ///
    /// - Parameters:
    ///   - selector: A pure function of the state; called inline for every commit.
    ///   - delivery: Where to call it.
    ///   - initial: Whether to call it with the current value first.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    public func subscribe<Selected: Equatable & Sendable>(
        to selector: @escaping @Sendable (State) -> Selected, on delivery: Delivery = .inline, initial: Bool = false,
        _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        journal.subscribe(to: selector, on: delivery, initial: initial, body)
    }

    /// The current state and every later one, as far as the reader keeps up.
    ///
    /// - Parameter count: How many states may wait, at least 1; the oldest are lost first.
    /// - Returns: A sequence that ends with the store, or when its reader's task is cancelled.
    public func states(buffering count: Int = 1) -> AsyncStream<State> {
        journal.states(buffering: count)
    }

    /// The current value of a part of the state and every different one after it, as far as the reader keeps up.
    ///
    /// - Parameters:
    ///   - keyPath: What to look at.
    ///   - count: How many values may wait, at least 1; the oldest are lost first.
    /// - Returns: A sequence that ends with the store, or when its reader's task is cancelled.
    public func values<Selected: Equatable & Sendable>(
        of keyPath: any KeyPath<State, Selected> & Sendable, buffering count: Int = 1
    ) -> AsyncStream<Selected> {
        journal.values(of: keyPath, buffering: count)
    }
}
