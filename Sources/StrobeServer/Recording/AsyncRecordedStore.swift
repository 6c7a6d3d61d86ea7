internal import StrobeHistory
internal import StrobeRecording
internal import StrobeReflection
internal import Synchronization

/// A store whose log a flight recorder reads asynchronously.
protocol AsyncRecordedStore: Sendable {
    var id: String { get }
    /// The store with the last state read; initially the first one.
    func store() async -> RecordedStore
    /// The lines since the last read; empty if there are none, `nil` at the end.
    func read() async -> [RecordingLine]?
    /// Waits until there is something to read.
    func wait() async
    /// The last state read; `nil` if none is known.
    func keyframe(t: Int64) async -> RecordedKeyframe?
    /// Ends the recording after everything so far.
    func end()
    /// Registers a closure to call when the store ends.
    func onEnd(_ body: @escaping @Sendable () -> Void)
}

/// Records a store asynchronously, with its types.
struct AsyncStoreRecorder<Adapter: StoreAdapter>: AsyncRecordedStore {
    private let text: RecordingText<Adapter>
    private let feed: RecordingFeed<Adapter.State, Adapter.Action, Adapter.Effect>

    init(_ text: RecordingText<Adapter>) {
        self.text = text
        feed = text.engine.adapter.history.recordingFeed()
    }

    var id: String { text.engine.id }

    func store() async -> RecordedStore {
        let known = await feed.state()
        return text.store(seq: known?.seq ?? feed.startSeq, known?.state)
    }

    func read() async -> [RecordingLine]? {
        guard let items = await feed.read() else { return nil }
        var lines: [RecordingLine] = []
        lines.reserveCapacity(items.count)
        var isTooLarge = false
        let entries = items.compactMap { item in if case .transition(let entry, _, _) = item { entry } else { nil } }
        let quotable = await text.engine.quotable(entries)
        for item in items {
            switch item {
            case .transition(let entry, let changes, let fromSeq):
                let transition = text.transition(entry, changes: changes, fromSeq: fromSeq, quotable)
                if changes != nil, transition.changes == nil { isTooLarge = true }
                lines.append(.transition(transition))
            case .gap(let range):
                lines.append(
                    .gap(
                        RecordedGap(
                            store: id, t: present, fromSeq: range.lowerBound, toSeq: range.upperBound,
                            reason: "dropped from the log before they could be written")))
            case .state(let seq, let state):
                if let keyframe = text.keyframe(seq: seq, state, t: present) { lines.append(.keyframe(keyframe)) }
            case .note(let note): lines.append(.note(text.note(note)))
            }
        }
        if isTooLarge, let keyframe = await keyframe(t: present) { lines.append(.keyframe(keyframe)) }
        return lines
    }

    private var present: Int64 { TimeStamp.nowMicros - text.startMicros }

    func wait() async { await feed.wait() }

    func keyframe(t: Int64) async -> RecordedKeyframe? {
        guard let known = await feed.state() else { return nil }
        return text.keyframe(seq: known.seq, known.state, t: t)
    }

    func end() { feed.end() }

    func onEnd(_ body: @escaping @Sendable () -> Void) { text.engine.adapter.history.onEnd(body) }
}

/// A store that a flight recorder can record, type-erased.
protocol RecordableTarget: AnyInspectedStore {
    /// The store as a flight recorder reads it asynchronously.
    func pumped(startMicros: Int64, hiding redaction: Redaction) -> any AsyncRecordedStore
    /// The store as a flight recorder writes it before a dispatch returns.
    func tapped(by log: SynchronousLog, hiding redaction: Redaction) -> any SyncRecordedStore
}

extension InspectedStore: RecordableTarget {
    func pumped(startMicros: Int64, hiding redaction: Redaction) -> any AsyncRecordedStore {
        adapter.history.hide(redaction)
        return AsyncStoreRecorder(RecordingText(engine: hidingAll(), startMicros: startMicros, declared: redaction))
    }

    func tapped(by log: SynchronousLog, hiding redaction: Redaction) -> any SyncRecordedStore {
        adapter.history.hide(redaction)
        return SyncStoreRecorder(
            RecordingText(engine: hidingAll(), startMicros: log.writer.startMicros, declared: redaction), log)
    }
}
