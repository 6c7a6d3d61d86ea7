internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeRecording
internal import StrobeTree
internal import Synchronization

/// The notes and gaps of a recording, with their positions in one store's log.
final class RecordingRemarks: Sendable {
    /// The maximum number of notes without a transition that are placed by their time.
    private static let limit = 10_000

    private let reader: RecordingReader
    private let id: String
    private let startMicros: Int64
    private let firstSeq: Int
    private let known = Mutex(Known())

    /// The lines read so far.
    private struct Known: Sendable {
        /// The gaps, by seq.
        var gaps: [RecordedGap]?
        /// The notes without a transition, at their positions.
        var notes: [LogNote]?
    }

    init(_ reader: RecordingReader, of store: RecordingReader.Store) {
        self.reader = reader
        id = store.id
        startMicros = store.startMicros
        firstSeq = min(store.description.seq, store.firstSeq)
    }

    /// Discards the lines read, since the recording has grown.
    func forget() {
        known.withLock { $0 = Known() }
    }

    // MARK: Gaps

    private var gaps: [RecordedGap] {
        if let gaps = known.withLock({ $0.gaps }) { return gaps }
        let gaps = reader.gaps(of: id)
        known.withLock { $0.gaps = gaps }
        return gaps
    }

    /// The gap that an entry is in.
    func gap(at seq: Int) -> RecordedGap? {
        let gaps = gaps
        let index = gaps.partitioningIndex { $0.toSeq >= seq }
        return index < gaps.count && gaps[index].fromSeq <= seq ? gaps[index] : nil
    }

    /// Why an entry is missing.
    func loss(of seq: Int) -> String {
        if let gap = gap(at: seq) { return "not recorded: \(gap.reason)" }
        return "its line cannot be read"
    }

    // MARK: Notes

    /// The notes and gaps after the entries of a range.
    ///
    /// - Parameter time: Returns when an entry was reduced, in microseconds since 1970.
    func notes(in seqs: ClosedRange<Int>, time: (Int) -> Int64?) -> [LogNote] {
        var notes = reader.notes(seqs, of: id).map { note($0, after: $0.seq ?? firstSeq) }
        notes += unplaced(time).filter { seqs.contains($0.afterSeq) }
        for gap in gaps where seqs.contains(gap.fromSeq - 1) {
            let entries = gap.fromSeq == gap.toSeq ? "#\(gap.fromSeq) was" : "#\(gap.fromSeq) to #\(gap.toSeq) were"
            let reason = gap.reason.isEmpty ? "" : ": \(gap.reason)"
            notes.append(
                LogNote(afterSeq: gap.fromSeq - 1, time: micros(gap.t), text: "\(entries) not recorded\(reason)"))
        }
        return notes.sorted { ($0.afterSeq, $0.time) < ($1.afterSeq, $1.time) }
    }

    /// A note of the recording as a note of the log.
    func note(_ note: RecordedNote, after seq: Int) -> LogNote {
        LogNote(afterSeq: seq, time: micros(note.t), text: note.text, cause: note.cause)
    }

    private func micros(_ t: Int64) -> Int64 { WireInteger.sum(startMicros, t) }

    /// The notes about all stores, each after the last entry reduced before its time.
    private func unplaced(_ time: (Int) -> Int64?) -> [LogNote] {
        if let notes = known.withLock({ $0.notes }) { return notes }
        let last = (try? reader.store(id).lastSeq) ?? firstSeq
        let notes = reader.notes(of: nil).suffix(Self.limit).map { line in
            note(line, after: line.seq ?? lastSeq(at: micros(line.t), upTo: last, time))
        }
        known.withLock { $0.notes = notes }
        return notes
    }

    /// The last entry reduced before a time.
    private func lastSeq(at moment: Int64, upTo last: Int, _ time: (Int) -> Int64?) -> Int {
        var (low, high) = (firstSeq, last)
        while low < high {
            var middle = high - (high - low) / 2
            // Missing entries count with the ones before them.
            if let gap = gap(at: middle) { middle = gap.fromSeq - 1 }
            guard middle > low else { return low }
            if let found = time(middle), found > moment { high = middle - 1 } else { low = middle }
        }
        return low
    }
}
