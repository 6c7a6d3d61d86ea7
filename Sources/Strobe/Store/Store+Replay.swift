extension Store: ReplayableStore {
    /// Whether recorded actions are being dispatched, and how effects are treated meanwhile.
    public var replay: ReplayMode { backlog.replay }

    /// Begins a replay, replacing any other.
    ///
    /// Unless effects are performed as usual, those that run or wait are cancelled, and the initial ones are dropped. A handler and middleware that are
    /// set meanwhile are in force from the end of the replay on.
    package func beginReplay(_ info: ReplayInfo) {
        setReplay(info)
    }

    /// Ends a replay: effects are performed and middleware is called again from now on.
    package func endReplay() {
        setReplay(nil)
    }

    private func setReplay(_ info: ReplayInfo?) {
        let isQuiet = info?.isQuiet ?? false
        // Handler and middleware are taken out while they are not to be called, so that a dispatch need not ask.
        let done: Void? = locked { core in
            backlog.replay.set(info)
            if isQuiet, backlog.parked == nil {
                backlog.parked = .init(route: backlog.route, middleware: backlog.middleware)
                backlog.initialEffects = []
                (backlog.route, backlog.middleware) = (nil, [])
            } else if !isQuiet, let parked = backlog.parked {
                (backlog.route, backlog.middleware) = (parked.route, parked.middleware)
                backlog.parked = nil
                backlog.observer?.didEndReplay(core.pointee.state)
            }
            core.pointee.hasMiddleware = !backlog.middleware.isEmpty
            core.pointee.updateInstrumented()
        }
        guard done != nil else {
            reportReentry(info == nil ? "endReplay" : "beginReplay")
            return
        }
        if isQuiet { backlog.runner.cancelAll() }
    }
}

extension Backlog {
    /// Not called while effects are not performed.
    @usableFromInline
    struct Parked {
        var route: EffectRoute?
        var middleware: [MiddlewareEntry<State, Action>]
    }
}
