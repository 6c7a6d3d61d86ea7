internal import Strobe

/// What a store calls for every transition: it appends to the log and does nothing else.
///
/// `isArmed` and `isRetaining` are protected by the store's lock, under which every method is called and every change of
/// them is made.
final class Recorder<State: Sendable, Action: Sendable, Effect: Sendable>: StoreObserver<State, Action, Effect>,
    @unchecked Sendable
{
    private let log: ActionLog<State, Action, Effect>
    private let retained: RetainedStates<State>
    private let wake: @Sendable () -> Void
    /// Whether the shadow sleeps and has to be woken by the next entry.
    @exclusivity(unchecked)
    var isArmed = false
    /// Whether states have to be kept because they cannot be replayed.
    @exclusivity(unchecked)
    var isRetaining = false

    init(
        log: ActionLog<State, Action, Effect>, retained: RetainedStates<State>, wake: @escaping @Sendable () -> Void
    ) {
        self.log = log
        self.retained = retained
        self.wake = wake
    }

    override func didReduce(
        _ action: Action, effects: [Effect], info: TransitionInfo, state: () -> State
    ) {
        // First the state, then the entry: whoever sees the entry finds its state.
        if isRetaining { retained.keep(state(), seq: info.seq) }
        log.append(action, effects: effects, info: info)
        if isArmed { ring() }
    }

    override func didReject(_ action: Action, reason: String, info: TransitionInfo, state: () -> State) {
        if isRetaining { retained.keep(state(), seq: info.seq) }
        log.append(action, rejection: reason, info: info)
        if isArmed { ring() }
    }

    override func didRestore(_ state: State, note: String?, info: TransitionInfo) {
        if isRetaining { retained.keep(state, seq: info.seq) }
        log.append(state: state, note: note, info: info)
        if isArmed { ring() }
    }

    /// Appends for a writer that may not know its state.
    func append(_ action: Action, effects: [Effect], info: TransitionInfo, state: State?) {
        if isRetaining, let state { retained.keep(state, seq: info.seq) }
        log.append(action, effects: effects, info: info)
        if isArmed { ring() }
    }

    private func ring() {
        isArmed = false
        wake()
    }
}
