extension Store {
    /// Reports an action that was refused because it is one too many in a chain; called by the thread that drains.
    func reportRunaway(_ work: Backlog<State, Action, Effect>.Work) -> StoreError {
        let names = backlog.trail + [work.name]
        let error = StoreError.runaway(
            limit: backlog.nestingLimit, names: names,
            culprit: "a subscriber, effect handler or middleware that dispatches on every change")
        // Once per drain: a handler that dispatches would otherwise be called for its own action.
        guard !backlog.isReporting else { return error }
        backlog.isReporting = true
        report(error)
        return error
    }

    /// Reports, once for each chain, an action that was refused because it is one too many in a chain of answers from
    /// elsewhere.
    ///
    /// - Parameter culprit: What to look for.
    func reportEndless(_ link: DispatchDepth, _ name: @autoclosure () -> String, culprit: String) -> StoreError {
        let names = link.chain?.namesToReport()
        let error = StoreError.runaway(
            limit: backlog.nestingLimit.multipliedReportingOverflow(by: RunawayGuard.patience).partialValue,
            within: chainSpan, names: names ?? [name()], culprit: culprit)
        if names != nil { report(error) }
        return error
    }

    /// Within which time a chain of answers from elsewhere counts as one: a second, unless a test cannot promise that its
    /// machine is that fast.
    package var chainSpan: Duration {
        get { locked { _ in backlog.chainSpan } ?? RunawayGuard.span }
        set { _ = locked { _ in backlog.chainSpan = newValue } }
    }

    /// Reports a fault; called without the lock.
    func report(_ error: StoreError) {
        locked { _ in backlog.faultHandler }?(error)
    }

    /// Reports a call to the store by a thread that holds its lock.
    @discardableResult
    func reportReentry(_ call: String, _ work: Backlog<State, Action, Effect>.Work? = nil) -> StoreError {
        let names = work.map { [$0.name] } ?? []
        let error = StoreError(
            .reentered,
            "\(call)\(names.map { " of \($0)" }.joined()) was called on a store from inside its own reducer, observer or "
                + "withState closure, and was ignored. Use the state that is passed in, and return an effect instead of "
                + "dispatching.",
            actions: names)
        // This thread holds the lock, so all this can be read. A handler that calls the store is not called for that.
        guard !backlog.isReportingReentry else { return error }
        backlog.isReportingReentry = true
        backlog.faultHandler(error)
        backlog.isReportingReentry = false
        return error
    }

    /// Reports, once for each store, that its reducer dispatches while it is replayed on a copy of the state.
    @discardableResult
    func reportReplay(_ work: Backlog<State, Action, Effect>.Work) -> StoreError {
        let error = StoreError(
            .reentered,
            "\(work.name) was dispatched by a reducer that is being replayed, and was ignored. A reducer must be pure: "
                + "return an effect instead of dispatching.",
            actions: [work.name])
        let report: (@Sendable (StoreError) -> Void)?? = locked { _ in
            defer { backlog.hasReportedReplay = true }
            return backlog.hasReportedReplay ? nil : backlog.faultHandler
        }
        report??(error)
        return error
    }

    /// Reports a read of the state by its own reducer, and ends the process: there is no state to give in mid-change.
    func failRead(_ call: String) -> Never {
        let error = StoreError(
            .reentered,
            "\(call) was called on a store from inside its own reducer. The state is being changed and cannot be read: "
                + "use the state that is passed to the reducer.")
        backlog.faultHandler(error)
        fatalError(error.message)
    }
}
