extension StateObjectMachine {
    /// The kind of the current state.
    nonisolated public var state: Kind { core.withLock { $0.state } }

    /// The number of the last transition; 0 before the first.
    nonisolated public var seq: Int { core.withLock { $0.seq } }

    /// `machine`, the word for stores of this kind.
    nonisolated public var kind: String { "machine" }
    /// Yes: a state can replace the current one.
    nonisolated public var canRestore: Bool { true }

    /// The current state with the number of the transition that made it.
    nonisolated public func snapshot() -> (seq: Int, state: Kind) {
        core.withLock { ($0.seq, $0.state) }
    }

    /// Begins a replay, replacing any other; unless effects are performed as usual, what states send is dropped.
    ///
    /// States still enter and exit. One that starts work there may check `isReplaying` first.
    nonisolated public func beginReplay(_ info: ReplayInfo) { replay.set(info) }

    /// Ends a replay: what states send counts again from now on.
    nonisolated public func endReplay() { replay.set(nil) }

    /// Runs a closure between two transitions; it must be quick and must not call the store.
    nonisolated public func betweenTransitions(_ body: () -> Void) {
        core.withLock { _ in body() }
    }

    /// Installs the observer, replacing any earlier one, and returns the state from which it observes.
    ///
    /// - Returns: The current state and its number; the observer is notified of every later transition.
    @discardableResult
    nonisolated public func install(_ observer: StoreObserver<Kind, Event, Never>?) -> (seq: Int, state: Kind) {
        core.withLock { core in
            let old = core.observer
            core.observer = observer
            if old !== observer { old?.didUninstall() }
            return (core.seq, core.state)
        }
    }

    /// Uninstalls an observer, if it is the installed one.
    nonisolated public func uninstall(_ observer: StoreObserver<Kind, Event, Never>) {
        core.withLock { core in
            guard core.observer === observer else { return }
            core.observer = nil
            observer.didUninstall()
        }
    }

    /// The observer that is installed.
    nonisolated public var observer: StoreObserver<Kind, Event, Never>? { core.withLock { $0.observer } }

    /// The event that is being handled, until its transition is made.
    nonisolated public var pending: PendingAction<Event>? {
        core.withLock { $0.handling.map { $0.item.pending(sinceNanos: $0.sinceNanos) } }
    }

    /// The events that wait for the main actor, in order.
    nonisolated public var queued: [PendingAction<Event>] {
        core.withLock { $0.queued }.map { $0.pending() }
    }

    /// None: what states begin when they are entered is their own.
    nonisolated public var runningEffects: [RunningEffect<Never>] { [] }

    /// Cancels nothing, since nothing is listed.
    ///
    /// - Returns: `false`.
    @discardableResult
    nonisolated public func cancelEffect(_ id: Int) -> Bool { false }
}
