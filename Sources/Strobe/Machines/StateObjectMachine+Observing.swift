extension StateObjectMachine {
    /// The kind of the current state.
    nonisolated public var state: Kind { core.withLock { $0.state } }

    /// The number of the last transition; 0 before the first.
    nonisolated public var seq: Int { core.withLock { $0.seq } }

    /// Calls a closure with the kind of the current state, under the lock.
    ///
    /// - Parameter body: Must be quick and must not call the store.
    nonisolated public func withState<Result: Sendable>(_ body: (Kind) -> Result) -> Result {
        core.withLock { body($0.state) }
    }

    /// Calls a closure with what a selector makes of the kind of the state, from its turn on the main actor.
    nonisolated public func subscribe<Selected: Sendable>(
        to selector: @escaping @Sendable (Kind) -> Selected, on delivery: Delivery, initial: Bool,
        isSame: (@Sendable (Selected, Selected) -> Bool)?, end: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        let subscriber = Subscriber(
            to: selector, on: delivery, initial: initial, isSame: isSame, end: end, body)
        let begin: @MainActor @Sendable () -> Void = { [weak self] in
            guard let self, subscriber.liveness.isOn else { return }
            // First of all, so that it sees what it may dispatch when it is called with the current state.
            core.withLock { $0.subscribers.append(subscriber) }
            subscriber.begin(state)
        }
        if MainQueue.isCurrent { MainActor.assumeIsolated(begin) } else { Task { @MainActor in begin() } }
        return StoreSubscription { [weak self] in
            subscriber.liveness.turnOff()
            self?.core.withLock { core in core.subscribers.removeAll { $0 === subscriber } }
        }
    }

    /// `machine`, the word for stores of this kind.
    nonisolated package var kind: String { "machine" }
    /// Always true: a state can replace the current one.
    nonisolated package var canRestore: Bool { true }

    /// The current state with the number of the transition that made it.
    nonisolated public func snapshot() -> (seq: Int, state: Kind) {
        core.withLock { ($0.seq, $0.state) }
    }

    /// Begins a replay, replacing any other; unless effects are performed as usual, what states send is dropped.
    ///
    /// States still enter and exit. One that starts work there may check `isReplaying` first.
    nonisolated package func beginReplay(_ info: ReplayInfo) {
        replay.set(info)
        if info.isQuiet { runner.cancelAll() }
    }

    /// Ends a replay: what states send counts again from now on.
    nonisolated package func endReplay() { replay.set(nil) }

    /// Runs a closure between two transitions; it must be quick and must not call the store.
    nonisolated package func betweenTransitions(_ body: () -> Void) {
        core.withLock { _ in body() }
    }

    /// Adds an observer, and returns the state from which it observes.
    ///
    /// - Returns: The current state and its number; the observer is notified of every later transition.
    @discardableResult
    nonisolated public func install(_ observer: StoreObserver<Kind, Event, Never>) -> (seq: Int, state: Kind) {
        core.withLock { core in
            core.observers.add(observer)
            return (core.seq, core.state)
        }
    }

    /// Uninstalls an observer, if it is installed.
    nonisolated public func uninstall(_ observer: StoreObserver<Kind, Event, Never>) {
        core.withLock { core in
            if core.observers.remove(observer) { observer.didUninstall() }
        }
    }

    /// The installed observers, in the order in which they are called.
    nonisolated package var observers: [StoreObserver<Kind, Event, Never>] { core.withLock { $0.observers.all } }

    /// The event that is being handled, until its transition is made.
    nonisolated public var pending: PendingAction<Event>? {
        core.withLock { $0.handling.map { $0.item.pending(sinceNanos: $0.sinceNanos) } }
    }

    /// The events that wait for the main actor, in order.
    nonisolated public var queued: [PendingAction<Event>] {
        core.withLock { $0.queued }.map { $0.pending() }
    }

    /// The work of the current state that runs, oldest first.
    nonisolated public var runningEffects: [RunningEffect<Never>] { runner.running }

    /// Cancels work of the current state by its id.
    ///
    /// - Returns: Whether it was waiting or running.
    @discardableResult
    nonisolated public func cancelEffect(_ id: Int) -> Bool { runner.cancel(id) }

    /// Cancels all work of the current state that is listed under a name.
    ///
    /// - Returns: How much was waiting or running.
    @discardableResult
    nonisolated public func cancelEffects(named name: EffectID) -> Int { runner.cancel(named: name) }

    /// Cancels all work of the current state.
    ///
    /// - Returns: How much was waiting or running.
    @discardableResult
    nonisolated public func cancelAllEffects() -> Int { runner.cancelAll() }

    /// The dependencies of the states' work; a new value applies to work that begins from then on.
    nonisolated public var dependencies: Dependencies {
        get { shared.current }
        set { shared.current = newValue }
    }
}
