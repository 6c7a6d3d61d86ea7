internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree
internal import Synchronization

/// The gate of one store: runs clients' requests one after the other, and notifies clients.
///
/// The engine is installed in the store only while the gate is paused or there are breakpoints. Every use names its
/// session: the gate opens when the last session is gone.
actor StoreGate<Adapter: StoreAdapter> {
    /// The maximum number of breakpoints of a store.
    private static var breakpointLimit: Int { 256 }
    /// The maximum number of held actions described in a status.
    private static var described: Int { 100 }

    nonisolated let engine: InspectedStore<Adapter>
    nonisolated let keeper: BreakpointEngine<Adapter.State, Adapter.Action>
    private let signals: AsyncStream<Void>
    private nonisolated let signal: AsyncStream<Void>.Continuation
    private var pump: Task<Void, Never>?
    /// The connected sessions that have used it.
    private var users: Set<String> = []
    private var listeners: [ObjectIdentifier: GateListener] = [:]
    private var lastBreakpoint = 0
    /// The last described stop.
    private var described: (version: Int, stop: GateStop)?

    /// Creates an open gate.
    ///
    /// - Parameter engine: The store.
    init(_ engine: InspectedStore<Adapter>) {
        self.engine = engine
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.signals = signals
        self.signal = signal
        let (history, actions) = (engine.adapter.history, engine.actions)
        keeper = BreakpointEngine(
            reduce: engine.adapter.reduce, isReplaying: { history.isReplaying }, seq: { history.seq },
            describe: { actions.describe($0) }, reason: engine.reason, signal: { signal.yield() })
    }

    deinit {
        pump?.cancel()
        signal.finish()
    }

    private nonisolated var adapter: Adapter { engine.adapter }
    private nonisolated let heldForClients = HeldForClients()
    /// Whether a client ever used the gate, or had an action held.
    private nonisolated let isUsed = Atomic(false)

    // MARK: Status

    /// Whether actions are held.
    nonisolated var isPaused: Bool { keeper.status.isPaused }
    nonisolated var breakpoints: [BreakpointDescription] { keeper.descriptions }

    /// The held actions: the first ones, and their number.
    ///
    /// A store whose gate was never used is not queried: that would wait for the running reducer, and a client must be
    /// able to attach to a program that hangs in one.
    nonisolated func held(first count: Int) -> (actions: [HeldDescription], count: Int) {
        guard isUsed.load(ordering: .acquiring), let store = adapter.gated else { return ([], 0) }
        return (store.held(first: count).map(describe), store.heldCount)
    }

    /// Checks whether a client's action may be held, if necessary.
    ///
    /// - Parameter bytes: Its size in memory; computed only if actions are held.
    /// - Throws: `tooLarge`.
    nonisolated func checkRoom(for bytes: () -> Int) throws(ProtocolError) {
        guard let store = adapter.gated, store.heldCount > 0 else { return }
        try heldForClients.checkRoom(for: bytes(), first: store.held(first: 1).first?.id, store: adapter.id)
    }

    /// Notes an action held for a client.
    nonisolated func holds(_ id: Int, bytes: Int) {
        isUsed.store(true, ordering: .releasing)
        heldForClients.add(id, bytes: bytes)
    }

    func status() async -> GateDescription {
        await forgetWhatIsGone()
        let status = keeper.status
        var stop: GateStop?
        if let present = status.stop { stop = await describe(present) }
        let held = held(first: Self.described)
        return GateDescription(
            seq: adapter.history.seq, paused: status.isPaused, credit: status.credit > 0 ? status.credit : nil,
            stopped: stop, held: held.actions, count: held.count, breakpoints: status.breakpoints)
    }

    // MARK: The gate

    func pause(by session: any SessionIdentity) async throws(ProtocolError) -> GateDescription {
        try use(by: session)
        keeper.pause()
        await settle()
        return await reported()
    }

    func resume(by session: any SessionIdentity) async throws(ProtocolError) -> GateDescription {
        try use(by: session)
        let wasPaused = keeper.status.isPaused
        keeper.resume()
        await settle()
        if wasPaused { tellResumed(.request) }
        return await reported()
    }

    func step(_ count: Int, by session: any SessionIdentity) async throws(ProtocolError) -> GateDescription {
        try use(by: session)
        keeper.step(count)
        await settle()
        return await reported()
    }

    /// Drops held actions by id; if no ids are given, the first one, or all.
    func drop(_ ids: [Int]?, all: Bool, by session: any SessionIdentity) async throws(ProtocolError) -> GateDrop.Result
    {
        let store = try use(by: session)
        let dropped = store.dropHeld(Set(ids ?? store.held(first: all ? .max : 1).map(\.id)))
        keeper.dropped(dropped)
        heldForClients.remove(dropped)
        // Before the next waiting actions are released.
        await adapter.history.waitForDropNotes()
        await settle()
        return GateDrop.Result(dropped: dropped, status: await reported())
    }

    func edit(_ id: Int?, _ action: Value, by session: any SessionIdentity) async throws(ProtocolError)
        -> GateEdit.Result
    {
        let store = try use(by: session)
        let bytes = Footprint.bytes(of: action)
        let action = try engine.read(action)
        let first = store.held(first: 1).first?.id
        guard let id = id ?? first else {
            throw ProtocolError(
                .invalidParams, "The gate of \(adapter.id) holds no action to edit.",
                data: ["path": "/id", "expected": "a held action"])
        }
        try heldForClients.checkRoom(for: bytes, first: first, inPlaceOf: id, store: adapter.id)
        let old = store.held(first: .max).first { $0.id == id }
        guard store.replaceHeld(id, with: action, from: old.map { engine.actions.describe($0.action).label }) else {
            throw ProtocolError(
                .invalidParams, "The gate of \(adapter.id) holds no action \(id): gate/status lists them.",
                data: ["path": "/id", "expected": "the id of a held action"])
        }
        heldForClients.add(id, bytes: bytes)
        keeper.edited(id, action)
        return GateEdit.Result(id: id, status: await reported())
    }

    // MARK: Breakpoints

    /// Sets or changes a breakpoint, with its condition checked against the shapes of the store.
    func set(
        _ message: BreakpointSet, _ rule: BreakpointRule, by session: any SessionIdentity
    ) async throws(ProtocolError) -> BreakpointDescription {
        try use(by: session)
        var rule = rule
        if let id = message.id {
            guard let present = keeper.rule(of: id) else {
                throw ProtocolError(
                    .invalidParams, "The store \(adapter.id) has no breakpoint \(id): breakpoint/list lists them.",
                    data: ["path": "/id", "expected": "the id of a breakpoint"])
            }
            rule = present.changed(by: message, to: rule)
        }
        guard rule.condition?.needsError != true || adapter.reduce != nil else {
            throw ProtocolError(
                .invalidParams,
                "The reducer of \(adapter.id) cannot be run on a copy, so rejections are not known beforehand: remove `error`.",
                data: ["path": "/condition", "expected": "a condition without error"])
        }
        let count = keeper.status.breakpoints
        guard message.id != nil || count < Self.breakpointLimit else {
            throw ProtocolError.tooLarge(
                "breakpoints", count: count + 1, limit: Self.breakpointLimit, advice: "Remove one first.")
        }
        if message.id == nil { lastBreakpoint += 1 }
        let breakpoint = Breakpoint<Adapter.State, Adapter.Action>(
            id: message.id ?? lastBreakpoint, rule: rule, redaction: engine.redaction)
        keeper.set(breakpoint)
        let description = breakpoint.description
        await settle()
        return description
    }

    func remove(_ id: Int?, by session: any SessionIdentity) async throws(ProtocolError) -> [Int] {
        try use(by: session)
        let removed = keeper.remove(id)
        await settle()
        return removed
    }

    // MARK: Lifetime

    /// Removes a session that has ended.
    func leave(_ session: any SessionIdentity) async {
        guard users.remove(session.id) != nil, users.isEmpty else { return }
        let status = keeper.status
        let heldSome = (adapter.gated?.heldCount ?? 0) > 0
        guard status.isPaused || status.breakpoints > 0 || heldSome else { return }
        _ = keeper.remove(nil)
        keeper.resume()
        // The note first: the released actions come after it.
        if status.isPaused || heldSome {
            adapter.history.note("the gate opened: the last controlling client left")
        }
        await settle()
        tellResumed(.controllerLeft)
        await tell()
    }

    /// Stops holding actions permanently.
    nonisolated func end() {
        keeper.end()
        adapter.gated?.setGateKeeper(nil)
        signal.finish()
    }

    /// Records that a session uses the gate.
    ///
    /// - Returns: The store.
    @discardableResult
    private func use(
        by session: any SessionIdentity
    ) throws(ProtocolError) -> any GatedStore<Adapter.State, Adapter.Action> {
        guard let store = adapter.gated else { throw ProtocolError.ended(adapter.id) }
        // Checked on the actor, which also serialises leaving: a session that has left must not pause anything.
        guard !session.hasLeft else { throw ProtocolError.cancelled }
        users.insert(session.id)
        isUsed.store(true, ordering: .releasing)
        if pump == nil {
            pump = Task(executorPreference: RequestExecutor()) { [weak self, signals] in
                for await _ in signals { await self?.tell() }
            }
        }
        return store
    }

    /// Lets the store re-examine what it holds, with the engine installed if needed.
    private func settle() async {
        guard let store = adapter.gated else { return }
        if keeper.status.isUsed {
            store.setGateKeeper(keeper)
            store.recheckHeld()
        } else {
            store.setGateKeeper(nil)
        }
        await store.settled()
    }

    /// Continues with the next action if the pending one was withdrawn by its dispatcher.
    private func forgetWhatIsGone() async {
        guard let pending = keeper.status.stop?.pending, let store = adapter.gated,
            store.held(first: 1).first?.id != pending.id
        else { return }
        keeper.dropped([pending.id])
        await settle()
    }

    // MARK: Reporting

    /// Adds a listener, which is notified from now on.
    func add(_ listener: GateListener) {
        if !listener.hasEnded { listeners[ObjectIdentifier(listener)] = listener }
    }

    func remove(_ listener: GateListener) {
        listeners.removeValue(forKey: ObjectIdentifier(listener))
    }

    /// Waits until everything that happened so far is in the outboxes.
    func tell() async {
        let news = keeper.takeNews()
        for listener in listeners.values {
            listener.tell(news.lines)
            if let lost = news.lost { listener.skip(lost) }
        }
        guard let stop = news.stop else { return }
        let description = await describe(stop)
        guard keeper.isToBeReported(stop.version) else { return }
        let count = adapter.gated?.heldCount ?? 0
        for listener in listeners.values { listener.tell(description, seq: stop.seq, count: count) }
    }

    private func tellResumed(_ reason: GateResumed.Reason) {
        let seq = adapter.history.seq
        for listener in listeners.values { listener.tellResumed(reason, seq: seq) }
    }

    /// The status of the gate, after clients were notified of it.
    private func reported() async -> GateDescription {
        await tell()
        return await status()
    }

    // MARK: Describing

    private nonisolated func describe(_ held: HeldAction<Adapter.Action>) -> HeldDescription {
        let (value, label) = engine.actions.describe(held.action)
        // An action of a client has no source location in the program.
        let isProgram = held.origin == .app || held.origin == .effect
        return HeldDescription(
            id: held.id, action: ActionFormatter.ifShort(value), label: label,
            origin: held.origin.rawValue, cause: held.cause.flatMap { $0 > 0 ? $0 : nil },
            since: Int64(clamping: held.sinceNanos / 1_000), source: isProgram ? held.source?.description : nil)
    }

    private func describe(_ stop: BreakpointEngine<Adapter.State, Adapter.Action>.Stop) async -> GateStop {
        if let described, described.version == stop.version { return described.stop }
        var description = GateStop(reason: .pause, phase: stop.pending == nil || stop.isAfter ? .after : .before)
        switch stop.reason {
        case .pause: break
        case .step: description.reason = .step
        case .breakpoint(let id): (description.reason, description.breakpoint) = (.breakpoint, id)
        }
        if let pending = stop.pending {
            let held = adapter.gated?.held(first: 1).first { $0.id == pending.id }
            description.pending = held.map(describe)
        }
        if let entry = stop.entry {
            let detailed = try? await engine.entry(entry)
            description.entry = detailed?.entry
            if description.phase == .after { description.changes = engine.sendable(detailed?.changes) }
        }
        if description.phase == .before, let pending = stop.pending,
            let run = try? await adapter.history.dryRun(pending.action, at: stop.seq)
        {
            description.changes = engine.sendable(run.changes)
            description.effects = run.effects.map(engine.describe(effect:))
            if let rejection = run.rejection {
                description.error = engine.describe(
                    rejection: rejection, isQuotable: await engine.isQuotable(pending.action))
            }
        }
        described = (stop.version, description)
        return description
    }
}
