/// A store whose actions and work can be followed by something that surrounds them, such as a tracer.
package protocol SurroundableStore<State, Action, Effect>: AnyObject, Sendable {
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

    /// Adds something that surrounds the work that begins from now on, within what surrounds it already.
    func surround(with surroundings: any WorkSurroundings)

    /// Takes it out: it surrounds nothing that begins from now on.
    func endSurrounding(with surroundings: any WorkSurroundings)

    /// What takes along what is around the code that dispatches, from now on: `load`, unless there is one already; `nil`
    /// where a store has none.
    func carrier(load: @escaping @Sendable () -> ActionCarrier.Load) -> ActionCarrier?

    /// Has faults told to a closure as well, which must not call the store.
    func watchFaults(_ watch: @escaping @Sendable (StoreError) -> Void)

    /// Turns the measuring of reductions on or off.
    func setMeasuring(_ isOn: Bool)
}

extension Store: SurroundableStore {
    /// Adds something that surrounds effects.
    package func surround(with surroundings: any WorkSurroundings) {
        changeSurroundings("surround(with:)") { $0.append(surroundings) }
    }

    /// Takes it out.
    package func endSurrounding(with surroundings: any WorkSurroundings) {
        changeSurroundings("endSurrounding(with:)") { all in all.removeAll { $0 === surroundings } }
    }

    private func changeSurroundings(_ call: String, _ change: (inout [any WorkSurroundings]) -> Void) {
        let done: Void? = locked { _ in
            backlog.runner.contents.withLock { change(&$0.surroundings) }
            if backlog.handlers.count > 0 { makeRoute() }
        }
        if done == nil { reportReentry(call) }
    }

    /// What takes along what is around the code that dispatches.
    package func carrier(load: @escaping @Sendable () -> ActionCarrier.Load) -> ActionCarrier? {
        locked { core in
            let carrier = backlog.carrier ?? ActionCarrier(load: load)
            backlog.carrier = carrier
            core.pointee.isCarrying = true
            return carrier
        }
    }

    /// Has faults told to a closure as well.
    package func watchFaults(_ watch: @escaping @Sendable (StoreError) -> Void) {
        if locked({ _ in backlog.faultWatches.append(watch) }) == nil { reportReentry("watchFaults") }
    }
}
