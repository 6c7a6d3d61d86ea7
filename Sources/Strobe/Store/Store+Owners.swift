extension Store {
    /// Reduces, and keeps the owners of the effects for the commit; called under the lock.
    @usableFromInline
    func reduceWithOwners(_ action: Action) throws -> [Effect] {
        guard let ownedReduce else { return try reduce(&core.pointee.state, action) }
        let owners = EffectOwners<State>()
        let effects = try ownedReduce(&core.pointee.state, action, owners)
        backlog.presences = owners.presences.contains { $0 != nil } ? owners.presences : []
        return effects
    }

    /// Hands effects over that belong to parts of the state; called by the thread that drains.
    @usableFromInline
    func perform(
        _ effects: [Effect], _ presences: [Presence<State>?], _ route: Backlog<State, Action, Effect>.EffectRoute,
        _ requester: Requester
    ) {
        for (effect, presence) in zip(effects, presences) {
            var requester = requester
            if let presence {
                requester.bind = { [weak self] id in self?.bind(id, to: presence) }
            }
            if !route.handler(effect, EffectContext(requester: requester, send: route.send)) { reportUnhandled(effect) }
        }
    }

    /// Lets an effect that was begun end with its owner.
    private func bind(_ id: Int, to presence: Presence<State>) {
        let isThere = locked { core in
            guard presence.holds(core.pointee.state) else { return false }
            backlog.owners[id] = presence
            return true
        }
        if isThere == false { backlog.runner.cancel(id) }
    }

    /// Prepares the end of the effects whose owners are gone; called under the lock by the thread that drains, or is about
    /// to.
    ///
    /// - Returns: Whether there are such effects.
    /// - Complexity: O(*n*) in the number of running effects that have an owner.
    @usableFromInline
    func endOrphans() -> Bool {
        guard !backlog.owners.isEmpty else { return false }
        let runner = backlog.runner
        backlog.owners = backlog.owners.filter { runner.isListed($0.key) }
        let orphans = backlog.owners.filter { !$0.value.holds(core.pointee.state) }.keys.sorted()
        guard !orphans.isEmpty else { return false }
        for id in orphans { backlog.owners[id] = nil }
        // A task that is cancelled may run code of the program, which must not be under the lock.
        backlog.addEpilogue { for id in orphans { runner.cancel(id) } }
        return true
    }
}
