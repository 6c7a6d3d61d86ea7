internal import DequeModule

extension Store {
    /// Delivers the commit at hand, then reduces and delivers what waits, until nothing does.
    ///
    /// Only the thread that set `isDraining` is in here, so that every subscriber sees the commits one at a time, in order.
    @usableFromInline
    func drain() {
        while true {
            if let commit = backlog.commit.take() { deliver(commit) }
            if let refusal = backlog.refusal.take() { refusal() }
            guard advance() else { return }
        }
    }

    /// Tells everybody of a commit.
    ///
    /// The copy of the state in it ends with this call: the next reducer must find the state
    /// unshared.
    private func deliver(_ commit: consuming Backlog<State, Action, Effect>.Commit) {
        if let state = commit.state {
            commit.starting?.start(with: state)
            for subscriber in commit.subscribers { subscriber.commit(state) }
        }
        if !commit.effects.isEmpty, let handler = backlog.effectHandler {
            let context = EffectContext<Action>(cause: commit.seq) { [weak self] action, cause in
                self?.dispatchEffect(action, cause: cause)
            }
            for effect in commit.effects { handler(effect, context) }
        }
        commit.completion?(
            .success(Receipt(seq: commit.seq, effects: commit.effects, durationNanos: commit.durationNanos)))
    }

    private func dispatchEffect(_ action: Action, cause: Int) {
        let next: NextStep? = locked { core in
            guard !core.pointee.isDraining else {
                return enqueue(action, origin: .effect, cause: cause, source: nil)
            }
            return commit(action, origin: .effect, cause: cause, source: nil)
        }
        if next != .done { proceed(next, action) }
    }

    /// Reduces the next one that waits.
    ///
    /// - Returns: Whether there was one; if not, this thread drains no more.
    private func advance() -> Bool {
        let more: Bool? = locked { core in
            guard let pending = backlog.waiting.popFirst() else {
                core.pointee.isDraining = false
                backlog.drainer = 0
                backlog.isReporting = false
                backlog.trail = []
                return false
            }
            backlog.depth = pending.depth
            perform(pending)
            return true
        }
        return more ?? false
    }

    private func perform(_ pending: Backlog<State, Action, Effect>.Pending) {
        if let expected = pending.ifSeq, expected != core.pointee.seq {
            backlog.refusal = { [seq = core.pointee.seq] in
                let error = StoreError(.stale, "The store stands at \(seq), not at \(expected); nothing was reduced.")
                pending.completion?(.failure(error))
            }
            return
        }
        if pending.depth > backlog.nestingLimit - 8 {
            if backlog.trail.count == 8 { backlog.trail.removeFirst() }
            backlog.trail.append(pending.work.name)
        }
        switch pending.work {
        case .action(let action):
            let (effects, nanos) = reduce(
                action, origin: pending.origin, cause: pending.cause, source: pending.source,
                isMeasured: pending.isMeasured)
            backlog.commit = makeCommit(effects, durationNanos: nanos, completion: pending.completion)
        case .state(let state):
            core.pointee.state = state
            core.pointee.seq &+= 1
            core.pointee.observer?.didRestore(
                state,
                info: TransitionInfo(
                    seq: core.pointee.seq, origin: pending.origin, cause: pending.cause, source: pending.source,
                    durationNanos: nil))
            backlog.commit = makeCommit([], durationNanos: nil, completion: pending.completion)
        case .subscriber(let subscriber):
            backlog.commit = .init(
                seq: core.pointee.seq, state: core.pointee.state, subscribers: [], effects: [], starting: subscriber)
            guard subscriber.wantsMore else { return }
            backlog.subscribers.append(subscriber)
            core.pointee.hasSubscribers = true
        }
    }
}
