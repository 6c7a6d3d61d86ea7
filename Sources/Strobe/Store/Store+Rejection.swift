extension Store {
    /// Why the current state does not take an action; called under the lock.
    @inlinable @inline(__always)
    func reason(against action: Action) -> String? {
        guard let rejection else { return nil }
        return rejection(core.pointee.state, action)
    }

    /// Counts the transition of a rejected action, and notifies the observer of it; called under the lock.
    @usableFromInline
    func tellRejection(
        of action: Action, _ reason: String, origin: Origin, cause: Int?, source: CallSite?,
        editedFrom: String? = nil
    ) {
        core.pointee.seq &+= 1
        let info = TransitionInfo(
            seq: core.pointee.seq, origin: origin, cause: cause, source: source, timing: nil,
            editedFrom: editedFrom)
        let core = core
        backlog.observer?.didReject(action, reason: reason, info: info, state: { core.pointee.state })
    }

    /// Makes the commit of an action that waited its turn and is rejected; called under the lock.
    @usableFromInline
    func reject(_ action: Action, _ pending: Backlog<State, Action, Effect>.Pending, _ reason: String) {
        tellRejection(
            of: action, reason, origin: pending.origin, cause: pending.cause, source: pending.source,
            editedFrom: pending.editedFrom)
        if core.pointee.isGated { tellKeeper(action) }
        // The reason travels with the completion: a commit that every subscriber waits for has no room for it.
        let completion = pending.completion.map { completion in
            { @Sendable (result: Result<Receipt<Effect>, StoreError>) in
                completion(result.map { Receipt(seq: $0.seq, effects: $0.effects, rejection: reason) })
            }
        }
        backlog.commit.pointee = makeCommit([], durationNanos: nil, completion: completion)
    }
}
