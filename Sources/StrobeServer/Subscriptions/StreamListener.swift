internal import StrobeProtocol
internal import StrobeTree

/// A subscription of a session to one store: where its notifications go, and the last seq reported to it.
final class StreamListener: Sendable {
    /// The two sequences of notifications, which are reported independently.
    enum Track: Hashable, Sendable, CaseIterable {
        case log, state
    }

    let tracks: Set<Track>
    /// The paths to report; all if `nil`.
    let paths: [Path]?
    private let outbox: Outbox
    private let limits: SessionLimits
    private let clock: any Clock<Duration>
    private let outlet: SubscriptionBuffer
    private var stream: Outbox.Stream { outlet.stream }

    init(
        subscription: String, store: String, tracks: Set<Track>, paths: [Path]?, outbox: Outbox,
        limits: SessionLimits, clock: any Clock<Duration>
    ) {
        outlet = SubscriptionBuffer(Outbox.Stream(store: store, subscription: subscription), outbox)
        self.tracks = tracks
        self.paths = paths
        self.outbox = outbox
        self.limits = limits
        self.clock = clock
    }

    /// Whether the next notification would be dropped, because the client is too slow.
    var isBehind: Bool { outlet.isBehind }

    /// Whether the client has so much to read that the next entries should wait for it.
    var isWorthWaiting: Bool { outbox.isWorthWaiting }

    /// Waits until the client has read enough, as long as there is patience.
    func waitForReader() async { await outbox.waitForReader(in: clock) }

    /// Reports entries, which leave together.
    ///
    /// - Parameters:
    ///   - touched: For each entry the indices of its changes that affect the paths of listeners, `nil` if its changes
    ///     are unknown; needed if this one has paths.
    ///   - lines: Caches the lines of each entry for all listeners.
    func tell(
        _ entries: ArraySlice<DetailedEntry>, touched: [[ObjectIdentifier: [Int]]?], _ lines: inout [EncodedLineCache]
    ) {
        let isBehind = isBehind
        var batch: [Outbox.Numbered] = []
        batch.reserveCapacity(entries.count)
        for (index, entry) in entries.enumerated() {
            if paths != nil, let touched = touched[index], touched[ObjectIdentifier(self)]?.isEmpty ?? true { continue }
            let line =
                isBehind
                ? nil
                : lines[index].line(of: stream.subscription) {
                    var shown = entry.entry
                    // It is reported without changes, which then cannot be too large.
                    if shown.changed == true { shown.incomplete = nil }
                    return LogAppended(subscription: stream.subscription, store: stream.store, entry: shown)
                }
            batch.append(Outbox.Numbered(seqs: entry.entry.seq...entry.entry.seq, line: line))
        }
        outlet.send(batch)
    }

    /// Reports a note in the log: notes are rare and must not be dropped among entries.
    func tell(_ note: NoteDescription) {
        let message = LogNoted(subscription: stream.subscription, store: stream.store, note: note)
        outlet.insist(note.afterSeq, LineEncoding.notification(message))
    }

    /// Reports the changes from one state to another.
    ///
    /// - Parameters:
    ///   - touched: The indices of the changes that affect the paths.
    ///   - lines: Caches the lines of these changes for all listeners.
    func tell(_ changes: [Change]?, touched: [Int], from: Int, to: Int, _ lines: inout EncodedLineCache) {
        guard from < to else { return }
        guard !isBehind else { return skip(from + 1...to) }
        let reported = paths == nil ? nil : changes.map { changes in touched.map { changes[$0] } }
        guard (reported ?? changes)?.isEmpty != true else { return }
        let line = lines.line(of: stream.subscription, reported == nil ? nil : touched) {
            message(reported ?? changes, from: from, to: to)
        }
        send(from + 1...to, line)
    }

    private func message(_ changes: [Change]?, from: Int, to: Int) -> StateChanged {
        StateChanged(
            subscription: stream.subscription, store: stream.store, fromSeq: from, seq: to,
            changes: changes.flatMap { limits.fit($0) ? $0 : nil })
    }

    /// Adds transitions to the range that the client missed.
    func skip(_ seqs: ClosedRange<Int>) {
        send(seqs, nil)
    }

    /// Starts sending; see ``SubscriptionBuffer/begin()``.
    func begin() { outlet.begin() }

    /// Stops sending.
    func end() { outlet.end() }

    private func send(_ seqs: ClosedRange<Int>, _ line: [UInt8]?) { outlet.send(seqs, line) }
}
