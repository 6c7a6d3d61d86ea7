internal import Strobe

extension LiveStore {
    /// Access to a store of this library.
    init<Action, Effect>(_ store: Store<State, Action, Effect>, _ recorder: LogObserver<State, Action, Effect>) {
        self.init(
            isExact: true, snapshot: { [weak store] in store?.snapshot() },
            betweenTransitions: { [weak store] body in
                if let store { store.withState { _ in body() } } else { body() }
            },
            refuseThisThread: { [weak store] in store?.refuseDispatchesOfThisThread() },
            acceptThisThread: { [weak store] in store?.acceptDispatchesOfThisThread() },
            uninstall: { [weak store] in store?.uninstall(recorder) },
            setMeasuring: { [weak store] in store?.setMeasuring($0) })
    }

    /// Access to a store that is never replayed, and always measures its reductions.
    init<Action>(observing store: some ObservedStore<State, Action>, _ recorder: LogObserver<State, Action, Never>) {
        self.init(
            isExact: true, snapshot: { [weak store] in store?.snapshot() },
            betweenTransitions: { [weak store] body in
                if let store { store.betweenTransitions(body) } else { body() }
            },
            refuseThisThread: {}, uninstall: { [weak store] in store?.uninstall(recorder) }, setMeasuring: { _ in })
    }
}
