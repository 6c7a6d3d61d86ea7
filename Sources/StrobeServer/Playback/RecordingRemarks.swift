internal import StrobeHistory
internal import StrobeRecording
internal import Synchronization

/// What a recording says beside its transitions: notes and gaps, each at its place in one store's log.
final class RecordingRemarks: Sendable {
    /// How many notes that name no transition are looked up by their time.
    private static let limit = 10_000

    private let reader: RecordingReader
    private let id: String
    private let recording: Int
    private let startMicros: Int64
    private let firstSeq: Int
    /// The places of notes that name none, by how many there were when they were looked up.
    private let placed = Mutex<(count: Int, lastSeq: Int, notes: [LogNote])>((0, 0, []))

    init(_ reader: RecordingReader, of store: RecordingReader.Store) {
        self.reader = reader
        id = store.id
        recording = store.recording
        startMicros = store.startMicros
        firstSeq = min(store.description.seq, store.firstSeq)
    }

    /// The gap that an entry is in.
    func gap(at seq: Int) -> RecordedGap? {
        reader.gaps(of: id).first { $0.fromSeq <= seq && seq <= $0.toSeq }
    }

    /// Why an entry is not there.
    func loss(of seq: Int) -> String {
        if let gap = gap(at: seq) { return "not recorded: \(gap.reason)" }
        return reader.damage.isEmpty ? "not recorded" : "not recorded, or its line is damaged"
    }

    /// The remarks that stand after the entries of a range.
    ///
    /// - Parameter time: Tells when an entry was reduced, in microseconds since 1970.
    func notes(in seqs: ClosedRange<Int>, time: (Int) -> Int64?) -> [LogNote] {
        var notes = reader.notes(seqs, of: id).map {
            LogNote(afterSeq: $0.seq ?? firstSeq, time: micros($0.t), text: $0.text)
        }
        notes += unplaced(time).filter { seqs.contains($0.afterSeq) }
        for gap in reader.gaps(of: id) where seqs.contains(gap.fromSeq - 1) {
            let count = gap.toSeq - gap.fromSeq + 1
            let entries = count == 1 ? "#\(gap.fromSeq) was" : "#\(gap.fromSeq) to #\(gap.toSeq) were"
            notes.append(
                LogNote(
                    afterSeq: gap.fromSeq - 1, time: micros(gap.t), text: "gap: \(entries) not recorded: \(gap.reason)")
            )
        }
        return notes.sorted { ($0.afterSeq, $0.time) < ($1.afterSeq, $1.time) }
    }

    private func micros(_ t: Int64) -> Int64 { startMicros.addingReportingOverflow(t).partialValue }

    // MARK: Notes about all stores

    private func unplaced(_ time: (Int) -> Int64?) -> [LogNote] {
        let all = reader.notes(of: nil)
        guard !all.isEmpty, let last = try? reader.store(id).lastSeq else { return [] }
        let known = placed.withLock { $0.count == all.count && $0.lastSeq == last ? $0.notes : nil }
        if let known { return known }
        let notes = all.suffix(Self.limit).map { note in
            LogNote(
                afterSeq: note.seq ?? lastSeq(at: micros(note.t), upTo: last, time), time: micros(note.t),
                text: note.text)
        }
        placed.withLock { $0 = (all.count, last, notes) }
        return notes
    }

    /// The last entry that was reduced by a time.
    private func lastSeq(at moment: Int64, upTo last: Int, _ time: (Int) -> Int64?) -> Int {
        var (low, high) = (firstSeq, last)
        while low < high {
            let middle = high - (high - low) / 2
            // What is missing goes with what is before it.
            var seq = middle
            var found = time(seq)
            while found == nil, seq > low + 1, middle - seq < 64 {
                seq -= 1
                found = time(seq)
            }
            if let found, found > moment { high = middle - 1 } else { low = middle }
        }
        return low
    }
}
