extension StoreProtocol {
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
        subscribe(to: { $0 }, on: delivery, initial: initial, isSame: nil, end: {}, body)
    }

    /// Calls a closure with what a key path selects, whenever it changes.
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

    /// Calls a closure with what a key path selects, whenever it changes, as with a selector.
    public func subscribe<Selected: Equatable & Sendable>(
        to keyPath: any KeyPath<State, Selected> & Sendable, on delivery: Delivery, initial: Bool,
        end: @escaping @Sendable () -> Void, _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        subscribe(
            to: { $0[keyPath: keyPath] }, on: delivery, initial: initial, isSame: { $0 == $1 }, end: end, body)
    }

    /// Calls a closure with what a selector returns, whenever it changes.
    ///
    /// - Parameters:
    ///   - selector: A pure function of the state; called for every commit.
    ///   - delivery: Where to call it.
    ///   - initial: Whether to call it with the current value first.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    @inlinable
    public func subscribe<Selected: Equatable & Sendable>(
        to selector: @escaping @Sendable (State) -> Selected, on delivery: Delivery = .inline, initial: Bool = false,
        _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        subscribe(to: selector, on: delivery, initial: initial, isSame: { $0 == $1 }, end: {}, body)
    }

    /// Calls a closure with what a selector returns.
    ///
    /// - Parameters:
    ///   - selector: A pure function of the state; called for every commit.
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

    /// The current state and every later one, as far as the reader keeps up.
    ///
    /// A reader that is slower than the store loses the oldest states, never the newest. States that wait are retained,
    /// which costs the program a copy-on-write of what it changes next.
    ///
    /// - Parameter count: How many states may wait, at least 1.
    /// - Returns: A sequence that ends with the store, or when its reader's task is cancelled. For the reducer of an
    ///   asynchronous store it has ended, and that is a fault: no state comes while the reducer waits for one.
    public func states(buffering count: Int = 1) -> AsyncStream<State> {
        stream(buffering: count) { end, yield in
            subscribe(to: { $0 }, on: .inline, initial: true, isSame: nil, end: end, yield)
        }
    }

    /// The current value of a part of the state and every different one after it, as far as the reader keeps up.
    ///
    /// - Parameters:
    ///   - keyPath: What to look at.
    ///   - count: How many values may wait, at least 1; the oldest are lost first.
    /// - Returns: A sequence that ends with the store, or when its reader's task is cancelled; for the reducer of an
    ///   asynchronous store it has ended, as with `states(buffering:)`.
    public func values<Selected: Equatable & Sendable>(
        of keyPath: any KeyPath<State, Selected> & Sendable, buffering count: Int = 1
    ) -> AsyncStream<Selected> {
        stream(buffering: count) { end, yield in
            subscribe(to: keyPath, on: .inline, initial: true, end: end, yield)
        }
    }

    private func stream<Element: Sendable>(
        buffering count: Int,
        subscribe: (@escaping @Sendable () -> Void, @escaping @Sendable (Element) -> Void) -> StoreSubscription
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(max(1, count)))
        guard !isAwaitedByItsReducer else {
            continuation.finish()
            return stream
        }
        let subscription = subscribe({ continuation.finish() }, { continuation.yield($0) })
        continuation.onTermination = { _ in subscription.cancel() }
        return stream
    }
}
