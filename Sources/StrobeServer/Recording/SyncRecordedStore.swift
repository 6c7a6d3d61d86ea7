internal import StrobeHistory
internal import StrobeRecording
internal import StrobeReflection
internal import StrobeTree
internal import Synchronization

/// A store whose transitions are written before its dispatches return.
protocol SyncRecordedStore: AnyObject, Sendable {
    var id: String { get }
    /// The store with the last written state; call only under the log's lock.
    func store() -> RecordedStore
    /// Starts to receive transitions, once the store is written.
    func begin()
    /// Stops receiving transitions.
    func end()
}

/// Records a store synchronously, with its types.
final class SyncStoreRecorder<Adapter: StoreAdapter>: SyncRecordedStore {
    private struct Position: Sendable {
        /// The seq of the last transition written.
        var seq: Int
        /// The last state that the written lines lead to.
        var known: (seq: Int, state: Adapter.State)?
    }

    private let text: RecordingText<Adapter>
    private let log: SynchronousLog
    /// Accessed only under the log's lock, except by `begin` before the object is shared.
    private let position: Mutex<Position>

    init(_ text: RecordingText<Adapter>, _ log: SynchronousLog) {
        self.text = text
        self.log = log
        let history = text.engine.adapter.history
        let present = history.present()
        position = Mutex(Position(seq: present?.seq ?? history.seq, known: present))
    }

    var id: String { text.engine.id }
    private var history: History<Adapter.State, Adapter.Action, Adapter.Effect> { text.engine.adapter.history }

    func store() -> RecordedStore {
        position.withLock { text.store(seq: $0.known?.seq ?? $0.seq, $0.known?.state) }
    }

    func begin() {
        history.tapNotes { [weak self] in self?.take($0) }
        history.onEnd { [weak self] in
            if let self { log.forget(self) }
        }
        history.tap { [weak self] entry, state in self?.take(entry, state) }
    }

    func end() {
        history.tap(nil)
        history.tapNotes(nil)
        history.onEnd(nil)
    }

    private func take(_ note: LogNote) {
        log.write { [.note(text.note(note))] }
    }

    private func take(_ entry: Entry<Adapter.Action, Adapter.Effect>, _ state: Adapter.State?) {
        log.write {
            position.withLock { position in
                guard entry.seq > position.seq else { return [] }
                var lines = missed(before: entry.seq, after: position.seq)
                position.seq = entry.seq
                var changes: [Change]?
                let fromSeq = position.known?.seq
                if let state, let known = position.known {
                    changes = Differ(redaction: text.redaction, marksIncomparable: true).changes(
                        from: known.state, to: state)
                }
                let transition = text.transition(
                    entry, changes: changes, fromSeq: fromSeq,
                    quotable(entry, [position.known?.state, state].compactMap { $0 }))
                lines.append(.transition(transition))
                if let state { position.known = (entry.seq, state) }
                if let known = position.known, known.seq == entry.seq,
                    transition.changes == nil || log.writer.wantsKeyframe(of: id),
                    let keyframe = text.keyframe(seq: known.seq, known.state, t: transition.t)
                {
                    lines.append(.keyframe(keyframe))
                }
                return lines
            }
        }
    }

    /// The entry, if its notes and reasons are written.
    private func quotable(
        _ entry: Entry<Adapter.Action, Adapter.Effect>, _ states: @autoclosure () -> [Adapter.State]
    ) -> Set<Int> {
        guard entry.rejection != nil || entry.note != nil else { return [] }
        var parts = HiddenParts()
        let states = states()
        let isShown =
            (!states.isEmpty || text.engine.hidesNothing) && text.engine.isQuotable(entry.action, states, &parts)
        return isShown ? [entry.seq] : []
    }

    /// The transitions between reading the store and the first report.
    private func missed(before seq: Int, after last: Int) -> [RecordingLine] {
        guard seq > last + 1 else { return [] }
        return history.entries(from: last + 1, limit: seq - last - 1).map {
            .transition(text.transition($0, changes: nil, fromSeq: nil, quotable($0, [])))
        }
    }
}
