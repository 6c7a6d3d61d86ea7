internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

/// Answers requests about one store of any types: from its history if possible, otherwise through its adapter.
struct InspectedStore<Adapter: StoreAdapter>: AnyInspectedStore {
    let adapter: Adapter
    let limits: SessionLimits
    private(set) var actions: any ActionForm<Adapter.Action>
    /// How actions were described by these rules.
    private var knownActions = KnownActions<Adapter.Action>()
    /// The redaction rules for the states.
    private(set) var redaction: Redaction
    /// The gate, if the store has one.
    let gate: StoreGate<Adapter>?
    /// The data that the sessions of a server share about the store.
    let sharing = StoreSharing()

    /// Creates an inspected store.
    ///
    /// - Parameter actions: How actions are decoded and encoded; by default, by their type.
    init(adapter: Adapter, limits: SessionLimits, actions: (any ActionForm<Adapter.Action>)? = nil) {
        self.adapter = adapter
        self.limits = limits
        let isExistential = ExistentialName.of(Adapter.Action.self) != nil
        var form: any ActionForm<Adapter.Action> = actions ?? (isExistential ? RegisteredActions([]) : CodableActions())
        form.redaction = adapter.history.redaction.ofActions(
            Adapter.Action.self, states: adapter.stateShape)
        self.actions = form
        redaction = adapter.history.redaction
        gate = adapter.hasGate ? StoreGate(InspectedStore(ungated: adapter, limits: limits, actions: form)) : nil
    }

    /// Creates one that reads a store and never changes it.
    init(recording adapter: Adapter, actions: (any ActionForm<Adapter.Action>)?) {
        let isExistential = ExistentialName.of(Adapter.Action.self) != nil
        self.init(
            ungated: adapter, limits: SessionLimits(),
            actions: actions ?? (isExistential ? RegisteredActions([]) : CodableActions()))
    }

    /// Creates one without the store's gate.
    private init(ungated adapter: Adapter, limits: SessionLimits, actions: any ActionForm<Adapter.Action>) {
        self.adapter = adapter
        self.limits = limits
        self.actions = actions
        redaction = adapter.history.redaction
        gate = nil
        adapter.history.noteDrops { actions.describe($0).label }
    }

    /// A copy with the current redaction rules of the history.
    func hidingAll() -> InspectedStore {
        var engine = self
        engine.redaction = adapter.history.redaction
        engine.actions.redaction = engine.redaction.ofActions(Adapter.Action.self, states: adapter.stateShape)
        engine.knownActions = KnownActions()
        return engine
    }

    var id: String { adapter.id }
    /// The seq of the last transition.
    var seq: Int { adapter.history.seq }
    /// The seq of the state that the log begins with.
    var baseSeq: Int { adapter.history.baseSeq }
    var stateShape: Schema { adapter.stateShape }
    /// The same with `unknown` for what may be shown with other names.
    var certainShape: Schema { adapter.certainShape }

    var description: StoreDescription {
        let history = adapter.history
        return StoreDescription(
            id: adapter.id, name: adapter.name, stateType: adapter.stateTypeName,
            actionType: actions.typeName, kind: adapter.kind, seq: history.seq,
            firstSeq: firstSeq,
            paused: gate.map { $0.isPaused || $0.held(first: 0).count > 0 } ?? false,
            capabilities: .init(
                dispatch: actions.canDecode && adapter.canDispatch, replay: history.isReplaying,
                jump: adapter.canRestore,
                gate: adapter.hasGate, edit: canEdit),
            noReplay: history.isReplaying ? nil : history.replayRefusal, pending: pending, queued: queued,
            replaying: adapter.replay.map(ReplayDescription.init))
    }

    /// Whether parts of the state can be set: it must be `Codable` and replaceable.
    var canEdit: Bool { adapter.canRestore && Adapter.State.self is any Codable.Type && objectInType == nil }

    /// The first part of the state type that decoding would replace with a new instance: an object of the program.
    var objectInType: MutablePart? { MutablePart.first(inType: Adapter.State.self) }

    /// The first seq whose state is available; for an attached client, the current one always is.
    var firstSeq: Int { min(adapter.history.firstSeq, adapter.history.seq) }

    /// A view of the current state, or of one of the log or of a branch.
    func state(at point: Position) async throws -> (seq: Int, node: Node) {
        if case .live = point {
            // An answered request means that the store is attached: its transitions are logged from now on.
            await adapter.history.attached()
            // The current state is the store's own, whether or not the replay is right.
            if let (seq, state) = adapter.history.present() { return (seq, Node(state, redaction: redaction)) }
        }
        let (seq, state) = try await adapter.history.state(at: point)
        return (seq, Node(state, redaction: redaction))
    }

    func changes(
        from: Position, to: Position, at path: Path
    ) async throws -> (from: Int, to: Int, changes: [Change]) {
        try await adapter.history.changes(from: from, to: to, at: path)
    }

    func isChanged(from: Position, to: Position, at path: Path) async throws -> Bool {
        do {
            return try await changes(from: from, to: to, at: path).changes.contains { !$0.isIncomparable }
        } catch let error as HistoryError where error.tree?.code == .noSuchPath {
            return false
        }
    }

    // MARK: Changes

    /// Dispatches an action and returns the outcome.
    ///
    /// - Parameter bytes: Its size if it is held: that of its JSON as sent by a client or as shown.
    func dispatch(
        _ action: Adapter.Action, weighing bytes: @autoclosure () -> Int, origin: Origin, cause: Int? = nil, ifSeq: Int?
    ) async throws -> ActionDispatch.Result {
        try await withoutHidden(action) {
            try await perform(action, weighing: bytes, origin: origin, cause: cause, ifSeq: ifSeq)
        }
    }

    private func perform(
        _ action: Adapter.Action, weighing bytes: () -> Int, origin: Origin, cause: Int?, ifSeq: Int?
    ) async throws -> ActionDispatch.Result {
        // A store whose states are retained or given up must be attached before it changes.
        if !adapter.history.isReplaying || adapter.history.isReplayGivenUp { await adapter.history.attached() }
        try gate?.checkRoom(for: bytes)
        do {
            let performed = try await adapter.perform(action, origin: origin, cause: cause, ifSeq: ifSeq)
            if case .held(let id) = performed { gate?.holds(id, bytes: bytes()) }
            await gate?.tell()
            switch performed {
            case .held(let id):
                return ActionDispatch.Result(seq: seq, changed: false, changes: nil, effects: [], held: id)
            case .unknown:
                return ActionDispatch.Result(
                    seq: seq, changed: nil, changes: nil, incomplete: .unknown, applied: false, effects: [])
            case .reduced(let receipt):
                let changes = try? await adapter.history.changes(ofNew: receipt.seq)
                return await result(
                    action, receipt.seq, changes, receipt.effects, receipt.durationNanos, receipt.rejection)
            }
        } catch let error as StoreError where error.code == .stale {
            throw ProtocolError.stale(ifSeq: ifSeq ?? 0, seq: seq)
        }
    }

    /// Throws if the store is read-only.
    func checkRunning() throws(ProtocolError) {
        if let refusal = adapter.refusal { throw refusal }
    }

    /// Returns what an action would change.
    func dryRun(_ action: Adapter.Action, at point: Position, ifSeq: Int?) async throws -> ActionDispatch.Result {
        let run = try await adapter.history.dryRun(action, at: point)
        if let ifSeq, ifSeq != run.seq { throw ProtocolError.stale(ifSeq: ifSeq, seq: run.seq) }
        return await result(action, run.seq, run.changes, run.effects, nil, run.rejection)
    }

    /// The outcome of setting a state.
    ///
    /// - Parameter seq: The new transition; `nil` if the store does not say which one it is.
    func replacement(_ seq: Int?) async -> StateReplacement {
        guard let seq else {
            return StateReplacement(seq: self.seq, changes: nil, incomplete: .unknown, applied: false)
        }
        var hiding = hiding
        let reported = await reported(try? await adapter.history.changes(of: seq), of: seq, &hiding)
        return StateReplacement(seq: seq, changes: reported.changes, incomplete: reported.incomplete)
    }

    private func result(
        _ action: Adapter.Action, _ seq: Int, _ changes: [Change]?, _ effects: [Adapter.Effect], _ nanos: UInt64?,
        _ rejection: String?
    ) async -> ActionDispatch.Result {
        var error: String?
        if let rejection { error = describe(rejection: rejection, isQuotable: await isQuotable(action)) }
        var hiding = hiding
        let reported = await reported(changes, of: seq, isRejected: rejection != nil, &hiding)
        return ActionDispatch.Result(
            seq: seq, changed: reported.changed, changes: reported.changes, incomplete: reported.incomplete,
            effects: effects.map(describe(effect:)), durationNanos: nanos, error: error)
    }

    /// The reported changes of a transition.
    ///
    /// - Parameters:
    ///   - changes: All changes; `nil` if unknown.
    ///   - seq: The seq of the transition.
    ///   - isRejected: Whether the store rejected the action, and so left its state as it was.
    ///   - hiding: Caches which states have redacted values.
    func reported(
        _ changes: [Change]?, of seq: Int, isRejected: Bool = false, _ hiding: inout Hiding<Adapter.State>
    ) async -> ReportedChanges {
        guard let changes else { return isRejected ? (false, [], nil) : (nil, nil, .unknown) }
        let isChanged = changes.contains { !$0.isIncomparable }
        guard let sendable = sendable(changes) else { return (isChanged ? true : nil, nil, .tooLarge) }
        if isChanged { return (true, sendable, nil) }
        guard changes.isEmpty else { return (nil, sendable, .incomparable) }
        guard !isRejected, await hides(at: seq, &hiding) else { return (false, [], nil) }
        return (nil, [], .hidden)
    }

    /// Changes, if one message can hold them; otherwise `nil`.
    func sendable(_ changes: [Change]?) -> [Change]? {
        changes.flatMap { limits.fit($0) ? $0 : nil }
    }

    // MARK: The log

    func entries(_ seqs: ClosedRange<Int>, changes detail: ChangesDetail) async -> [DetailedEntry] {
        if case .merged(let count) = detail { return await entries(seqs, merging: count) }
        // If the beginning was dropped, the log continues past the requested range.
        var entries = adapter.history.entries(from: seqs.lowerBound, limit: seqs.count)
        if let last = entries.last, last.seq > seqs.upperBound { entries.removeAll { $0.seq > seqs.upperBound } }
        let isShown = { (entry: Entry<Adapter.Action, Adapter.Effect>) in entry.action.map(adapter.isShown) ?? true }
        let shown = entries.allSatisfy(isShown) ? entries : entries.filter(isShown)
        let quotable = await quotable(shown)
        guard detail != .none, let first = entries.first, let last = entries.last else {
            return shown.map { DetailedEntry(entry: logEntry($0, quotable), changes: nil) }
        }
        let changes = try? await adapter.history.changes(ofEach: first.seq...last.seq, stopsAtFirst: detail == .first)
        var hiding = hiding
        var detailed: [DetailedEntry] = []
        for entry in shown {
            let index = entry.seq - first.seq
            let changes = changes.flatMap { index < $0.count ? $0[index] : nil }
            detailed.append(await self.detailed(entry, changes, quotable, &hiding))
        }
        return detailed
    }

    private func detailed(
        _ entry: Entry<Adapter.Action, Adapter.Effect>, _ changes: [Change]?, _ quotable: Set<Int>,
        _ hiding: inout Hiding<Adapter.State>, limits: TreeLimits = ActionFormatter.limits
    ) async -> DetailedEntry {
        var shown = logEntry(entry, quotable, limits: limits)
        shown.note(await reported(changes, of: entry.seq, isRejected: entry.rejection != nil, &hiding))
        return DetailedEntry(entry: shown, changes: changes)
    }

    /// One entry with its changes.
    func entry(_ seq: Int) async throws -> DetailedEntry {
        let entry = try adapter.history.entry(seq)
        let changes = try? await adapter.history.changes(of: seq)
        let quotable = await quotable([entry])
        var hiding = hiding
        return await detailed(entry, changes, quotable, &hiding, limits: limits.tree)
    }

    /// The description of an effect.
    func describe(effect: Adapter.Effect) -> EffectDescription {
        ActionFormatter.describe(effect: effect, actions.redaction)
    }

    /// The description of an entry.
    ///
    /// - Parameters:
    ///   - quotable: The entries whose free text is reported.
    ///   - limits: Larger actions are reported by label only.
    func logEntry(
        _ entry: Entry<Adapter.Action, Adapter.Effect>, _ quotable: Set<Int>,
        limits: TreeLimits = ActionFormatter.limits
    ) -> LogEntry {
        var shown: (value: Value?, label: String)?
        if let action = entry.action {
            var description = knownActions.description(of: action) { actions.describe($0) }
            // The label does not depend on how much of a large action is reported.
            if description.value == nil, limits != ActionFormatter.limits {
                description.value = actions.describe(action, limits: limits).value
            }
            shown = description
        }
        let isQuotable = quotable.contains(entry.seq)
        // An action of a client has no source location in the program.
        let isProgram = entry.origin == .app || entry.origin == .effect
        // For a restore, the history's cause is the restored seq; on the wire, a cause is the seq of an effect only.
        let cause = entry.action == nil ? nil : entry.cause
        return LogEntry(
            seq: entry.seq, time: entry.time, action: shown?.value,
            label: shown?.label ?? changeLabel(entry, isQuotable), origin: entry.origin.rawValue,
            cause: cause,
            afterMicros: cause.flatMap { adapter.history.time(of: $0) }.map { WireInteger.difference(entry.time, $0) },
            effects: entry.effects.isEmpty ? [] : entry.effects.map(describe(effect:)),
            durationNanos: entry.durationNanos, source: isProgram ? entry.source : nil,
            error: entry.rejection.map { describe(rejection: $0, isQuotable: isQuotable) }, editedFrom: entry.editedFrom
        )
    }

    /// The label of an entry without an action.
    private func changeLabel(_ entry: Entry<Adapter.Action, Adapter.Effect>, _ isQuotable: Bool) -> String {
        if let note = entry.note { return describe(note: note, origin: entry.origin, isQuotable: isQuotable) }
        let isNamed = entry.origin == .restore || entry.origin == .edit
        let label = isNamed ? entry.origin.rawValue : LogEntry.changeLabel
        return entry.cause.map { "\(label) of \($0)" } ?? label
    }
}
