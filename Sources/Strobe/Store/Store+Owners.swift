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
                requester.bind = { [weak self] id in self?.bind(id, to: presence) ?? false }
            }
            if !route.handler(effect, EffectContext(requester: requester, send: route.send)) {
                keepOrReport(unhandled: effect, seq: requester.cause ?? 0)
            }
        }
    }

    /// Lets an effect end with its owner.
    ///
    /// - Returns: Whether the owner is there, so that the effect may begin.
    private func bind(_ id: Int, to presence: Presence<State>) -> Bool {
        let isThere = locked { core in
            guard presence.holds(core.pointee.state) else { return false }
            backlog.owners[id] = presence
            return true
        }
        return isThere ?? true
    }

    /// Ends the effects whose owners are gone; called under the lock by the thread that drains, or is about to.
    ///
    /// - Returns: Whether there were such effects.
    /// - Complexity: O(*n*) in the number of running effects that have an owner.
    @usableFromInline
    func endOrphans() -> Bool {
        let runner = backlog.runner
        // Those that ended by themselves.
        if backlog.owners.count > runner.count { backlog.owners = backlog.owners.filter { runner.isListed($0.key) } }
        var orphans: [Int] = []
        for (id, presence) in backlog.owners where !presence.holds(core.pointee.state) { orphans.append(id) }
        guard !orphans.isEmpty else { return false }
        for id in orphans { backlog.owners[id] = nil }
        // Out of the lists at once: the effects of this action may have the same names. But a task that is cancelled may
        // run code of the program, which must not be under the lock.
        let slots = runner.withdraw(orphans.sorted())
        backlog.addEpilogue { for slot in slots { slot.end() } }
        return true
    }
}
