extension Store {
    /// Delivers the commit at hand, then reduces and delivers what waits, until nothing does.
    ///
    /// Only the thread that set `isDraining` is in here, so that every subscriber sees the commits one at a time, in
    /// order.
    @inlinable
    func drain() {
        while true {
            if let commit = backlog.commit.pointee.take() { deliver(commit) }
            if let epilogue = backlog.epilogue.take() { epilogue() }
            guard advance() else { return }
        }
    }

    /// Notifies the subscribers of a commit.
    ///
    /// The copy of the state in it ends with this call: the next reducer must find the state
    /// unshared.
    @inlinable
    func deliver(_ commit: consuming Backlog<State, Action, Effect>.Commit) {
        if let state = commit.state {
            if let subscriber = commit.starting, subscriber.liveness.isOn { subscriber.begin(state) }
            for subscriber in commit.subscribers where subscriber.liveness.isOn {
                subscriber.receive(state, commit.link)
            }
        }
        if let route = commit.route {
            let context = EffectContext(requester: Requester(cause: commit.seq, link: commit.link), send: route.send)
            for effect in commit.effects { route.handler(effect, context) }
        }
        commit.completion?(
            .success(Receipt(seq: commit.seq, effects: commit.effects, durationNanos: commit.durationNanos)))
    }

    /// Reduces the next one that waits.
    ///
    /// - Returns: Whether there was one; if not, this thread drains no more.
    @inlinable
    func advance() -> Bool {
        let step: DrainStep? = locked { core in
            guard !core.pointee.hasMiddleware else { return core.pointee.isGated ? .announceAtGate : .announce }
            guard !core.pointee.isGated else { return passGate() }
            guard let pending = takeWaiting() else { return .end }
            if admits(pending) { perform(pending) }
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
            core.pointee.isDraining = false
            backlog.endDrain()
            return nil
        }
        backlog.depth = pending.depth
        backlog.link = pending.link
        return pending
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
            tellObserver(
                action, reduction, origin: pending.origin, cause: pending.cause, source: pending.source,
                editedFrom: pending.editedFrom)
            if core.pointee.isGated { tellKeeper(action) }
            backlog.commit.pointee = makeCommit(
                reduction.effects, durationNanos: reduction.timing?.durationNanos,
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
            backlog.commit.pointee = makeCommit([], durationNanos: nil, completion: pending.completion)
        case .subscriber(let subscriber):
            backlog.commit.pointee = .init(
                seq: core.pointee.seq, state: core.pointee.state, subscribers: [], effects: [], starting: subscriber)
            guard subscriber.liveness.isOn else { return }
            backlog.subscribers.append(subscriber)
            core.pointee.hasSubscribers = true
            if subscriber.isElsewhere { chainAnswers() }
        }
    }
}
