/// A store whose actions and work instruments can follow, such as a tracer.
package protocol InstrumentableStore<State, Action, Effect>: AnyObject, Sendable {
    /// The state.
    associatedtype State: Sendable
    /// What is dispatched.
    associatedtype Action: Sendable
    /// The work that a change requests.
    associatedtype Effect: Sendable

    /// Adds an observer.
    @discardableResult
    func install(_ observer: StoreObserver<State, Action, Effect>) -> (seq: Int, state: State)

    /// Uninstalls an observer, if it is installed.
    func uninstall(_ observer: StoreObserver<State, Action, Effect>)

    /// Adds an instrument, which follows the work that begins from now on within the scopes of earlier instruments, and
    /// is notified of faults.
    func addInstrument(_ instrument: any WorkInstrument)

    /// Removes an instrument.
    func removeInstrument(_ instrument: any WorkInstrument)

    /// Propagates the context of the dispatching code with actions, from now on.
    ///
    /// - Parameter capture: Returns the context of the current code; the one of an earlier caller stays in use.
    /// - Returns: What has the context of the current action; `nil` if the store cannot propagate any.
    func startPropagating(_ capture: @escaping @Sendable () -> ContextPropagator.Context) -> ContextPropagator?

    /// Ends what one call of `startPropagating(_:)` began.
    func stopPropagating()

    /// Turns the measuring of reductions on or off.
    func setMeasuring(_ isOn: Bool)
}

extension Store: InstrumentableStore {
    /// Adds an instrument, which follows effects.
    package func addInstrument(_ instrument: any WorkInstrument) {
        changeInstruments("addInstrument") { $0.append(instrument) }
    }

    /// Removes an instrument.
    package func removeInstrument(_ instrument: any WorkInstrument) {
        changeInstruments("removeInstrument") { all in all.removeAll { $0 === instrument } }
    }

    private func changeInstruments(_ call: String, _ change: (inout [any WorkInstrument]) -> Void) {
        let done: Void? = locked { _ in
            backlog.runner.changeInstruments(change)
            if backlog.handlers.count > 0 { makeRoute() }
        }
        if done == nil { reportReentry(call) }
    }

    /// Propagates the context of the dispatching code with actions, from now on.
    package func startPropagating(
        _ capture: @escaping @Sendable () -> ContextPropagator.Context
    ) -> ContextPropagator? {
        locked { core in
            let propagator = backlog.propagator ?? ContextPropagator(capture)
            propagator.users += 1
            backlog.propagator = propagator
            core.pointee.isPropagating = true
            return propagator
        }
    }

    /// Ends what one call of `startPropagating(_:)` began.
    package func stopPropagating() { _ = releasePropagator() }

    /// Ends one use of the propagator.
    ///
    /// - Returns: The propagator, if others still use it.
    func releasePropagator() -> ContextPropagator? {
        // It ends without the lock: it may hold an object that calls the store.
        let released = locked { core -> (propagator: ContextPropagator, isUsed: Bool)? in
            guard let propagator = backlog.propagator else { return nil }
            propagator.users -= 1
            let isUsed = propagator.users > 0
            if !isUsed { backlog.propagator = nil }
            core.pointee.isPropagating = isUsed
            return (propagator, isUsed)
        }
        return released.flatMap { $0?.isUsed == true ? $0?.propagator : nil }
    }
}
