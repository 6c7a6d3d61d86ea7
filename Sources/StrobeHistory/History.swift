public import Strobe
internal import StrobeSystem
internal import Synchronization

/// The past of a store: every action since it was attached, and any state in between by replay.
///
/// The program's dispatch only appends to the log. States, differences and updates are computed by a replica: the same
/// reducer, run again on a copy of the state, on its own thread. It follows the log while a client is attached.
///
/// Numbers are those of the store: the first state is the one at `firstSeq`, which is 0 for a store that had not
/// reduced anything before the history began, and grows when the oldest part is dropped to stay within the budget.
public final class History<State: Sendable, Action: Sendable, Effect: Sendable>: Sendable {
    /// The number of the state that the log began with.
    let startSeq: Int
    let log: ActionLog<State, Action, Effect>
    let retained: RetainedStates<State>
    let mode: HistoryMode
    /// Whether states and actions may be replayed.
    public let safety: ReplaySafety<State, Action>
    let thread: DebugThread<Replica<State, Action, Effect>>
    let live: LiveStore<State>
    let recorder: LogObserver<State, Action, Effect>
    /// The writer, if the store is foreign.
    let writer: ForeignWriter?
    let followerIDs = Atomic<Int>(0)
    let notes = NoteList()
    /// The number of users of a shared history.
    let users = Mutex(0)

    /// Creates the history of a store, which from now on appends to it.
    ///
    /// The store is not kept alive; the log remains available after it ends.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - options: How much to keep.
    public convenience init(store: Store<State, Action, Effect>, options: HistoryOptions = HistoryOptions()) {
        let parts = Parts(options)
        let (seq, state) = store.install(parts.recorder)
        self.init(
            parts, base: seq, initial: state, reduce: store.reduce, replay: store.reduceAll, machines: store.machines,
            live: LiveStore(store, parts.recorder))
    }

    /// Creates the history of a store that cannot be replayed, which from now on appends to it.
    ///
    /// States are retained while a client is attached. Like every history it does not keep the store alive.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - options: How much to keep.
    package convenience init(
        observing store: some ObservedStore<State, Action>, options: HistoryOptions = HistoryOptions()
    ) where Effect == Never {
        let parts = Parts(options)
        let (seq, state) = store.install(parts.recorder)
        self.init(
            parts, base: seq, initial: state, reduce: nil, live: LiveStore(observing: store, parts.recorder))
    }

    /// Creates the history of a foreign store, which appends by itself.
    ///
    /// - Parameters:
    ///   - initial: The state before the first action.
    ///   - reduce: Its reducer, if it is pure; `nil` if states cannot be replayed and are retained instead.
    ///   - present: The current state, read when a client attaches; if absent, a store that cannot be replayed has no
    ///     state to show before its next action.
    ///   - options: How much to keep.
    public convenience init(
        initial: State, reduce: (@Sendable (inout State, Action) throws -> [Effect])?,
        present: (@Sendable () -> State)? = nil, options: HistoryOptions = HistoryOptions()
    ) {
        let writer = ForeignWriter()
        self.init(
            Parts(options), base: 0, initial: initial, reduce: reduce, live: writer.live(present: present),
            writer: writer)
        if reduce == nil { retained.keep(initial, seq: 0) }
    }

    convenience init(
        pages: LogPages<State, Action, Effect>, base: Int, initial: State, options: HistoryOptions
    ) {
        let source = pages.source
        self.init(
            Parts(options, pages: pages), base: base, initial: initial,
            reduce: { state, action in
                source.apply(action, to: &state)
                return []
            }, live: LiveStore())
    }

    /// The objects shared by store and replica.
    private struct Parts {
        let log: ActionLog<State, Action, Effect>
        let retained: RetainedStates<State>
        let recorder: LogObserver<State, Action, Effect>
        let wakeSignal = WakeSignal()
        let options: HistoryOptions

        init(_ options: HistoryOptions, pages: LogPages<State, Action, Effect>? = nil) {
            self.options = options
            log = ActionLog(pages: pages, budgetBytes: options.budgetBytes)
            retained = RetainedStates(capacity: options.retainedStates)
            recorder = LogObserver(log: log, retained: retained, wake: { [wakeSignal] in wakeSignal.wake() })
        }
    }

    private init(
        _ parts: Parts, base: Int, initial: State, reduce: (@Sendable (inout State, Action) throws -> [Effect])?,
        replay: Replica<State, Action, Effect>.Replay? = nil, machines: [MachinePart<Action>] = [],
        live: LiveStore<State>, writer: ForeignWriter? = nil
    ) {
        startSeq = base
        log = parts.log
        retained = parts.retained
        recorder = parts.recorder
        let safety = ReplaySafety<State, Action>()
        self.safety = safety
        // What the states refer to may change outside them: such a state is never replayed.
        let first = reduce == nil ? nil : safety.detached(initial)
        let refusal = reduce == nil || first != nil ? nil : safety.refusal(of: initial) ?? "the state cannot be copied"
        let mayReplay = safety.refusal == nil
        let reducer = mayReplay ? reduce.map { safety.guarding($0) } : nil
        mode = HistoryMode(
            replaysFrom: reduce != nil && first != nil && parts.options.replays ? base : nil, refusal: refusal,
            redaction: parts.options.redaction)
        self.live = live
        self.writer = writer
        let recorder = parts.recorder
        thread = Self.makeThread(
            wakeSignal: parts.wakeSignal,
            Replica.Source(
                start: base, log: parts.log, retained: parts.retained, reduce: reducer,
                replay: replay.flatMap { safety.guardsEachAction ? nil : $0 } ?? { state, actions, count in
                    guard let reducer else { return }
                    for index in 0..<count { _ = try? reducer(&state, actions[index]) }
                },
                machines: machines, safety: safety, live: live,
                setRetaining: { recorder.isRetaining = $0 },
                arm: { recorder.isArmed = true }, askForState: { recorder.askForState() },
                takeAnswer: { recorder.takeAnswer() }, notes: notes, options: parts.options, mode: mode),
            initial: first ?? initial)
        watchMemory(parts.log)
        recorder.history = self
    }

    /// Makes the debug thread check whether the log exceeds its budget, each time that some of it was written.
    private func watchMemory(_ log: ActionLog<State, Action, Effect>) {
        let isPosted = AtomicFlag()
        let tell: @Sendable () -> Void = { [weak thread] in
            guard isPosted.raise() else { return }
            thread?.post { replica in
                isPosted.lower()
                replica?.tend()
            }
        }
        live.betweenTransitions {
            log.setOnStop(tell)
            // Values that refer to the heap may hold any number of bytes.
            if !_isPOD(Action.self) || !_isPOD(Effect.self) { log.look(after: 16, closesChunk: false) }
        }
    }

    deinit {
        live.uninstall()
        thread.end()
    }

    private static func makeThread(
        wakeSignal: WakeSignal, _ source: Replica<State, Action, Effect>.Source, initial: State
    ) -> DebugThread<Replica<State, Action, Effect>> {
        DebugThread(
            name: "strobe.replica", wakeSignal: wakeSignal,
            make: {
                source.live.refuseThisThread()
                return Replica(source, initial: initial)
            }, examine: { $0.examine() }, prepare: { $0.resumeReplay() }, tick: { $0.tick() })
    }
}
