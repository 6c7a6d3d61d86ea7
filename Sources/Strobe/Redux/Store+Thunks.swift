extension Store {
    /// Runs a thunk, in a task of its own.
    ///
    /// - Parameters:
    ///   - thunk: What to run.
    ///   - cause: The transition that caused it, if any: what the thunk dispatches has it as its cause.
    ///   - schedule: How it is run beside other thunks and effects.
    /// - Returns: Its number among the running effects, for `cancelEffect`; `nil` if the schedule drops it, or a
    ///   replay in which no effects are performed.
    @discardableResult
    @_disfavoredOverload  // so that an error in an action names the type of actions
    public func dispatch(
        _ thunk: Thunk<State, Action>, cause: Int? = nil, schedule: EffectSchedule = .now
    ) -> Int? {
        run(thunk, cause: cause, schedule: schedule, link: DispatchDepth.current.next(), send: sender)
    }

    func run(
        _ thunk: Thunk<State, Action>, cause: Int?, schedule: EffectSchedule = .now, link: DispatchDepth,
        send: EffectContext<Action>.Send
    ) -> Int? {
        guard !backlog.replay.isQuiet else { return nil }
        return backlog.runner.run(
            name: EffectID(thunk.name), schedule: schedule, effect: nil, cause: cause, with: dependencies
        ) { [weak self] life in
            let context = ThunkContext<State, Action>(
                requester: Requester(cause: cause, link: link, life: life), send: send,
                read: { [weak self] in self?.state },
                run: { [weak self] thunk, link in self?.run(thunk, cause: cause, link: link, send: send) })
            await thunk.body(context)
        }
    }
}
