extension Store {
    /// Makes this thread the one that drains, with the commit of the action just reduced, unless nobody has to be called
    /// for it; called under the lock.
    @inlinable
    func beginDrain(_ effects: [Effect], durationNanos: UInt64?) -> NextStep {
        let due = core.pointee.hasSubscribers ? markDue() : .nobody
        let hasWork = !effects.isEmpty && (backlog.route != nil || notesUnhandled(effects))
        guard due != .nobody || hasWork || backlog.epilogue != nil else { return .done }
        core.pointee.isDraining = true
        backlog.drainer = currentThread()
        backlog.depth = 0
        backlog.link = .none
        setCommit(effects, due: due, durationNanos: durationNanos)
        return .drain
    }

    /// Which subscribers a commit concerns.
    @usableFromInline
    enum Due: Sendable {
        case nobody
        /// Only subscribers that have what they need.
        case parts
        /// A subscriber that gets the state.
        case states
    }

    /// Marks the subscribers that are to be notified of the state; called under the lock by the thread that drains, or
    /// while none does.
    @inlinable
    func markDue() -> Due {
        withUnsafePointer(to: &core.pointee.state) { state in
            // The lock keeps them alive: a count of references for each costs more than the rest.
            backlog.subscribers.withUnsafeBufferPointer { subscribers in
                var due = Due.nobody
                for index in subscribers.indices {
                    Unmanaged.passUnretained(subscribers[index])._withUnsafeGuaranteedRef { subscriber in
                        if let hasChanged = subscriber.hasChanged {
                            subscriber.isDue = hasChanged(state)
                            if subscriber.isDue, due == .nobody { due = .parts }
                        } else {
                            subscriber.isDue = true
                            due = .states
                        }
                    }
                }
                return due
            }
        }
    }

    /// Puts down the commit of what was just reduced; called under the lock by the thread that drains.
    @inlinable
    func setCommit(
        _ effects: [Effect], due: Due, seq: Int? = nil, durationNanos: UInt64? = nil,
        completion: (@Sendable (Result<Receipt<Effect>, StoreError>) -> Void)? = nil
    ) {
        let route = effects.isEmpty ? nil : backlog.route
        let isAnswered = route != nil || core.pointee.isChained
        backlog.commit.initialize(
            to: .init(
                seq: seq ?? core.pointee.seq, state: due == .states ? core.pointee.state : nil,
                subscribers: due == .nobody ? [] : backlog.subscribers, effects: effects, route: route,
                durationNanos: durationNanos, link: isAnswered ? backlog.link.next() : .none,
                completion: completion))
        if core.pointee.hasOwners { swap(&backlog.commit.pointee.presences, &backlog.presences) }
        backlog.hasCommit = true
    }
}
