internal import Strobe
internal import StrobeHistory
internal import Synchronization

/// The gate of a store of another library.
///
/// A store of this library asks its keeper about one action at a time. Another store may dispatch in between, or apply
/// elsewhere: the keeper is then told to look at the state anew.
extension TargetCore {
    /// Asks whether an action passes.
    ///
    /// - Returns: What to apply it in; `nil` if it is held.
    func arrive(_ action: Action, cause: Int?, _ body: Admission<Action>.Body) -> DispatchScope? {
        let current = currentScope
        let (item, verdict, history) = contents.withLock { contents in
            // What an effect of this action dispatches in its task is another one.
            var scope = DispatchScope(to: self, origin: cause == nil ? .app : .effect, cause: cause)
            _ = scope.admit()
            if let requested = current ?? contents.request(of: action, isArriving: true), requested.admit() {
                scope = requested
            }
            let item = Admission(action, in: scope, body)
            let verdict = contents.arrive(item, isInTurn: current != nil && current === contents.draining)
            if case (.again, .passes) = (body, verdict) { contents.reducing = scope }
            return (item, verdict, contents.history)
        }
        switch verdict {
        case .passes: return item.scope
        case .held(let id): item.tellHeld(id)
        case .refused(let isFirst):
            let error = StoreError.gateFull(item.actionName)
            item.refuse(error)
            if isFirst { history?.note(error.message) }
        }
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
    private func change<Result: Sendable>(_ change: (inout Gate<State, Admission<Action>>) -> Result) -> Result {
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
                    do {
                        try await DispatchScope.$current.withValue(item.scope) { try await dispatch?(item.content) }
                    } catch {
                        let history = contents.withLock { $0.history }
                        history?.note("\(item.actionName), which was held, was not dispatched: \(error)")
                    }
                    pass(item.scope)
                    drain()
                }
                return
            }
        }
    }

    /// The next held action that may go; without one, the draining ends.
    private func next() -> Admission<Action>? {
        let (item, waiting, _) = contents.withLock { contents in
            if contents.hasArrivals {
                contents.hasArrivals = false
                contents.gate.recheck()
            }
            let item = contents.next()
            contents.draining = item?.scope
            contents.isDraining = item != nil
            isGateUsed.store(item != nil || !contents.gate.isOpen, ordering: .releasing)
            guard item == nil else { return (item, [CheckedContinuation<Void, Never>](), State?.none) }
            defer { contents.waiting = [] }
            return (nil, contents.waiting, contents.releaseState())
        }
        for waiting in waiting { waiting.resume() }
        return item
    }
}

extension TargetCore: GatedStore {
    func setGateKeeper(_ keeper: (any GateKeeper<State, Action>)?) {
        if keeper != nil { keepState() }
        // The old one ends without the lock.
        _ = change { $0.setKeeper(keeper) }
    }

    func held(first count: Int) -> [HeldAction<Action>] { contents.withLock { $0.gate.first(count) } }
    var heldCount: Int { contents.withLock { $0.gate.count } }
    func release(_ count: Int) { change { $0.release(count) } }
    func recheckHeld() { change { $0.recheck() } }

    func dropHeld(_ ids: Set<Int>) -> [Int] {
        let dropped = change { $0.drop(ids) }
        guard !dropped.isEmpty else { return [] }
        // First the log: a caller that learns that an action was dropped finds that there.
        contents.withLock { $0.history }?.append(dropped: dropped.compactMap(\.action))
        for (_, item, _) in dropped { item.refuse(.dropped(item.actionName)) }
        return dropped.map(\.id)
    }

    func replaceHeld(_ id: Int, with action: Action, from words: String?) -> Bool {
        // The old one ends without the lock.
        change { $0.replace(id, with: action, from: words) } != nil
    }

    func settled() async {
        await withCheckedContinuation { reader in
            let isDraining = contents.withLock { contents in
                if contents.isDraining { contents.waiting.append(reader) }
                return contents.isDraining
            }
            if !isDraining { reader.resume() }
        }
    }
}

extension TargetCore.Contents {
    private var seq: Int { history?.seq ?? 0 }

    /// Asks the keeper about an action, or holds it behind others.
    ///
    /// - Parameter isInTurn: Whether it is dispatched by one that is just let go.
    fileprivate mutating func arrive(
        _ item: Admission<Action>, isInTurn: Bool
    ) -> Gate<State, Admission<Action>>.Verdict {
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
    fileprivate mutating func next() -> Admission<Action>? {
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
