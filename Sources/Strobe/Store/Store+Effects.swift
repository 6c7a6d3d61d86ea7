extension Store {
    /// Sets the handler that performs effects on the thread that committed, before the next action is reduced.
    ///
    /// It gets the initial effects at once; if it is set while a commit is delivered, right after that. A handler that
    /// takes its time delays the store: `setEffectHandler` runs each effect in a task of its own.
    ///
    /// A store has one handler for all effects, and may have others for parts of them; a second one is reported and ignored.
    ///
    /// - Parameter handler: Called for each effect after subscribers were notified, in order. It may dispatch through its
    ///   context at once or later, from any thread.
    public func setInlineEffectHandler(_ handler: @escaping @Sendable (Effect, EffectContext<Action>) -> Void) {
        set(isInline: true) { effect, context in
            handler(effect, context)
            return true
        }
    }

    /// The effects of the initial state, until there is a handler.
    package var initialEffects: [Effect] {
        guard let effects = locked({ _ in backlog.initialEffects }) else { failRead("initialEffects") }
        return effects
    }

    /// Takes the initial effects out, which belong to no part; called under the lock.
    @usableFromInline
    func takeInitialEffects() -> [Effect] {
        (backlog.presences, backlog.initialHandlers) = ([], backlog.handlers.count)
        defer { backlog.initialEffects = [] }
        return backlog.initialEffects
    }

    /// Takes a handler in.
    ///
    /// - Parameters:
    ///   - isPart: Whether it is for a part of the effects.
    ///   - isInline: Whether it performs them itself, rather than in tasks.
    func set(
        isPart: Bool = false, isInline: Bool = false, handler: @escaping EffectHandlers<Action, Effect>.Handler
    ) {
        let next: NextStep?? = locked { core in
            guard isPart || backlog.handlers.whole == nil else { return nil }
            if isPart {
                backlog.handlers.parts.append(handler)
            } else {
                (backlog.handlers.whole, backlog.handlers.isInline) = (handler, isInline)
            }
            guard makeRoute() else { return .done }
            guard !backlog.initialEffects.isEmpty else { return .done }
            let work = Backlog<State, Action, Effect>.Pending(work: .initialEffects)
            guard core.pointee.isDraining else { return begin(work) }
            // Before the actions that wait already.
            backlog.waiting.prepend(work)
            return .done
        }
        switch next {
        case .some(.some(.done)): break
        case .some(.some(.drain)): drain()
        case .some(.none): report(.handlerIsSet)
        default: reportReentry("setEffectHandler")
        }
    }

    /// Makes the way of effects to their handlers anew; called under the lock.
    ///
    /// - Returns: Whether effects go that way now, and not only after a replay.
    @discardableResult
    func makeRoute() -> Bool {
        let route = Backlog<State, Action, Effect>.EffectRoute(
            handler: backlog.handlers.combined(for: backlog.runner.instruments), send: sender)
        guard backlog.parked == nil else {
            backlog.parked?.route = route
            return false
        }
        backlog.route = route
        return true
    }

    /// Whether an effect without a handler is a fault; not where a test expects effects.
    package func setReportsUnhandledEffects(_ isOn: Bool) {
        _ = locked { _ in backlog.reportsUnhandled = isOn }
    }

    /// Prepares a report, the first time that effects have no handler; called under the lock by the thread that drains, or
    /// is about to.
    ///
    /// - Returns: Whether there is something to report.
    @inlinable
    func notesUnhandled(_ effects: [Effect]) -> Bool {
        guard backlog.route == nil, backlog.reportsUnhandled, !backlog.replay.isQuiet else { return false }
        noteUnhandled(effects)
        return true
    }

    @usableFromInline
    func noteUnhandled(_ effects: [Effect]) {
        backlog.reportsUnhandled = false
        let (error, report) = (StoreError.unhandled(effects), backlog.faultHandler)
        backlog.addEpilogue { report(error) }
    }

    /// Reports, the first time, an effect that no handler takes; an initial one waits for its handler instead.
    ///
    /// Called without the lock by the thread that drains.
    @usableFromInline
    func keepOrReport(unhandled effect: Effect, seq: Int) {
        let isFirst = locked { _ in
            if seq == 0 {
                guard backlog.parked == nil else { return false }
                backlog.initialEffects.append(effect)
                // A handler that was set meanwhile has not seen it.
                if backlog.handlers.count > backlog.initialHandlers {
                    backlog.waiting.prepend(.init(work: .initialEffects))
                }
                return false
            }
            defer { backlog.reportsUnhandled = false }
            return backlog.reportsUnhandled
        }
        if isFirst == true { report(.unhandled([effect])) }
    }

    /// The way into the store for what effects, middleware and thunks dispatch; it does not keep the store alive.
    ///
    /// What an effect asks for that was cancelled is dropped.
    @inlinable var sender: EffectContext<Action>.Send {
        EffectContext.Send(backlog.dependencies) { [weak self] errand, requester, source in
            guard let self else { return }
            switch errand {
            case .action(let action):
                if requester.life?.enter() ?? true { submit(action, of: requester, source: source) }
            case .work(let name, let schedule, let operation):
                if requester.life?.isOn ?? true { run(name, schedule, of: requester, operation) }
            }
        }
    }

    /// Dispatches an action on behalf of an effect or the like, whose life, if it has one, was entered.
    ///
    /// Does nothing while effects are not performed: whatever asks began before the replay.
    @inlinable
    func submit(_ action: Action, of requester: Requester, source: CallSite?) {
        guard !backlog.replay.isQuiet else {
            requester.life?.leave()
            return
        }
        submit(
            .init(
                work: .action(action), origin: .effect, cause: requester.cause, source: source, life: requester.life,
                link: requester.link))
    }

    /// Runs some work as an effect.
    @usableFromInline
    func run(
        _ name: EffectID, _ schedule: EffectSchedule, of requester: Requester,
        _ operation: @escaping @Sendable (EffectLife) async -> Void
    ) {
        guard !backlog.replay.isQuiet else { return }
        backlog.runner.run(
            name: name, schedule: schedule, effect: nil, cause: requester.cause, with: dependencies,
            bind: requester.bind, operation: operation)
    }

    /// The dependencies of effect handlers, middleware and thunks; a new value applies to work that begins from then
    /// on.
    public var dependencies: Dependencies {
        get { backlog.dependencies.current }
        set { backlog.dependencies.current = newValue }
    }
}
