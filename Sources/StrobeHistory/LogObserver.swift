internal import Strobe
internal import Synchronization

/// The observer that a store calls for every transition: it only appends to the log.
///
/// `isArmed` and `isRetaining` are protected by the store's lock, under which every method is called and every change
/// of them is made.
final class LogObserver<State: Sendable, Action: Sendable, Effect: Sendable>: StoreObserver<State, Action, Effect>,
    @unchecked Sendable
{
    private let log: ActionLog<State, Action, Effect>
    private let retained: RetainedStates<State>
    private let wake: @Sendable () -> Void
    /// Whether the replica sleeps and must be woken by the next entry.
    @exclusivity(unchecked)
    var isArmed = false {
        didSet { isWatched = isArmed || tap != nil }
    }
    /// Called with every entry and the state after it before the dispatch continues, if set.
    @exclusivity(unchecked)
    var tap: (@Sendable (Entry<Action, Effect>, State?) -> Void)? {
        didSet { isWatched = isArmed || tap != nil }
    }
    /// Whether a task waits for the next entry.
    @exclusivity(unchecked)
    private var isWatched = false
    /// The history that it appends to, for others that share the store.
    private let owner = Mutex(Owner())

    private struct Owner: Sendable {
        weak var history: History<State, Action, Effect>?
        var onEnd: (@Sendable () -> Void)?
        var onDrop: (@Sendable ([HeldAction<Action>]) -> Void)?
    }

    /// Whether states have to be kept because they cannot be replayed.
    @exclusivity(unchecked)
    var isRetaining = false {
        didSet { needsState = isRetaining || isAsked }
    }

    /// Whether one state is requested, so that the log can begin there when earlier entries are dropped.
    @exclusivity(unchecked)
    private var isAsked = false
    /// Whether the next state is needed for either reason.
    @exclusivity(unchecked)
    private var needsState = false
    private let answer = Mutex<(seq: Int, state: State)?>(nil)

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
        // First the state, then the entry: a reader that sees the entry finds its state.
        if needsState { keep(state(), seq: info.seq) }
        log.append(action, effects: effects, info: info)
        if isWatched { tell(info.seq, state) }
    }

    override func didReject(_ action: Action, reason: String, info: TransitionInfo, state: () -> State) {
        if needsState { keep(state(), seq: info.seq) }
        log.append(action, rejection: reason, info: info)
        if isWatched { tell(info.seq, state) }
    }

    override func didRestore(_ state: State, note: String?, info: TransitionInfo) {
        if needsState { keep(state, seq: info.seq) }
        log.append(state: state, note: note, info: info)
        if isWatched { tell(info.seq) { state } }
    }

    /// Appends for a writer that may not know its state.
    func append(_ action: Action, effects: [Effect], rejection: String?, info: TransitionInfo, state: State?) {
        if needsState, let state { keep(state, seq: info.seq) }
        if let rejection {
            log.append(action, rejection: rejection, info: info)
        } else {
            log.append(action, effects: effects, info: info)
        }
        if isWatched { tell(info.seq) { state } }
    }

    /// Requests the state after the next transition, once; called between transitions.
    func askForState() {
        isAsked = true
        needsState = true
    }

    /// The requested state, once available; the caller frees it.
    func takeAnswer() -> (seq: Int, state: State)? {
        answer.withLock { $0.take() }
    }

    private func keep(_ state: State, seq: Int) {
        if isRetaining { retained.keep(state, seq: seq) }
        guard isAsked else { return }
        isAsked = false
        needsState = isRetaining
        answer.withLock { $0 = (seq, state) }
    }

    private func tell(_ seq: Int, _ state: () -> State?) {
        if isArmed {
            isArmed = false
            wake()
        }
        if let tap, let entry = log.entry(at: log.count - 1, seq: seq) { tap(entry, state()) }
    }

    // MARK: The history

    /// The history that it appends for, if it exists.
    var history: History<State, Action, Effect>? {
        get { owner.withLock { $0.history } }
        set { owner.withLock { $0.history = newValue } }
    }

    /// Sets a closure to call when the store ends, or another observer replaces this one.
    func onEnd(_ body: (@Sendable () -> Void)?) {
        owner.withLock { $0.onEnd = body }
    }

    /// Sets a closure to call when actions are dropped at the gate.
    func onDrop(_ body: @escaping @Sendable ([HeldAction<Action>]) -> Void) {
        owner.withLock { $0.onDrop = body }
    }

    override func didDrop(_ actions: [HeldAction<Action>]) {
        let onDrop = owner.withLock { $0.onDrop }
        onDrop?(actions)
    }

    override func didUninstall() {
        let onEnd = owner.withLock { $0.onEnd.take() }
        onEnd?()
    }
}
