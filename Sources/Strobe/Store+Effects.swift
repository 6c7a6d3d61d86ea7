extension Store {
    /// Sets what performs effects; until there is one, effects are dropped.
    ///
    /// - Parameter handler: Called for each effect after subscribers were told, in order, on the thread that committed.
    ///   It may dispatch through its context at once or later, from any thread.
    public func setEffectHandler(_ handler: @escaping @Sendable (Effect, EffectContext<Action>) -> Void) {
        let send: @Sendable (Action, Int, SourceLocation?) -> Void = { [weak self] action, cause, source in
            self?.dispatch(action, origin: .effect, cause: cause, source: source)
        }
        let done: Void? = locked { _ in backlog.route = .init(handler: handler, send: send) }
        if done == nil { reportReentry("setEffectHandler") }
    }
}
