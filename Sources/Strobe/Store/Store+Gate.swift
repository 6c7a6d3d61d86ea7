extension Store: GatedStore {
    /// Changes the gate, and reduces what may go then.
    ///
    /// - Returns: `nil`, and reports that, when this thread holds the lock.
    package func changeGate<Result: Sendable>(
        _ change: (inout Gate<State, Backlog<State, Action, Effect>.Pending>) -> Result
    ) -> Result? {
        let changed = locked { core in
            let result = change(&backlog.gate)
            updateGate()
            let mustDrain = backlog.gate.isMoving && !core.pointee.isDraining
            if mustDrain {
                core.pointee.isDraining = true
                backlog.drainer = currentThread()
            }
            return (result: result, mustDrain: mustDrain)
        }
        guard let changed else {
            reportReentry("a function of the gate")
            return nil
        }
        if changed.mustDrain { drain() }
        return changed.result
    }

    package func tellObserver(dropped actions: [HeldAction<Action>]) {
        for observer in observers { observer.didDrop(actions) }
    }
}

extension Store {
    /// What the thread that drains finds to be reduced next.
    @usableFromInline
    enum Found: Sendable {
        /// Nothing: it drains no more.
        case nothing
        /// What it found is not to be reduced now.
        case refused
        case pending(Backlog<State, Action, Effect>.Pending)
    }

    /// Takes the next action to reduce if there is a gate; called under the lock by the thread that drains.
    ///
    /// Held actions come first, as far as they may go: they are older than waiting ones.
    @inlinable
    func takeAtGate() -> Found {
        if core.pointee.isHolding, let released = takeHeld() {
            return admits(released) ? .pending(released) : .refused
        }
        guard let pending = takeWaiting() else { return .nothing }
        if case .action(let action) = pending.work {
            // The keeper is not asked about actions behind a held one.
            let isHeld =
                core.pointee.isHolding
                || isDue(pending)
                    && askKeeper(action, origin: pending.origin, cause: pending.cause, source: pending.source) == .held
            if isHeld {
                hold(pending)
                return .refused
            }
        }
        return admits(pending) ? .pending(pending) : .refused
    }

    /// Takes the first held action, if it may go; called under the lock by the thread that drains.
    @usableFromInline
    func takeHeld() -> Backlog<State, Action, Effect>.Pending? {
        let seq = core.pointee.seq
        let released = withUnsafeMutablePointer(to: &core.pointee.state) {
            backlog.gate.next(at: seq, state: UnsafePointer($0))
        }
        updateGate()
        guard let released else { return nil }
        backlog.depth = released.depth
        backlog.link = released.link
        return released
    }

    /// Whether an action that waited its turn would be reduced now.
    @inlinable
    func isDue(_ pending: Backlog<State, Action, Effect>.Pending) -> Bool {
        (pending.ifSeq == nil || pending.ifSeq == core.pointee.seq) && pending.life?.isOn != false
    }

    /// Asks the keeper about the action that comes next, while nothing is held; called under the lock.
    @inlinable
    func askKeeper(_ action: Action, origin: Origin, cause: Int?, source: CallSite?) -> GateAnswer {
        guard let keeper = backlog.keeper else { return .ignored }
        let (id, seq) = (backlog.nextHeldID, core.pointee.seq)
        return withUnsafeMutablePointer(to: &core.pointee.state) { state in
            withUnsafePointer(to: action) { action in
                keeper.answer(to: action, at: seq, state: UnsafePointer(state)) {
                    HeldAction(
                        id: id, action: action.pointee, origin: origin, cause: cause, source: source,
                        sinceNanos: Timing.now())
                }
            }
        }
    }

    /// Holds an action; called under the lock.
    @usableFromInline
    func hold(_ pending: Backlog<State, Action, Effect>.Pending) {
        let verdict = backlog.gate.hold(pending)
        updateGate()
        // An epilogue costs a drain: only if there is something to do.
        switch verdict {
        case .passes: break
        case .held(let id):
            if let whenHeld = pending.whenHeld { backlog.epilogue = { whenHeld(id) } }
        case .refused(let isFirst):
            let error = StoreError.gateFull(pending.actionName)
            let report = isFirst ? backlog.faultHandler : nil
            backlog.epilogue = {
                pending.refuse(error)
                report?(error)
            }
        }
    }

    /// Takes note of a change of the gate; called under the lock.
    private func updateGate() {
        backlog.keeper = backlog.gate.keeper
        backlog.nextHeldID = backlog.gate.nextID
        core.pointee.isGated = !backlog.gate.isOpen
        core.pointee.isHolding = backlog.gate.count > 0
        core.pointee.updateInstrumented()
    }

    /// Notifies the keeper of a transition; called under the lock.
    ///
    /// - Parameter action: The reduced action; `nil` if a state replaced the one before.
    @inlinable
    func tellKeeper(_ action: Action?) {
        guard let keeper = backlog.keeper else { return }
        let seq = core.pointee.seq
        withUnsafeMutablePointer(to: &core.pointee.state) { state in
            if let action {
                keeper.didReduce(action, seq: seq, state: UnsafePointer(state))
            } else {
                keeper.didRestore(state: UnsafePointer(state), seq: seq)
            }
        }
    }
}
