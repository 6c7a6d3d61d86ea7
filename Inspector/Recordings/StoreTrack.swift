import StrobeProtocol
import StrobeRecording
import StrobeTree

/// How far one store is recorded, and its state there: turns pages of its log into lines.
struct StoreTrack: Sendable {
    /// The store as it was when it was begun with.
    let store: RecordedStore
    private let startMicros: Int64
    /// The number of the last transition that was taken.
    private(set) var last: Int
    /// The number that the store stood at when it was asked last.
    private(set) var seen: Int
    /// The last state that is known, and its number.
    private var known: (seq: Int, state: Value)?
    /// A state that is known already, of a number that comes later.
    private var coming: (seq: Int, state: Value)?
    /// The number from which on it is worth asking for the state again, where it could not be had.
    private var nextQuestion = 0
    /// The remarks that were written last: pages and notifications tell some of them twice.
    private var recentNotes: [NoteDescription] = []
    private(set) var entries = 0
    /// What is lost of it.
    private(set) var losses = RecordingLosses()

    /// Begins where a store stands.
    ///
    /// - Parameters:
    ///   - store: The store with its state, if that could be had.
    ///   - startMicros: When the recording began, in microseconds since 1970.
    init(_ store: RecordedStore, startMicros: Int64) {
        self.store = store
        self.startMicros = startMicros
        last = store.seq
        seen = store.seq
        known = store.state.map { (store.seq, $0) }
    }

    /// The state after the last transition; `nil` while it is unknown.
    var state: Value? {
        guard let known, known.seq == last else { return .none }
        return known.state
    }

    /// Whether the state after the last transition is known; a state may be null.
    private var knowsState: Bool { known?.seq == last }

    /// Whether the state has to be asked for, because it does not follow from what came.
    var needsState: Bool { !knowsState && coming == nil && last >= nextQuestion }

    /// Whether the state could not be fetched: it is too large to be sent, or not kept.
    var lacksState: Bool { !knowsState && coming == nil && nextQuestion > 0 }

    /// How many transitions are known to be there that were not taken.
    var behind: Int { max(seen - last, 0) }

    /// The store as a new file begins with it.
    var present: RecordedStore {
        var store = store
        store.seq = last
        store.state = state
        return store
    }

    /// Takes the transitions of a page that were not taken yet.
    ///
    /// - Parameter now: The present time, in microseconds since the recording's start.
    /// - Returns: The lines to write.
    mutating func take(_ page: LogList.Result, now: Int64) -> [RecordingLine] {
        seen = max(seen, page.seq)
        var lines: [RecordingLine] = []
        var notes = (page.notes ?? []).sorted { $0.afterSeq < $1.afterSeq }[...]
        for entry in page.entries where entry.seq > last {
            while let note = notes.first, note.afterSeq < entry.seq {
                notes.removeFirst()
                lines += take(note)
            }
            if entry.seq > last + 1 {
                lines.append(gap(to: entry.seq - 1, now: now, reason: "dropped from the log before it was read"))
            }
            let transition = RecordedTransition(
                entry, store: store.id, startMicros: startMicros, changes: entry.changes,
                fromSeq: entry.changes == nil ? nil : entry.fromSeq)
            lines.append(.transition(transition))
            last = entry.seq
            entries += 1
            losses.count(transition)
            follow(entry)
            lines += arrive(now: now)
        }
        for note in notes { lines += take(note) }
        return lines
    }

    /// Takes a remark, unless it was taken before, or stands after transitions that are yet to come.
    mutating func take(_ note: NoteDescription) -> [RecordingLine] {
        guard note.afterSeq <= last, !recentNotes.contains(note) else { return [] }
        recentNotes.append(note)
        if recentNotes.count > 256 { recentNotes.removeFirst(128) }
        return [
            .note(
                RecordedNote(
                    t: WireInteger.difference(note.time, startMicros), text: note.text,
                    store: store.id, seq: note.afterSeq, cause: note.cause))
        ]
    }

    /// Takes the state at a number, the last one or one that is yet to come.
    mutating func take(_ state: Value, at seq: Int, now: Int64) -> [RecordingLine] {
        seen = max(seen, seq)
        guard seq >= last else { return [] }
        coming = (seq, state)
        return arrive(now: now)
    }

    /// Notes that the state cannot be had at present; it is asked for again later.
    ///
    /// - Returns: The lines to write: it is told once.
    mutating func missState(now: Int64) -> [RecordingLine] {
        defer { nextQuestion = last + 1_000 }
        guard nextQuestion == 0 else { return [] }
        let text = "the state is not available, probably because it is too large: only actions and their changes follow"
        return [.note(RecordedNote(t: now, text: text, store: store.id, seq: last))]
    }

    /// The line for a new whole state; `nil` while that is unknown.
    func keyframe(now: Int64) -> RecordingLine? {
        state.map { .keyframe(RecordedKeyframe(store: store.id, seq: last, t: now, state: $0)) }
    }

    /// What is known to be there and was not taken, as a gap.
    mutating func giveUp(now: Int64, reason: String) -> [RecordingLine] {
        behind > 0 ? [gap(to: seen, now: now, reason: reason)] : []
    }

    private mutating func gap(to end: Int, now: Int64, reason: String) -> RecordingLine {
        defer { last = end }
        losses.gaps += 1
        losses.missed += end - last
        return .gap(RecordedGap(store: store.id, t: now, fromSeq: last + 1, toSeq: end, reason: reason))
    }

    /// Works out the state after a transition.
    private mutating func follow(_ entry: LogEntry) {
        guard let changes = entry.changes, known?.seq == entry.fromSeq ?? entry.seq - 1 else { return }
        // Taken out, so that it is changed where it is.
        guard var state = known?.state else { return }
        known = nil
        if (try? Patch.apply(changes, to: &state)) != nil { known = (entry.seq, state) }
    }

    /// Writes the state that was asked for once its number is there.
    private mutating func arrive(now: Int64) -> [RecordingLine] {
        guard let (seq, state) = coming, seq <= last else { return [] }
        coming = nil
        guard seq == last, !knowsState else { return [] }
        known = (seq, state)
        return keyframe(now: now).map { [$0] } ?? []
    }
}

extension LogEntry {
    /// Whether there was an action that is not told: it has no JSON form, or one that is too large.
    var lacksAction: Bool { action == nil && !isPlacement }
}
