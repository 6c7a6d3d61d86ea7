package import StrobeProtocol
package import StrobeRecording
package import StrobeTree

/// The recording progress of one store, and its state there; converts pages of the log to lines.
package struct StoreTrack: Sendable {
    /// The store as it was at the start.
    package let store: RecordedStore
    private let startMicros: Int64
    /// The seq of the last transition recorded.
    package private(set) var last: Int
    /// The highest seq of the store seen so far.
    package private(set) var seen: Int
    /// The last known state, with its seq.
    private var known: (seq: Int, state: Value)?
    /// A state fetched ahead, with a seq not yet reached.
    private var coming: (seq: Int, state: Value)?
    /// The seq from which to request the state again after a failure.
    private var nextQuestion = 0
    /// The last notes written: some arrive both in a page and as a notification.
    private var recentNotes: [NoteDescription] = []
    package private(set) var entries = 0
    /// The losses of the store.
    package private(set) var losses = RecordingLosses()

    /// Starts at the seq of a store.
    ///
    /// - Parameters:
    ///   - store: The store, with its state if available.
    ///   - startMicros: The start of the recording, in microseconds since 1970.
    package init(_ store: RecordedStore, startMicros: Int64) {
        self.store = store
        self.startMicros = startMicros
        last = store.seq
        seen = store.seq
        known = store.state.map { (store.seq, $0) }
    }

    /// The state after the last transition; `nil` while it is unknown.
    package var state: Value? {
        guard let known, known.seq == last else { return .none }
        return known.state
    }

    /// Whether the state after the last transition is known; a state may be null.
    private var knowsState: Bool { known?.seq == last }

    /// Whether the state has to be requested because it does not follow from the transitions.
    package var needsState: Bool { !knowsState && coming == nil && last >= nextQuestion }

    /// Whether the state is unavailable: too large to be sent, or not kept.
    package var lacksState: Bool { !knowsState && coming == nil && nextQuestion > 0 }

    /// The number of known transitions not yet recorded.
    package var behind: Int { max(seen - last, 0) }

    /// The store in the header of the next file.
    package var present: RecordedStore {
        var store = store
        store.seq = last
        store.state = state
        return store
    }

    /// Records the new transitions of a page.
    ///
    /// - Parameter now: The current time, in microseconds since the start of the recording.
    /// - Returns: The lines to write.
    package mutating func take(_ page: LogList.Result, now: Int64) -> [RecordingLine] {
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

    /// Records a note, unless it was recorded already or follows a later transition.
    package mutating func take(_ note: NoteDescription) -> [RecordingLine] {
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

    /// Records the state at a seq, either the last one or a later one.
    package mutating func take(_ state: Value, at seq: Int, now: Int64) -> [RecordingLine] {
        seen = max(seen, seq)
        guard seq >= last else { return [] }
        coming = (seq, state)
        return arrive(now: now)
    }

    /// Notes that the state is unavailable now; it will be requested again later.
    ///
    /// - Returns: The lines to write, the first time only.
    package mutating func missState(now: Int64) -> [RecordingLine] {
        defer { nextQuestion = last + 1_000 }
        guard nextQuestion == 0 else { return [] }
        let text = "the state is not available, probably because it is too large: only actions and their changes follow"
        return [.note(RecordedNote(t: now, text: text, store: store.id, seq: last))]
    }

    /// The line of a new keyframe; `nil` while the state is unknown.
    package func keyframe(now: Int64) -> RecordingLine? {
        state.map { .keyframe(RecordedKeyframe(store: store.id, seq: last, t: now, state: $0)) }
    }

    /// Records the known transitions that were not read as a gap.
    package mutating func giveUp(now: Int64, reason: String) -> [RecordingLine] {
        behind > 0 ? [gap(to: seen, now: now, reason: reason)] : []
    }

    private mutating func gap(to end: Int, now: Int64, reason: String) -> RecordingLine {
        defer { last = end }
        losses.gaps += 1
        losses.missed += end - last
        return .gap(RecordedGap(store: store.id, t: now, fromSeq: last + 1, toSeq: end, reason: reason))
    }

    /// Computes the state after a transition.
    private mutating func follow(_ entry: LogEntry) {
        guard let changes = entry.changes, known?.seq == entry.fromSeq ?? entry.seq - 1 else { return }
        // Removed meanwhile, so that it is changed in place.
        guard var state = known?.state else { return }
        known = nil
        if (try? Patch.apply(changes, to: &state)) != nil { known = (entry.seq, state) }
    }

    /// Writes the fetched state once its seq is reached.
    private mutating func arrive(now: Int64) -> [RecordingLine] {
        guard let (seq, state) = coming, seq <= last else { return [] }
        coming = nil
        guard seq == last, !knowsState else { return [] }
        known = (seq, state)
        return keyframe(now: now).map { [$0] } ?? []
    }
}

extension LogEntry {
    /// Whether the action is missing: it has no JSON form, or one that is too large.
    package var lacksAction: Bool { action == nil && !isPlacement }
}
