extension Store {
    /// Sets the handler that performs effects; until there is one, effects of actions are dropped.
    ///
    /// The first handler gets the initial effects at once; if it is set while a commit is delivered, right after that.
    ///
    /// - Parameter handler: Called for each effect after subscribers were notified, in order, on the thread that
    ///   committed. It may dispatch through its context at once or later, from any thread.
    @inlinable
    public func setEffectHandler(_ handler: @escaping @Sendable (Effect, EffectContext<Action>) -> Void) {
        setRoute(.init(handler: handler, send: sender))
    }

    /// What the initial state asks for, until there is a handler.
    package var initialEffects: [Effect] {
        guard let effects = locked({ _ in backlog.initialEffects }) else { failRead("initialEffects") }
        return effects
    }

    @usableFromInline
    func setRoute(_ route: Backlog<State, Action, Effect>.EffectRoute) {
        let next: NextStep? = locked { core in
            guard backlog.parked == nil else {
                backlog.parked?.route = route
                return .done
            }
            backlog.route = route
            guard !backlog.initialEffects.isEmpty else { return .done }
            let work = Backlog<State, Action, Effect>.Pending(work: .initialEffects)
            guard core.pointee.isDraining else { return begin(work) }
            // Before the actions that wait already.
            backlog.waiting.prepend(work)
            return .done
        }
        switch next {
        case .done: break
        case .drain: drain()
        default: reportReentry("setEffectHandler")
        }
    }

    /// The way into the store for what effects, middleware and thunks dispatch; it does not keep the store alive.
    ///
    /// What an effect asks for that was cancelled is dropped.
    @inlinable var sender: EffectContext<Action>.Send {
        { [weak self] action, requester, source in
            guard let self, requester.life?.enter() ?? true else { return }
            self.submit(action, of: requester, source: source)
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
}
