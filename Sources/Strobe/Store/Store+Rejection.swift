extension Store {
    /// Reduces an action, and keeps what it is rejected for; called under the lock.
    @inlinable
    func reduceKeepingRejection(_ action: Action) -> Reduction {
        do {
            guard !core.pointee.hasOwners else { return Reduction(effects: try reduceWithOwners(action)) }
            return Reduction(effects: try reduce(&core.pointee.state, action))
        } catch {
            return Reduction(effects: [], rejection: error)
        }
    }

    /// The same, and measures how long that takes.
    @inlinable
    func reduceMeasured(_ action: Action) -> Reduction {
        let start = Timing.now()
        var reduction = reduceKeepingRejection(action)
        if reduction.rejection == nil { reduction.timing = Timing(from: start) }
        return reduction
    }

    /// What became of an action.
    @usableFromInline
    struct Reduction {
        @usableFromInline var effects: [Effect]
        /// What the reducer threw, put into words only where these are used.
        @usableFromInline var rejection: (any Error)?
        @usableFromInline var timing: Timing?

        @inlinable
        init(effects: [Effect], rejection: (any Error)? = nil) {
            self.effects = effects
            self.rejection = rejection
        }
    }

    /// A completion that reports why an action was rejected: a commit that every subscriber waits for has no room for it.
    @usableFromInline
    func completion(
        of pending: Backlog<State, Action, Effect>.Pending, rejectedFor rejection: any Error
    ) -> (@Sendable (Result<Receipt<Effect>, StoreError>) -> Void)? {
        guard let completion = pending.completion else { return nil }
        let reason = "\(rejection)"
        return { completion($0.map { Receipt(seq: $0.seq, effects: $0.effects, rejection: reason) }) }
    }
}
