internal import Strobe
internal import StrobeHistory
internal import StrobeSystem
internal import Synchronization

/// The gate of a store of another library.
///
/// A store of this library asks its keeper about one action at a time. Another store may dispatch in between, or apply
/// elsewhere: the keeper then looks at the state anew.
extension TargetCore {
    /// Asks whether an action passes.
    ///
    /// - Returns: What to apply it in; `nil` if it is held.
    func arrive(_ action: Action, cause: Int?, _ body: GatedAction<Action>.Body) -> DispatchScope? {
        let current = currentScope
        let (item, verdict, history) = contents.withLock { contents in
            // What an effect of this action dispatches in its task is another one.
            var scope = DispatchScope(to: self, origin: cause == nil ? .app : .effect, cause: cause)
            _ = scope.admit()
            if let requested = current ?? contents.request(of: action, isArriving: true), requested.admit() {
                scope = requested
            }
            let item = GatedAction(action, in: scope, body)
            let verdict = contents.arrive(item, isInTurn: current != nil && current === contents.draining)
            if case (.again, .passes) = (body, verdict) { contents.reducing = scope }
            return (item, verdict, contents.history)
        }
        var result = GateResult<GatedAction<Action>>()
        if result.note(item, verdict) { return item.scope }
        result.finish { history?.note($0.message) }
        return nil
    }

    /// Asks whether a reducer may reduce an action.
    func mayReduce(_ action: Action, cause: Int?) -> Bool {
        guard ways.dispatch != nil else { return true }
        if let scope = currentScope, scope.hasLeave() {
            contents.withLock { $0.letGo.removeAll { $0.scope === scope } }
            return true
        }
        // A store that reduces elsewhere brings no scope along.
        let known = contents.withLock { contents in
            let known = contents.takeLetGo(action)
            if let known { contents.reducing = known }
            return known
        }
        if known?.hasLeave() == true { return true }
        return arrive(action, cause: cause, .again) != nil
    }

    /// Notes that an action was applied, or is on its way to where it is.
    func pass(_ scope: DispatchScope) {
        contents.withLock { contents in
            if contents.passing === scope, !scope.isTaken { contents.passing = nil }
        }
    }

    /// Changes the gate, and applies what may go then.
    func changeGate<Result: Sendable>(_ change: (inout Gate<State, GatedAction<Action>>) -> Result) -> Result? {
        let (result, mustDrain, _) = contents.withLock { contents in
            let result = change(&contents.gate)
            let mustDrain = contents.gate.isMoving && !contents.isDraining
            if mustDrain { contents.isDraining = true }
            isGateUsed.store(contents.isDraining || !contents.gate.isOpen, ordering: .releasing)
            return (result, mustDrain, contents.releaseState())
        }
        if mustDrain { drain() }
        return result
    }

    private func drain() {
        while let item = next() {
            switch item.body {
            case .here(let body):
                DispatchScope.$current.withValue(item.scope) { body(item.content) }
                pass(item.scope)
            case .onMainActor(let body):
                Task { @MainActor in
                    DispatchScope.$current.withValue(item.scope) { body(item.content) }
                    pass(item.scope)
                    drain()
                }
                return
            case .again:
                let dispatch = ways.dispatch
                item.scope.letGo()
                contents.withLock { if $0.ways.isSame != nil { $0.letGo.append((item.content, item.scope)) } }
                Task {
                    // The others do not wait any longer for a store that does not return.
                    await TimeLimit(DispatchScope.patience).run { [self] in
                        do {
                            try await DispatchScope.$current.withValue(item.scope) { try await dispatch?(item.content) }
                        } catch {
                            let history = contents.withLock { $0.history }
                            history?.note("\(item.actionName), which was held, was not dispatched: \(error)")
                        }
                    }
                    pass(item.scope)
                    drain()
                }
                return
            }
        }
    }

    /// The next held action that may go; without one, the draining ends.
    private func next() -> GatedAction<Action>? {
        let (item, _) = contents.withLock { contents in
            if contents.hasArrivals {
                contents.hasArrivals = false
                contents.gate.recheck()
            }
            let item = contents.next()
            contents.draining = item?.scope
            contents.isDraining = item != nil
            isGateUsed.store(item != nil || !contents.gate.isOpen, ordering: .releasing)
            return (item, item == nil ? contents.releaseState() : nil)
        }
        if item == nil { drained.update { _ in } }
        return item
    }
}

extension TargetCore: GatedStore {
    func prepareForKeeper() { keepState() }

    func tellObserver(dropped actions: [HeldAction<Action>]) {
        contents.withLock { $0.history }?.append(dropped: actions)
    }

    /// Waits until no action is on its way from the gate to the store, for ``DispatchScope/patience`` at most: a store may
    /// take any time to apply one.
    func settled() async {
        _ = await drained.wait(within: DispatchScope.patience) { _ in
            contents.withLock { $0.isDraining } ? nil : true
        }
    }
}

extension TargetCore.Contents {
    private var seq: Int { history?.seq ?? 0 }

    /// Asks the keeper about an action, or holds it behind others.
    ///
    /// - Parameter isInTurn: Whether it is dispatched by one that is just let go.
    fileprivate mutating func arrive(
        _ item: GatedAction<Action>, isInTurn: Bool
    ) -> Gate<State, GatedAction<Action>>.Verdict {
        guard let state else { return .passes }
        if isDraining, !isInTurn {
            hasArrivals = true
            return gate.hold(item)
        }
        let seq = seq
        let verdict = withUnsafePointer(to: state) { state in
            // The one before it is not reported yet, and may never be.
            if passing != nil { gate.keeper?.didRestore(state: state, seq: seq) }
            return gate.arrive(item, at: seq, state: state)
        }
        if case .passes = verdict { passing = item.scope }
        return verdict
    }

    /// Takes the first held action, if it may go.
    fileprivate mutating func next() -> GatedAction<Action>? {
        guard let state else { return nil }
        let seq = seq
        let item = withUnsafePointer(to: state) { state in
            if gate.isMoving, passing != nil { gate.keeper?.didRestore(state: state, seq: seq) }
            return gate.next(at: seq, state: state)
        }
        if let item { passing = item.scope }
        return item
    }

    /// Notifies the keeper of a transition.
    mutating func tellKeeper(_ report: TargetCore.Report, _ scope: DispatchScope?, _ seq: Int) {
        guard let keeper = gate.keeper else { return }
        let isInOrder = scope != nil && scope === passing
        if isInOrder { passing = nil }
        withUnsafePointer(to: report.state) { state in
            if isInOrder, let action = report.action {
                keeper.didReduce(action, seq: seq, state: state)
            } else {
                keeper.didRestore(state: state, seq: seq)
            }
        }
    }
}
