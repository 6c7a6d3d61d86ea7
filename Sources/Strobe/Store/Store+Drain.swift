extension Store {
    /// Delivers the commit at hand, then reduces and delivers what waits, until nothing does.
    ///
    /// Only the thread that set `isDraining` is in here, so that every subscriber sees the commits one at a time, in
    /// order.
    @inlinable
    func drain() {
        while true {
            if backlog.hasCommit { deliver() }
            if let epilogue = backlog.epilogue.take() { epilogue() }
            guard advance() else { return }
        }
    }

    /// Notifies everybody of the commit at hand.
    ///
    /// The copy of the state in it ends with this call: the next reducer must find the state
    /// unshared.
    @inlinable
    func deliver() {
        let commit = backlog.commit
        defer {
            commit.deinitialize(count: 1)
            backlog.hasCommit = false
        }
        if let subscriber = commit.pointee.starting, subscriber.liveness.isOn, let state = commit.pointee.state {
            subscriber.begin(state)
        }
        // The commit keeps them alive: a count of references for each costs more than the rest.
        commit.pointee.subscribers.withUnsafeBufferPointer { subscribers in
            for index in subscribers.indices {
                Unmanaged.passUnretained(subscribers[index])._withUnsafeGuaranteedRef { subscriber in
                    guard subscriber.isDue, subscriber.liveness.isOn else { return }
                    subscriber.receive(commit.pointee.state, commit.pointee.link)
                }
            }
        }
        if let route = commit.pointee.route {
            let seq = commit.pointee.seq
            let requester = Requester(cause: seq == 0 ? nil : seq, link: commit.pointee.link)
            let context = EffectContext(requester: requester, send: route.send)
            if !commit.pointee.presences.isEmpty {
                perform(commit.pointee.effects, commit.pointee.presences, route, requester)
            } else {
                for effect in commit.pointee.effects where !route.handler(effect, context) {
                    keepOrReport(unhandled: effect, seq: seq)
                }
            }
        }
        if let completion = commit.pointee.completion {
            completion(
                .success(
                    Receipt(
                        seq: commit.pointee.seq, effects: commit.pointee.effects,
                        durationNanos: commit.pointee.durationNanos)))
        }
    }

    /// Reduces the next one that waits.
    ///
    /// - Returns: Whether there was one; if not, this thread drains no more.
    @inlinable
    func advance() -> Bool {
        let step: DrainStep? = locked { core in
            guard !core.pointee.hasMiddleware else { return core.pointee.isGated ? .announceAtGate : .announce }
            guard !core.pointee.isGated else { return passGate() }
            guard !backlog.waiting.isEmpty else {
                endDrain()
                return .end
            }
            performNext()
            return .next
        }
        switch step {
        case .announce: return advanceWithMiddleware()
        case .announceAtGate: return advanceAtGateWithMiddleware()
        default: return step == .next
        }
    }

    /// Reduces the next one that the gate lets through; called under the lock by the thread that drains.
    @inlinable @inline(never)
    func passGate() -> DrainStep {
        switch takeAtGate() {
        case .nothing: return .end
        case .refused: break
        case .pending(let pending): perform(pending)
        }
        return .next
    }

    /// Takes the next one that waits; called under the lock.
    ///
    /// - Returns: `nil` if there is none; this thread then drains no more.
    @inlinable @inline(__always)
    func takeWaiting() -> Backlog<State, Action, Effect>.Pending? {
        guard let pending = backlog.waiting.popFirst() else {
            endDrain()
            return nil
        }
        backlog.depth = pending.depth
        backlog.link = pending.link
        return pending
    }

    /// Reduces the next one that waits; called under the lock.
    @inlinable @inline(never)
    func performNext() {
        if let pending = takeWaiting(), admits(pending) { perform(pending) }
    }

    @inlinable @inline(__always)
    func endDrain() {
        core.pointee.isDraining = false
        backlog.endDrain()
    }

    /// Whether what waited its turn may still be reduced; called under the lock by the thread that drains.
    @inlinable @inline(__always)
    func admits(_ pending: Backlog<State, Action, Effect>.Pending) -> Bool {
        if let expected = pending.ifSeq, expected != core.pointee.seq {
            backlog.refuse(pending, expected: expected, seq: core.pointee.seq)
            return false
        }
        if let life = pending.life, !backlog.admits(life) { return false }
        if pending.depth > backlog.nestingLimit - 8 {
            backlog.note(pending.work)
        }
        return true
    }

    /// What the thread that drains finds to do.
    @usableFromInline
    enum DrainStep: Sendable {
        /// Nothing.
        case end
        /// It did one thing.
        case next
        /// Middleware has to be called first.
        case announce
        /// The same, and before that the gate keeper.
        case announceAtGate
    }

    @inlinable
    func perform(_ pending: Backlog<State, Action, Effect>.Pending) {
        switch pending.work {
        case .action(let action):
            let reduction =
                pending.isMeasured || core.pointee.isMeasuring
                ? reduceMeasured(action) : reduceKeepingRejection(action)
            if core.pointee.isPropagating { backlog.propagator?.current = pending.context }
            tellObserver(
                action, reduction, origin: pending.origin, cause: pending.cause, source: pending.source,
                editedFrom: pending.editedFrom)
            if core.pointee.isPropagating { backlog.propagator?.current = nil }
            if core.pointee.isGated { tellKeeper(action) }
            if core.pointee.hasOwners { _ = endOrphans() }
            setCommit(
                reduction.effects, due: core.pointee.hasSubscribers ? markDue() : .nobody,
                durationNanos: reduction.timing?.durationNanos,
                completion: reduction.rejection.map { completion(of: pending, rejectedFor: $0) } ?? pending.completion)
        case .state(let state, let note):
            core.pointee.state = state
            core.pointee.seq &+= 1
            backlog.observer?.didRestore(
                state, note: note,
                info: TransitionInfo(
                    seq: core.pointee.seq, origin: pending.origin, cause: pending.cause, source: pending.source,
                    timing: nil))
            if core.pointee.isGated { tellKeeper(nil) }
            if core.pointee.hasOwners { _ = endOrphans() }
            setCommit([], due: markDue(), completion: pending.completion)
        case .subscriber(let subscriber):
            backlog.commit.initialize(
                to: .init(
                    seq: core.pointee.seq, state: core.pointee.state, subscribers: [], effects: [],
                    starting: subscriber))
            backlog.hasCommit = true
            guard subscriber.liveness.isOn else { return }
            backlog.subscribers.append(subscriber)
            core.pointee.hasSubscribers = true
            if subscriber.isElsewhere { chainAnswers() }
        case .initialEffects:
            setCommit(takeInitialEffects(), due: .nobody, seq: 0)
        }
    }
}
