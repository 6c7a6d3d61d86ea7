internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeRecording
internal import StrobeReflection
internal import StrobeTree

/// A store's entries and states as lines of a recording.
struct RecordingText<Adapter: StoreAdapter>: Sendable {
    let engine: InspectedStore<Adapter>
    /// The start of the recording, in microseconds since 1970.
    let startMicros: Int64
    /// The redaction that the recording declares.
    let declared: Redaction

    /// The limits of a line beside its text; readers refuse lines over 64 MiB.
    private static var limits: TreeLimits { TreeLimits(maxNodes: 4_000_000, maxBytes: 16 << 20) }

    /// The redaction of the states.
    var redaction: Redaction { engine.redaction }

    /// A state; `nil` if it is too large for a line.
    func value(of state: Adapter.State?) -> Value? {
        state.flatMap { try? Node($0, redaction: redaction).value(limits: Self.limits) }
    }

    /// The store with its state at a seq.
    func store(seq: Int, _ state: Adapter.State?) -> RecordedStore {
        let description = engine.description
        return RecordedStore(
            id: description.id, name: description.name, kind: description.kind, stateType: description.stateType,
            actionType: description.actionType, seq: seq, state: value(of: state), stateSchema: engine.stateShape,
            actionSchema: engine.actions.schema, declaration: declaration,
            replay: description.capabilities.replay,
            redaction: redaction == declared ? nil : redaction.texts)
    }

    /// What a machine declares.
    private var declaration: Value? {
        engine.adapter.declaration.map { machine in
            RecordedStore.declaration(
                initial: machine.initial, states: machine.states, events: machine.events,
                transitions: machine.transitions.map {
                    GraphTransition(from: $0.from, action: $0.event, to: $0.to, guardName: $0.guardName, count: 0)
                })
        }
    }

    /// - Parameter quotable: The entries whose notes and reasons are written.
    func transition(
        _ entry: Entry<Adapter.Action, Adapter.Effect>, changes: [Change]?, fromSeq: Int?, _ quotable: Set<Int>
    ) -> RecordedTransition {
        let changes = changes.flatMap { fits($0) ? $0 : nil }
        return RecordedTransition(
            engine.logEntry(entry, quotable, limits: Self.limits), store: engine.id, startMicros: startMicros,
            changes: changes,
            fromSeq: changes == nil || fromSeq == entry.seq - 1 ? nil : fromSeq)
    }

    /// A whole state; `nil` if it is too large for a line.
    func keyframe(seq: Int, _ state: Adapter.State, t: Int64) -> RecordedKeyframe? {
        value(of: state).map { RecordedKeyframe(store: engine.id, seq: seq, t: t, state: $0) }
    }

    func note(_ note: LogNote) -> RecordedNote {
        RecordedNote(
            t: note.time - startMicros, text: note.text, store: engine.id, seq: note.afterSeq, cause: note.cause)
    }

    private func fits(_ changes: [Change]) -> Bool {
        var limits = SessionLimits()
        limits.nodes = Self.limits.maxNodes
        limits.answerBytes = Self.limits.maxBytes
        return limits.fit(changes)
    }
}
