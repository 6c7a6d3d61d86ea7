extension Store {
    /// A copy of the current state.
    ///
    /// Keeping it costs the program a copy-on-write of what it changes next.
    public var state: State {
        snapshot().state
    }

    /// The number of the last transition; 0 before the first.
    public var seq: Int {
        guard let seq = locked({ $0.pointee.seq }) else { return core.pointee.seq }
        return seq
    }

    /// The current state with the number of the transition that made it.
    public func snapshot() -> (seq: Int, state: State) {
        guard let both = locked({ (seq: $0.pointee.seq, state: $0.pointee.state) }) else { failRead("snapshot") }
        return both
    }

    /// Calls a closure with the state, under the lock and without a copy.
    ///
    /// - Parameter body: Must be quick and must not call the store.
    public func withState<Result: Sendable>(_ body: (State) -> Result) -> Result {
        guard let result = locked({ body($0.pointee.state) }) else { failRead("withState") }
        return result
    }

    /// Adds an observer, and returns the state from which it observes.
    ///
    /// - Returns: The current state and its number; the observer is notified of every later transition.
    @discardableResult
    public func install(_ observer: StoreObserver<State, Action, Effect>) -> (seq: Int, state: State) {
        let installed = locked { core in
            backlog.observers.add(observer)
            updateObserver()
            return (seq: core.pointee.seq, state: core.pointee.state)
        }
        guard let installed else { failRead("install") }
        return installed
    }

    /// The installed observers, in the order in which they are called.
    package var observers: [StoreObserver<State, Action, Effect>] {
        guard let observers = locked({ _ in backlog.observers.all }) else { failRead("observers") }
        return observers
    }

    /// Uninstalls an observer, if it is installed.
    public func uninstall(_ observer: StoreObserver<State, Action, Effect>) {
        let done: Void? = locked { _ in
            guard backlog.observers.remove(observer) else { return }
            updateObserver()
            observer.didUninstall()
        }
        if done == nil { reportReentry("uninstall") }
    }

    /// Takes note of a change of the observers; called under the lock.
    private func updateObserver() {
        backlog.observer = backlog.observers.combined
        core.pointee.observer = backlog.observer.map { Unmanaged.passUnretained($0) }
        core.pointee.updateInstrumented()
    }

    /// Refuses what this thread dispatches from now on: it runs the reducer on a copy of the state, and a reducer that
    /// dispatches would change the store each time it is replayed.
    ///
    /// Only one thread at a time is refused, and only while there is an observer.
    package func refuseDispatchesOfThisThread() {
        let done: Void? = locked { _ in backlog.replayThread = currentThread() }
        if done == nil { reportReentry("refuseDispatchesOfThisThread") }
    }

    /// Ends that for this thread, before it ends itself: another one may get its number.
    package func acceptDispatchesOfThisThread() {
        let done: Void? = locked { _ in
            if backlog.replayThread == currentThread() { backlog.replayThread = 0 }
        }
        if done == nil { reportReentry("acceptDispatchesOfThisThread") }
    }

    /// Turns the measuring of every reduced action on or off, for an observer; it costs two looks at a clock each, and
    /// ends once all that turned it on have turned it off.
    package func setMeasuring(_ isOn: Bool) {
        let done: Void? = locked { core in
            backlog.measuring = max(0, backlog.measuring + (isOn ? 1 : -1))
            core.pointee.isMeasuring = backlog.measuring > 0
            core.pointee.updateInstrumented()
        }
        if done == nil { reportReentry("setMeasuring") }
    }
}
