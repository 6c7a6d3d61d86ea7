internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeRecording
internal import StrobeReflection
internal import StrobeTree
internal import Synchronization

/// The log of one store of a recording, read as needed.
final class RecordingLog: RecordedLog {
    typealias State = RecordedState
    typealias Action = RecordedAction
    typealias Effect = EffectDescription

    let reader: RecordingReader
    /// The id of the store, unique among the opened recordings.
    let id: String
    let store: RecordedStore
    let shape: TreeShape
    let baseSeq: Int
    private let startMicros: Int64
    private let lastSeq: Atomic<Int>
    private let remarks: RecordingRemarks

    init(_ store: RecordingReader.Store, of reader: RecordingReader) {
        self.reader = reader
        id = store.id
        self.store = store.description
        shape = TreeShape(store.description.stateSchema, typeName: store.description.stateType)
        baseSeq = min(store.description.seq, store.firstSeq)
        startMicros = store.startMicros
        lastSeq = Atomic(max(store.lastSeq, baseSeq))
        remarks = RecordingRemarks(reader, of: store)
    }

    var seq: Int { lastSeq.load(ordering: .acquiring) }

    /// Adds what was appended.
    func grow(to seq: Int) {
        remarks.forget()
        if seq > self.seq { lastSeq.store(seq, ordering: .releasing) }
    }

    /// Notes that were added, with their positions in this log.
    func placed(_ notes: [RecordedNote]) -> [LogNote] {
        notes.filter { $0.store == nil || $0.store == id }.map { remarks.note($0, after: $0.seq ?? seq) }
    }

    // MARK: Entries

    func entries(_ seqs: ClosedRange<Int>) -> [Entry<RecordedAction, EffectDescription>] {
        var found = transitions(seqs).makeIterator()
        var next = found.next()
        var time = startMicros
        return seqs.map { seq in
            while let present = next, present.seq < seq { next = found.next() }
            guard let present = next, present.seq == seq else {
                return Entry(
                    recorded: RecordedAction(seq: seq, loss: remarks.loss(of: seq)), seq: seq, time: time, origin: .app)
            }
            time = WireInteger.sum(startMicros, present.t)
            return Entry(
                recorded: RecordedAction(present), seq: seq, time: time,
                origin: Origin(rawValue: present.origin) ?? .app,
                cause: present.cause, effects: present.effects, source: present.source,
                durationNanos: present.durationNanos, rejection: present.error,
                editedFrom: present.editedFrom)
        }
    }

    /// The transitions of a range that can be read.
    private func transitions(_ seqs: ClosedRange<Int>) -> [RecordedTransition] {
        if let all = try? reader.transitions(seqs, of: id) { return all }
        // One of the lines is damaged, but the others are not.
        return seqs.compactMap { try? reader.transition($0, of: id) }
    }

    func notes(in seqs: ClosedRange<Int>) -> [LogNote] { remarks.notes(in: seqs) { [self] in time(of: $0) } }

    private func time(of seq: Int) -> Int64? {
        (try? reader.transition(seq, of: id)).map { WireInteger.sum(startMicros, $0.t) }
    }

    func countedName(of action: RecordedAction) -> String? {
        guard let transition = action.transition, !action.isPlacement else { return nil }
        switch transition.action {
        case .string(let name)?: return name
        case .object(let object)? where object.count == 1: return object.keys.first
        case nil:
            let name = transition.label.drop { $0 == "." }.prefix {
                $0.isLetter || $0.isNumber || $0 == "_" || $0 == "."
            }
            return name.isEmpty ? store.actionType : String(name)
        default: return store.actionType
        }
    }

    func changes(of action: RecordedAction) -> [Change]? { action.changes }

    /// Whether an entry is not shown by itself but as part of a note about the whole gap.
    func isInGap(_ action: RecordedAction) -> Bool { action.transition == nil && gap(at: action.seq) != nil }

    // MARK: States

    /// The state that the log begins with.
    var initial: RecordedState {
        if store.state != nil, store.seq == baseSeq, let state = store.state {
            return RecordedState(shaped: ShapedValue(state, shape: shape), knownSeq: baseSeq)
        }
        return keyframe(at: baseSeq) ?? RecordedState(shaped: ShapedValue(.null, shape: shape), knownSeq: nil)
    }

    func keyframeSeq(atOrBefore seq: Int) -> Int? { reader.keyframeSeq(atOrBefore: seq, of: id) }

    func keyframe(at seq: Int) -> RecordedState? {
        guard let frame = try? reader.keyframe(atOrBefore: seq, of: id), frame.seq == seq else { return nil }
        return RecordedState(shaped: ShapedValue(frame.state, shape: shape), knownSeq: seq)
    }

    func apply(_ action: RecordedAction, to state: inout RecordedState) {
        do throws(TreeError) {
            try apply(action, to: &state, checksOld: false)
        } catch {
            state.misfit = "the changes of #\(action.seq) do not apply: \(error.message)"
        }
        guard state.knownSeq != action.seq, let found = known(at: action.seq) else { return }
        state = found
    }

    /// A state recorded whole, or reached from an earlier one by the merged changes of several entries.
    private func known(at seq: Int) -> RecordedState? {
        if keyframeSeq(atOrBefore: seq) == seq { return keyframe(at: seq) }
        guard reader.isKnown(seq, of: id), let state = try? reader.state(at: seq, of: id) else { return nil }
        return RecordedState(shaped: ShapedValue(state, shape: shape), knownSeq: seq)
    }

    /// The gap is computed from the missing entries, not from gap lines, which may overlap each other and transitions.
    func gap(at seq: Int) -> ClosedRange<Int>? {
        guard seq > baseSeq, let missing = reader.missing(at: seq, of: id) else { return nil }
        return max(missing.lowerBound, baseSeq + 1)...missing.upperBound
    }

    /// Applies an entry, if its recorded changes fit the state.
    func apply(_ action: RecordedAction, to state: inout RecordedState, checksOld: Bool) throws(TreeError) {
        guard let transition = action.transition else { return }
        if let changes = action.changes {
            guard state.knownSeq == action.seq - 1 else { return }
            try Patch.apply(changes, to: &state.shaped.value, checksOld: checksOld)
        } else {
            guard let changes = transition.changes, state.knownSeq == transition.fromSeq else { return }
            try Patch.apply(changes, to: &state.shaped.value, checksOld: checksOld)
        }
        state.knownSeq = action.seq
        state.misfit = nil
    }

    func skim(_ paths: [Path], from state: RecordedState, at seq: Int) -> (any LogSkim<RecordedState>)? {
        isKnown(state, at: seq) ? RecordingSkim(self, paths, from: state, at: seq) : nil
    }

    func isKnown(_ state: RecordedState, at seq: Int) -> Bool { state.knownSeq == seq }

    func explanation(of state: RecordedState, at seq: Int) -> String {
        let reason = state.misfit ?? remarks.gap(at: seq).map { "it is in a gap: \($0.reason)" }
        let before = reader.knownSeq(atOrBefore: seq, of: id).map { "@\($0)" }
        let after = reader.knownSeq(atOrAfter: seq, of: id).map { "@\($0)" }
        let near = [before, after].compactMap { $0 }
        let guess =
            switch (before, after) {
            case (nil, nil): "the recording has no state of it"
            case (let before?, nil): "the changes after \(before) are not in the recording"
            case (_, _?): "the changes of several entries were merged"
            }
        return "The state of \(id) at \(seq) was not recorded" + (reason.map { ": \($0)" } ?? "; \(guess)")
            + (near.isEmpty ? "." : ". The nearest known states: \(near.joined(separator: " and ")).")
    }
}
