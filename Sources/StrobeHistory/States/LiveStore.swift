/// The ways from a replica to the store that it follows; each does nothing once the store is gone.
struct LiveStore<State: Sendable>: Sendable {
    /// Whether `snapshot` is taken between two transitions for sure.
    var isExact: Bool
    /// Whether the store reports its state at all.
    var reportsState = true
    /// The current state and its number.
    var snapshot: @Sendable () -> (seq: Int, state: State)?
    /// Runs a closure between two transitions.
    var betweenTransitions: @Sendable (@Sendable () -> Void) -> Void
    /// Reports to the store that this thread replays its reducer, so that a reducer which dispatches is detected.
    var refuseThisThread: @Sendable () -> Void
    /// Reports to the store that this thread is about to end.
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
}
