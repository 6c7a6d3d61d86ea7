extension Store {
    /// Dispatches an action.
    ///
    /// Where the action has to wait, behind one that is being delivered or because a debugger holds it at the gate,
    /// this returns before it is reduced, and `state` is the one before. `receipt(of:)` waits for it.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - file: Where the call is; recorded in debug builds only.
    ///   - line: Where the call is; recorded in debug builds only.
    @inlinable
    public func dispatch(_ action: Action, file: StaticString = #fileID, line: UInt32 = #line) {
        dispatch(action, origin: .app, cause: nil, source: .inDebugBuild(file, line))
    }

    /// Dispatches an action.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - place: Where it is dispatched, for the log.
    @inlinable
    public func dispatch(_ action: Action, from place: CallSite?) {
        dispatch(action, origin: .app, cause: nil, source: place)
    }

    /// Dispatches an action on behalf of a debugger or another transition.
    package func dispatch(
        _ action: Action, origin: Origin, cause: Int? = nil, file: StaticString = #fileID, line: UInt32 = #line
    ) {
        dispatch(action, origin: origin, cause: cause, source: .inDebugBuild(file, line))
    }

    /// The same with a place that was recorded earlier.
    @inlinable @inline(__always)
    func dispatch(_ action: Action, origin: Origin, cause: Int?, source: CallSite?) {
        let next: NextStep? = locked { core in
            guard !core.pointee.isDraining else {
                return enqueue(action, origin: origin, cause: cause, source: source)
            }
            return commit(action, origin: origin, cause: cause, source: source)
        }
        if next != .done { proceed(next, action) }
    }

    /// Dispatches an action, and reports the outcome.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - origin: Who requests it.
    ///   - cause: The transition whose effect dispatches this, if any.
    ///   - ifSeq: The number that the store must be at when the action's turn comes; by default, any number is
    ///     accepted.
    ///   - measured: Whether to measure how long the reducer takes.
    ///   - file: Where the call is; recorded in debug builds only.
    ///   - line: Where the call is; recorded in debug builds only.
    ///   - whenHeld: Called with the action's number at the gate if it is held there, before anything becomes of it.
    ///   - completion: Called once, on the thread that reduced the action, after subscribers were notified and effects
    ///     were handed over; or with the error for which the action was not reduced.
    package func dispatch(
        _ action: Action, origin: Origin = .app, cause: Int? = nil, ifSeq: Int? = nil, measured: Bool = false,
        file: StaticString = #fileID, line: UInt32 = #line, whenHeld: (@Sendable (Int) -> Void)? = nil,
        completion: @escaping @Sendable (Result<Receipt<Effect>, StoreError>) -> Void
    ) {
        submit(
            .init(
                work: .action(action), origin: origin, cause: cause, source: .inDebugBuild(file, line),
                isMeasured: measured, ifSeq: ifSeq, whenHeld: whenHeld, completion: completion))
    }

    /// Dispatches an action and waits for it.
    ///
    /// - Returns: The number of the transition and its effects, once subscribers were notified.
    /// - Throws: `StoreError` when the action was refused; `stale` when the store was at another number than `ifSeq`.
    @discardableResult
    public func receipt(
        of action: Action, ifSeq: Int?, from place: CallSite?
    ) async throws(StoreError) -> Receipt<Effect> {
        try await receipt(of: action, origin: .app, ifSeq: ifSeq, from: place)
    }

    /// Dispatches an action on behalf of a debugger, and waits for it.
    ///
    /// - Parameter measured: Whether to measure how long the reducer takes.
    package func receipt(
        of action: Action, origin: Origin, cause: Int? = nil, ifSeq: Int? = nil, measured: Bool = false,
        from place: CallSite? = nil
    ) async throws(StoreError) -> Receipt<Effect> {
        let result = await withCheckedContinuation { continuation in
            submit(
                .init(
                    work: .action(action), origin: origin, cause: cause, source: place, isMeasured: measured,
                    ifSeq: ifSeq, completion: { continuation.resume(returning: $0) }))
        }
        return try result.get()
    }

    /// Replaces the current state by a transition: subscribers are notified, there are no effects.
    ///
    /// - Parameters:
    ///   - state: The new state.
    ///   - origin: `restore` for a return to an earlier state, `edit` for one changed by hand.
    ///   - cause: The transition that the state is taken from or that asks for it.
    ///   - note: What it is, in a few words for the log.
    ///   - ifSeq: The number that the store must be at when the turn comes; by default, any number is accepted.
    ///   - file: Where the call is; recorded in debug builds only.
    ///   - line: Where the call is; recorded in debug builds only.
    ///   - completion: Called once, as for a dispatch.
    public func restore(
        _ state: State, origin: Origin = .restore, cause: Int? = nil, note: String? = nil, ifSeq: Int? = nil,
        file: StaticString = #fileID, line: UInt32 = #line,
        completion: (@Sendable (Result<Receipt<Effect>, StoreError>) -> Void)? = nil
    ) {
        submit(
            .init(
                work: .state(state, note: note), origin: origin, cause: cause, source: .inDebugBuild(file, line),
                ifSeq: ifSeq, completion: completion))
    }
}

extension Store {
    /// The work that is left for a dispatch once the lock is released.
    @usableFromInline
    enum NextStep: Sendable {
        /// Nothing: the action is reduced, or it waits its turn.
        case done
        /// This thread has to deliver, and then to run the waiting work.
        case drain
        /// The action was not accepted.
        case refuse
        /// The action is one too many in a chain of answers from elsewhere.
        case endless
        /// The action comes from a reducer that is being replayed.
        case replayed
    }

    /// Reduces an action; called under the lock while no thread drains.
    @inlinable @inline(__always)
    func commit(_ action: Action, origin: Origin, cause: Int?, source: CallSite?) -> NextStep {
        guard !core.pointee.isInstrumented else {
            return commitInstrumented(action, origin: origin, cause: cause, source: source)
        }
        let effects = (try? reduce(&core.pointee.state, action)) ?? []
        core.pointee.seq &+= 1
        guard core.pointee.hasSubscribers || !effects.isEmpty else { return .done }
        return beginDrain(effects, durationNanos: nil)
    }

    @inlinable @inline(never)
    func commitInstrumented(_ action: Action, origin: Origin, cause: Int?, source: CallSite?) -> NextStep {
        guard backlog.replayThread != currentThread() else { return .replayed }
        let mustTakeTurn = core.pointee.hasMiddleware || core.pointee.isHolding
        if mustTakeTurn || (core.pointee.isChained && DispatchDepth.isAnswering) {
            return takeTurn(action, origin: origin, cause: cause, source: source)
        }
        let answer =
            core.pointee.isGated ? askKeeper(action, origin: origin, cause: cause, source: source) : .ignored
        if answer == .held {
            hold(withContext(.init(work: .action(action), origin: origin, cause: cause, source: source)))
            return .done
        }
        let reduction = core.pointee.isMeasuring ? reduceMeasured(action) : reduceKeepingRejection(action)
        tellObserver(action, reduction, origin: origin, cause: cause, source: source)
        if answer != .ignored { tellKeeper(action) }
        let endsEffects = core.pointee.hasOwners && endOrphans()
        guard core.pointee.hasSubscribers || !reduction.effects.isEmpty || endsEffects else { return .done }
        return beginDrain(reduction.effects, durationNanos: reduction.timing?.durationNanos)
    }

    /// Counts the transition, and notifies the observer if there is one; called under the lock.
    @inlinable @inline(__always)
    func tellObserver(
        _ action: Action, _ reduction: Reduction, origin: Origin, cause: Int?, source: CallSite?,
        editedFrom: String? = nil
    ) {
        core.pointee.seq &+= 1
        guard let observer = core.pointee.observer else { return }
        let info = TransitionInfo(
            seq: core.pointee.seq, origin: origin, cause: cause, source: source, timing: reduction.timing,
            editedFrom: editedFrom)
        let core = core
        observer._withUnsafeGuaranteedRef { observer in
            if let rejection = reduction.rejection {
                observer.didReject(action, reason: "\(rejection)", info: info, state: { core.pointee.state })
            } else {
                observer.didReduce(action, effects: reduction.effects, info: info, state: { core.pointee.state })
            }
        }
    }

    /// Lets an action wait; called under the lock while a thread drains.
    @inlinable @inline(never)
    func enqueue(_ action: Action, origin: Origin, cause: Int?, source: CallSite?) -> NextStep {
        let link = core.pointee.isChained ? DispatchDepth.here() : .none
        return enqueue(.init(work: .action(action), origin: origin, cause: cause, source: source, link: link))
    }

    /// Makes this thread the one that drains, with an action that has to take its turn; called under the lock while no
    /// thread drains.
    @inlinable @inline(never)
    func takeTurn(_ action: Action, origin: Origin, cause: Int?, source: CallSite?) -> NextStep {
        let link = core.pointee.isChained ? DispatchDepth.here() : .none
        return begin(.init(work: .action(action), origin: origin, cause: cause, source: source, link: link))
    }

    @inlinable
    func begin(_ pending: Backlog<State, Action, Effect>.Pending) -> NextStep {
        if isEndless(pending) { return .endless }
        core.pointee.isDraining = true
        backlog.drainer = currentThread()
        backlog.waiting.append(withContext(pending))
        return .drain
    }

    /// An action with the context of the code that dispatches it, if an observer asks for that; called under the lock.
    @inlinable
    func withContext(_ pending: Backlog<State, Action, Effect>.Pending) -> Backlog<State, Action, Effect>.Pending {
        guard core.pointee.isPropagating, pending.context == nil, let propagator = backlog.propagator else {
            return pending
        }
        var pending = pending
        pending.context = propagator.capture()
        return pending
    }

    /// Whether an action is one too many in a chain of answers; called under the lock.
    @inlinable
    func isEndless(_ pending: Backlog<State, Action, Effect>.Pending) -> Bool {
        guard let chain = pending.link.chain, pending.mayBeEndless else { return false }
        return chain.isEndless(
            at: pending.link.depth, limit: backlog.nestingLimit, running: backlog.runningCount,
            within: backlog.chainSpan
        ) { pending.work.name }
    }

    @inlinable
    func enqueue(_ pending: Backlog<State, Action, Effect>.Pending) -> NextStep {
        var pending = pending
        if backlog.replayThread == currentThread() { return .replayed }
        if backlog.drainer == currentThread() {
            pending.depth = backlog.depth + 1
            // A chain that grows in breadth is as endless as one that grows in depth.
            let isTooLong = pending.depth > backlog.nestingLimit || backlog.waiting.count / 100 > backlog.nestingLimit
            if isTooLong, pending.work.isTransition { return .refuse }
        }
        if isEndless(pending) { return .endless }
        backlog.waiting.append(withContext(pending))
        return .done
    }

    /// The slow way in, for whatever is not a plain dispatch.
    @inlinable
    func submit(_ pending: Backlog<State, Action, Effect>.Pending) {
        let next: NextStep? = locked { core in
            guard !core.pointee.isDraining else { return enqueue(pending) }
            if backlog.replayThread == currentThread(), pending.work.isTransition { return .replayed }
            return begin(pending)
        }
        switch next {
        case .done: break
        case .drain: drain()
        default: refuse(next, pending)
        }
    }

    /// Reports a refused action, whether or not a caller waits for it.
    @usableFromInline
    func refuse(_ next: NextStep?, _ pending: Backlog<State, Action, Effect>.Pending) {
        pending.life?.leave()
        let error =
            switch next {
            case .refuse: reportRunaway(pending.work)
            case .endless:
                reportEndless(
                    pending.link, pending.work.name,
                    culprit: "an effect handler, middleware or subscriber that dispatches whenever it is called")
            case .replayed: reportReplay(pending.work)
            default: reportReentry("dispatch", pending.work)
            }
        pending.completion?(.failure(error))
    }

    /// The rest of a plain dispatch that takes more than reducing.
    @inlinable @inline(never)
    func proceed(_ next: NextStep?, _ action: Action) {
        if next == .drain { drain() } else { refuse(next, .init(work: .action(action), link: .here())) }
    }
}
