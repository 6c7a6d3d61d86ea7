public import Strobe
internal import Synchronization

/// The past of a store: every action since it was attached, and any state in between by replay.
///
/// The program's dispatch only appends to the log. States, differences and updates are worked out by a shadow: the same
/// reducer, run again on a copy of the state, on a thread of its own. It follows the log while somebody is attached.
///
/// Numbers are those of the store: the first state is the one at `firstSeq`, which is 0 for a store that had not reduced
/// anything before the history began.
public final class History<State: Sendable, Action: Sendable, Effect: Sendable>: Sendable {
    /// The number of the state that the log begins with.
    public let baseSeq: Int
    let log: ActionLog<State, Action, Effect>
    let retained: RetainedStates<State>
    let mode: HistoryMode
    let thread: DebugThread<Shadow<State, Action, Effect>>
    let live: LiveStore<State>
    let recorder: Recorder<State, Action, Effect>
    /// Who appends, if it is not a store of ours.
    let writer: ForeignWriter?
    let followerIDs = Atomic<Int>(0)

    /// Makes the history of a store, which from now on appends to it.
    ///
    /// The store keeps no more than one observer: an earlier history of it gets no more entries. The store is not kept
    /// alive; what was logged can be asked for after its end.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - options: How much to keep.
    public init(store: Store<State, Action, Effect>, options: HistoryOptions = HistoryOptions()) {
        let bell = Bell()
        log = ActionLog()
        retained = RetainedStates(capacity: options.retainedStates)
        mode = HistoryMode(replays: true)
        let recorder = Recorder(log: log, retained: retained, wake: { bell.ring() })
        self.recorder = recorder
        writer = nil
        let (seq, state) = store.install(recorder)
        baseSeq = seq
        live = LiveStore<State>(
            isExact: true, snapshot: { [weak store] in store?.snapshot() },
            betweenTransitions: { [weak store] body in
                if let store { store.withState { _ in body() } } else { body() }
            },
            refuseThisThread: { [weak store] in store?.refuseDispatchesOfThisThread() },
            uninstall: { [weak store] in store?.uninstall(recorder) },
            setMeasuring: { [weak store] in store?.setMeasuring($0) })
        thread = Self.makeThread(
            bell: bell,
            Shadow.Source(
                base: seq, initial: state, log: log, retained: retained, reduce: store.reduce,
                rejection: store.rejection, live: live,
                setRetaining: { recorder.isRetaining = $0 }, arm: { recorder.isArmed = true }, options: options,
                mode: mode))
    }

    /// Makes the history of a store of another make, which appends by itself.
    ///
    /// - Parameters:
    ///   - initial: The state before the first action.
    ///   - reduce: Its reducer, if it is pure; `nil` when states cannot be replayed and are retained instead.
    ///   - present: The present state, asked for when somebody attaches; without it a store that cannot be replayed has
    ///     no state to show before its next action.
    ///   - options: How much to keep.
    public init(
        initial: State, reduce: (@Sendable (inout State, Action) -> [Effect])?,
        present: (@Sendable () -> State)? = nil, options: HistoryOptions = HistoryOptions()
    ) {
        let bell = Bell()
        log = ActionLog()
        retained = RetainedStates(capacity: options.retainedStates)
        mode = HistoryMode(replays: reduce != nil)
        let recorder = Recorder(log: log, retained: retained, wake: { bell.ring() })
        self.recorder = recorder
        baseSeq = 0
        let writer = ForeignWriter()
        self.writer = writer
        live = writer.live(present: present)
        thread = Self.makeThread(
            bell: bell,
            Shadow.Source(
                base: 0, initial: initial, log: log, retained: retained, reduce: reduce,
                rejection: nil, live: live, setRetaining: { recorder.isRetaining = $0 },
                arm: { recorder.isArmed = true }, options: options, mode: mode))
        if reduce == nil { retained.keep(initial, seq: 0) }
    }

    deinit {
        live.uninstall()
        thread.end()
    }

    private static func makeThread(
        bell: Bell, _ source: Shadow<State, Action, Effect>.Source
    ) -> DebugThread<Shadow<State, Action, Effect>> {
        DebugThread(
            name: "strobe.shadow", bell: bell,
            make: {
                source.live.refuseThisThread()
                return Shadow(source)
            }, tick: { $0.tick() })
    }
}
