extension Store {
    /// Sets what performs effects, each in a task of its own, and how they are run beside each other.
    ///
    ///     enum Action: Sendable { case open(page: Int), loaded(String) }
    ///     let store = Store(initial: "") { (text: inout String, action: Action) -> [Int] in
    ///         switch action {
    ///         case .open(let page): return [page]
    ///         case .loaded(let loaded): text = loaded
    ///         }
    ///         return []
    ///     }
    ///     store.setEffectHandler(
    ///         schedule: { _ in .replacing("page") },
    ///         async: { page, context in context.dispatch(.loaded("text of page \(page)")) })
    ///     store.dispatch(.open(page: 3))
    ///
    /// Each task is listed while it runs, and can be cancelled. What a cancelled effect dispatches is dropped. All are
    /// cancelled when the store ends, which they do not delay.
    ///
    /// - Parameters:
    ///   - schedule: How each effect is run; called on the thread that committed, and must be quick.
    ///   - clock: What debounced and throttled effects wait by.
    ///   - executor: Where the handler runs; by default, on the global one.
    ///   - handler: Called for each effect; effects run at the same time and end in any order.
    public func setEffectHandler(
        schedule: @escaping @Sendable (Effect) -> EffectSchedule = { _ in .now },
        clock: any Clock<Duration> = ContinuousClock(), executor: (any TaskExecutor)? = nil,
        async handler: @escaping @Sendable (Effect, EffectContext<Action>) async -> Void
    ) {
        let runner = backlog.runner
        let send = sender
        setEffectHandler { effect, context in
            let requester = context.requester
            runner.run(
                schedule: schedule(effect), effect: effect, cause: requester.cause, clock: clock, executor: executor
            ) { life in
                await handler(effect, EffectContext(requester: requester.living(life), send: send))
            }
        }
    }

    /// The waiting and running effects, oldest first.
    ///
    /// Those of a handler that is not asynchronous are not listed.
    public var runningEffects: [RunningEffect<Effect>] { backlog.runner.running }

    /// Cancels an effect: its task is cancelled, it is listed no more, and what it dispatches from now on is dropped.
    ///
    /// - Parameter id: Its number in `runningEffects`.
    /// - Returns: Whether it was waiting or running.
    @discardableResult
    public func cancelEffect(_ id: Int) -> Bool { backlog.runner.cancel(id) }

    /// Cancels all effects that are listed under a name.
    ///
    /// - Returns: How many were waiting or running.
    @discardableResult
    public func cancelEffects(named name: EffectID) -> Int { backlog.runner.cancel(named: name) }

    /// Cancels all effects.
    ///
    /// - Returns: How many were waiting or running.
    @discardableResult
    public func cancelAllEffects() -> Int { backlog.runner.cancelAll() }
}
