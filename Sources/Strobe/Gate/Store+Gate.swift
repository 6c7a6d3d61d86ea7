extension Store: GateOwner {
    /// Changes the gate, and reduces what may go then.
    ///
    /// - Returns: `nil`, and reports that, when this thread holds the lock.
    func changeGate<Result: Sendable>(
        _ change: (inout Gate<State, Backlog<State, Action, Effect>.Pending>) -> Result
    ) -> Result? {
        let changed = locked { core in
            let result = change(&backlog.gate)
            core.pointee.isGated = !backlog.gate.isOpen
            core.pointee.updateInstrumented()
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

    /// Takes the next one that is to be reduced where there is a gate; called under the lock by the thread that drains.
    ///
    /// What is held comes first, as far as it may go: it is older than what waits.
    @usableFromInline
    func takeAtGate() -> Found {
        let seq = core.pointee.seq
        let released = withUnsafeMutablePointer(to: &core.pointee.state) {
            backlog.gate.next(at: seq, state: UnsafePointer($0))
        }
        if let released {
            backlog.depth = released.depth
            backlog.link = released.link
            return admits(released) ? .pending(released) : .refused
        }
        if backlog.gate.isOpen {
            core.pointee.isGated = false
            core.pointee.updateInstrumented()
        }
        guard let pending = takeWaiting() else { return .nothing }
        let verdict = withUnsafeMutablePointer(to: &core.pointee.state) {
            backlog.gate.arrive(pending, at: seq, state: UnsafePointer($0))
        }
        switch verdict {
        case .passes:
            return admits(pending) ? .pending(pending) : .refused
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
        return .refused
    }

    /// Tells the keeper of a transition; called under the lock.
    @usableFromInline
    func tellKeeper(of pending: Backlog<State, Action, Effect>.Pending) {
        let seq = core.pointee.seq
        withUnsafeMutablePointer(to: &core.pointee.state) {
            backlog.gate.tellKeeper(of: pending, at: seq, state: UnsafePointer($0))
        }
    }
}
