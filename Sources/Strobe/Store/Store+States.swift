extension Store {
    /// The current state and every later one, as far as the reader keeps up.
    ///
    /// A reader that is slower than the store loses the oldest states, never the newest. States that wait are retained,
    /// which costs the program a copy-on-write of what it changes next.
    ///
    /// - Parameter count: How many states may wait, at least 1.
    /// - Returns: A sequence that ends with the store, or when its reader's task is cancelled.
    public func states(buffering count: Int = 1) -> AsyncStream<State> {
        stream(buffering: count) { end, yield in
            subscribe(to: { $0 }, initial: true, isSame: nil, end: end, yield)
        }
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
        stream(buffering: count) { end, yield in
            subscribe(to: keyPath, initial: true, end: end, yield)
        }
    }

    private func stream<Element: Sendable>(
        buffering count: Int,
        subscribe: (@escaping @Sendable () -> Void, @escaping @Sendable (Element) -> Void) -> StoreSubscription
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(max(1, count)))
        let subscription = subscribe({ continuation.finish() }, { continuation.yield($0) })
        continuation.onTermination = { _ in subscription.cancel() }
        return stream
    }
}
