extension StoreProtocol {
    /// Calls a closure of the main actor with every committed state, once and in order.
    ///
    /// - Parameters:
    ///   - delivery: When to call it: `.mainActor`, as a rule.
    ///   - initial: Whether to call it with the current state first.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    public func subscribe(
        on delivery: MainActorDelivery, initial: Bool = false, _ body: @escaping @MainActor (State) -> Void
    ) -> StoreSubscription {
        subscribe(to: { $0 }, on: delivery, initial: initial, isSame: nil, body)
    }

    /// Calls a closure of the main actor with what a key path selects, whenever it changes.
    ///
    /// - Parameters:
    ///   - keyPath: What to look at; `\.self` for the whole state.
    ///   - delivery: When to call it: `.mainActor`, as a rule.
    ///   - initial: Whether to call it with the current value first.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    public func subscribe<Selected: Equatable & Sendable>(
        to keyPath: any KeyPath<State, Selected> & Sendable, on delivery: MainActorDelivery, initial: Bool = false,
        _ body: @escaping @MainActor (Selected) -> Void
    ) -> StoreSubscription {
        subscribe(to: { $0[keyPath: keyPath] }, on: delivery, initial: initial, isSame: { $0 == $1 }, body)
    }

    /// Calls a closure of the main actor with what a selector returns, whenever it changes.
    ///
    /// - Parameters:
    ///   - selector: A pure function of the state; called for every commit, on the thread that commits.
    ///   - delivery: When to call it: `.mainActor`, as a rule.
    ///   - initial: Whether to call it with the current value first.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    public func subscribe<Selected: Equatable & Sendable>(
        to selector: @escaping @Sendable (State) -> Selected, on delivery: MainActorDelivery, initial: Bool = false,
        _ body: @escaping @MainActor (Selected) -> Void
    ) -> StoreSubscription {
        subscribe(to: selector, on: delivery, initial: initial, isSame: { $0 == $1 }, body)
    }

    /// Calls a closure of the main actor with what a selector returns.
    ///
    /// - Parameters:
    ///   - selector: A pure function of the state; called for every commit, on the thread that commits.
    ///   - delivery: When to call it: `.mainActor`, as a rule.
    ///   - initial: Whether to call it with the current value first.
    ///   - isSame: Whether two values are so alike that the later one is not worth a call; `nil` to be called every
    ///     time.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    public func subscribe<Selected: Sendable>(
        to selector: @escaping @Sendable (State) -> Selected, on delivery: MainActorDelivery, initial: Bool = false,
        isSame: (@Sendable (Selected, Selected) -> Bool)?, _ body: @escaping @MainActor (Selected) -> Void
    ) -> StoreSubscription {
        subscribe(
            to: selector, on: delivery.place, initial: initial, isSame: isSame, end: {},
            MainActorDelivery.isolated(body))
    }
}

extension ScopedStore where State: Equatable {
    /// Calls a closure of the main actor with the part, whenever it changes.
    ///
    /// - Parameters:
    ///   - delivery: When to call it: `.mainActor`, as a rule.
    ///   - initial: Whether to call it with the current part first.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    public func subscribe(
        on delivery: MainActorDelivery, initial: Bool = false, _ body: @escaping @MainActor (State) -> Void
    ) -> StoreSubscription {
        subscribe(to: { $0 }, on: delivery, initial: initial, isSame: { $0 == $1 }, body)
    }
}
