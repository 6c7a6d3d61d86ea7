internal import Strobe

/// The ways from a shadow to the store that it follows; each does nothing once the store is gone.
struct LiveStore<State: Sendable>: Sendable {
    /// Whether `snapshot` is taken between two transitions for sure.
    var isExact: Bool
    /// Whether the store tells its state at all.
    var tells = true
    /// The present state and its number.
    var snapshot: @Sendable () -> (seq: Int, state: State)?
    /// Runs a closure between two transitions.
    var betweenTransitions: @Sendable (@Sendable () -> Void) -> Void
    /// Tells the store that this thread replays its reducer, so that a reducer which dispatches is found out.
    var refuseThisThread: @Sendable () -> Void
    /// Tells the store that this thread is about to end.
    var acceptThisThread: @Sendable () -> Void = {}
    /// Ends the observation of the store.
    var uninstall: @Sendable () -> Void
    /// Turns the measuring of reducers on or off.
    var setMeasuring: @Sendable (Bool) -> Void
}

extension LiveStore {
    /// The ways to a store that is not there: its log was written down.
    init() {
        self.init(
            isExact: true, snapshot: { nil }, betweenTransitions: { $0() }, refuseThisThread: {}, uninstall: {},
            setMeasuring: { _ in })
    }

    /// The ways to a store of ours.
    init<Action, Effect>(_ store: Store<State, Action, Effect>, _ recorder: Recorder<State, Action, Effect>) {
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

    /// The ways to a store that is never replayed, and that measures its reductions in any case.
    init<Action>(observing store: some ObservedStore<State, Action>, _ recorder: Recorder<State, Action, Never>) {
        self.init(
            isExact: true, snapshot: { [weak store] in store?.snapshot() },
            betweenTransitions: { [weak store] body in
                if let store { store.betweenTransitions(body) } else { body() }
            },
            refuseThisThread: {}, uninstall: { [weak store] in store?.uninstall(recorder) }, setMeasuring: { _ in })
    }
}
