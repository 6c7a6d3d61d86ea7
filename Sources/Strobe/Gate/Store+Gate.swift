extension Store: GatedStore {
    /// Sets who decides what is held, in place of any earlier keeper.
    ///
    /// - Parameter keeper: Is asked for what is held already, too. With `nil` everything that is held is reduced, and
    ///   nothing is held any more.
    public func setGateKeeper(_ keeper: GateKeeper<State, Action>?) {
        // The old one ends without the lock.
        _ = changeGate("setGateKeeper") { $0.setKeeper(keeper) }
    }

    /// Lets the first of the actions that are held go, without asking the keeper; then the keeper is asked again for what
    /// is still held, in order, until it holds.
    ///
    /// - Parameter count: How many.
    public func release(_ count: Int) {
        _ = changeGate("release") { $0.release(count) }
    }

    /// Asks the keeper again for what is held, in order, until it holds.
    public func recheckHeld() {
        _ = changeGate("recheckHeld") { $0.recheck() }
    }

    /// How many actions are held.
    public var heldCount: Int {
        let count = changeGate("heldCount") { gate in
            (removed: gate.prune(), count: gate.count)
        }
        count?.removed.forEach { $0.life?.leave() }
        return count?.count ?? 0
    }

    /// The first of the actions that are held, in the order in which they are going to be reduced.
    ///
    /// - Parameter count: How many at most.
    public func held(first count: Int) -> [HeldAction<Action>] {
        let held = changeGate("held") { gate in
            (removed: gate.prune(), first: gate.first(count))
        }
        held?.removed.forEach { $0.life?.leave() }
        return held?.first ?? []
    }

    /// Drops actions that are held: they are never reduced, and whoever waits for one gets the error `cancelled`.
    ///
    /// - Parameter ids: Their numbers at the gate.
    /// - Returns: The numbers of those that were held and are not any more, in order.
    @discardableResult
    public func dropHeld(_ ids: Set<Int>) -> [Int] {
        let removed = changeGate("dropHeld") { gate in
            (pruned: gate.prune(), dropped: gate.drop(ids))
        }
        removed?.pruned.forEach { $0.life?.leave() }
        for (_, item) in removed?.dropped ?? [] { item.refuse(.dropped(item.actionName)) }
        return removed?.dropped.map(\.id) ?? []
    }

    /// Puts an action in place of one that is held, which keeps its place, its number and whoever asked for it.
    ///
    /// - Returns: Whether the action was held.
    @discardableResult
    public func replaceHeld(_ id: Int, with action: Action) -> Bool {
        // The old one ends without the lock.
        let old = changeGate("replaceHeld") { $0.replace(id, with: action) }
        return old.flatMap { $0 } != nil
    }

    /// Runs a closure between two transitions, while no keeper is being asked; it must be quick and must not call the
    /// store.
    public func betweenTransitions(_ body: () -> Void) {
        withState { _ in body() }
    }

    /// Changes the gate, and lets go what may go then.
    ///
    /// - Returns: `nil`, and reports that, when this thread holds the lock.
    private func changeGate<Result: Sendable>(
        _ call: String, _ change: (inout Gate<State, Backlog<State, Action, Effect>.Pending>) -> Result
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
            reportReentry(call)
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
    ///
    /// - Parameter action: What was reduced; `nil` where a state was put in place of the one before.
    @usableFromInline
    func tellKeeper(_ action: Action?) {
        guard let keeper = backlog.gate.keeper else { return }
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
