extension Store {
    /// Delivers the commit at hand, then reduces and delivers what waits, until nothing does.
    ///
    /// Only the thread that set `isDraining` is in here, so that every subscriber sees the commits one at a time, in order.
    @inlinable
    func drain() {
        while true {
            if let commit = backlog.commit.pointee.take() { deliver(commit) }
            if let epilogue = backlog.epilogue.take() { epilogue() }
            guard advance() else { return }
        }
    }

    /// Tells everybody of a commit.
    ///
    /// The copy of the state in it ends with this call: the next reducer must find the state
    /// unshared.
    @inlinable
    func deliver(_ commit: consuming Backlog<State, Action, Effect>.Commit) {
        if let state = commit.state {
            if let subscriber = commit.starting, subscriber.liveness.isOn { subscriber.begin(state) }
            for subscriber in commit.subscribers where subscriber.liveness.isOn { subscriber.receive(state) }
        }
        if let route = commit.route {
            let context = EffectContext(cause: commit.seq, send: route.send)
            for effect in commit.effects { route.handler(effect, context) }
        }
        commit.completion?(
            .success(
                Receipt(
                    seq: commit.seq, effects: commit.effects, durationNanos: commit.durationNanos,
                    rejection: commit.rejection)))
    }

    /// Reduces the next one that waits.
    ///
    /// - Returns: Whether there was one; if not, this thread drains no more.
    @inlinable
    func advance() -> Bool {
        let more: Bool? = locked { core in
            guard let pending = backlog.waiting.popFirst() else {
                core.pointee.isDraining = false
                backlog.endDrain()
                return false
            }
            backlog.depth = pending.depth
            perform(pending)
            return true
        }
        return more ?? false
    }

    @inlinable
    func perform(_ pending: Backlog<State, Action, Effect>.Pending) {
        if let expected = pending.ifSeq, expected != core.pointee.seq {
            return backlog.refuse(pending, expected: expected, seq: core.pointee.seq)
        }
        if let life = pending.life, !backlog.admits(life) { return }
        if pending.depth > backlog.nestingLimit - 8 {
            backlog.note(pending.work)
        }
        switch pending.work {
        case .action(let action):
            let isAsked = pending.completion != nil || core.pointee.observer != nil
            if isAsked, let reason = reason(against: action) {
                tellRejection(
                    of: action, reason, origin: pending.origin, cause: pending.cause, source: pending.source)
                backlog.commit.pointee = makeCommit(
                    [], durationNanos: nil, rejection: reason, completion: pending.completion)
                return
            }
            let (effects, timing) =
                pending.isMeasured || core.pointee.isMeasuring
                ? reduceMeasured(action) : (reduce(&core.pointee.state, action), nil)
            tellObserver(
                action, effects, origin: pending.origin, cause: pending.cause, source: pending.source,
                timing: timing)
            backlog.commit.pointee = makeCommit(
                effects, durationNanos: timing?.durationNanos, completion: pending.completion)
        case .state(let state):
            core.pointee.state = state
            core.pointee.seq &+= 1
            backlog.observer?.didRestore(
                state,
                info: TransitionInfo(
                    seq: core.pointee.seq, origin: pending.origin, cause: pending.cause, source: pending.source,
                    timing: nil))
            backlog.commit.pointee = makeCommit([], durationNanos: nil, completion: pending.completion)
        case .subscriber(let subscriber):
            backlog.commit.pointee = .init(
                seq: core.pointee.seq, state: core.pointee.state, subscribers: [], effects: [], starting: subscriber)
            guard subscriber.liveness.isOn else { return }
            backlog.subscribers.append(subscriber)
            core.pointee.hasSubscribers = true
        }
    }
}
