extension Store {
    /// Runs a thunk, in a task of its own.
    ///
    /// - Parameters:
    ///   - thunk: What to run.
    ///   - schedule: How it is run beside other thunks and effects.
    ///   - clock: What a debounced or throttled one waits by.
    ///   - executor: Where it runs; without, on the global one.
    /// - Returns: Its number among the running effects, for `cancelEffect`; `nil` where the schedule drops it.
    @discardableResult
    public func dispatch(
        _ thunk: Thunk<State, Action>, schedule: EffectSchedule = .now, clock: any Clock<Duration> = ContinuousClock(),
        executor: (any TaskExecutor)? = nil
    ) -> Int? {
        run(thunk, schedule: schedule, clock: clock, executor: executor, link: ChainLink.current.next(), send: sender)
    }

    func run(
        _ thunk: Thunk<State, Action>, schedule: EffectSchedule = .now, clock: any Clock<Duration> = ContinuousClock(),
        executor: (any TaskExecutor)? = nil, link: ChainLink, send: @escaping EffectContext<Action>.Send
    ) -> Int? {
        backlog.runner.run(
            name: EffectID(thunk.name), schedule: schedule, effect: nil, clock: clock, executor: executor
        ) { [weak self] life in
            let context = ThunkContext<State, Action>(
                asker: Asker(cause: nil, link: link, life: life), send: send,
                read: { [weak self] in self?.state },
                run: { [weak self] thunk, link in self?.run(thunk, executor: executor, link: link, send: send) })
            await thunk.body(context)
        }
    }
}
