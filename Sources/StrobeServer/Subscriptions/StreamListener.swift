internal import StrobeProtocol
internal import StrobeTree

/// One subscription of one session to one store: where its notifications go, and how far it was told.
final class StreamListener: Sendable {
    /// The two sequences of notifications; each is told on its own.
    enum Track: Hashable, Sendable, CaseIterable {
        case log, state
    }

    let tracks: Set<Track>
    /// The places that it wants to be told of; all without.
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

    /// Whether whatever comes next is dropped, because the client is too slow.
    var isBehind: Bool { outlet.isBehind }

    /// Whether the client has so much to read that the next entries had better wait for it.
    var isWorthWaiting: Bool { outbox.isWorthWaiting }

    /// Waits until the client has read some of it, for as long as there is patience with it.
    func waitForReader() async { await outbox.waitForReader(in: clock) }

    /// Tells of an entry.
    ///
    /// - Parameters:
    ///   - touched: The places of those of its changes that meet the paths; `nil` where it is not known what changed.
    ///   - lines: The lines that tell of the same entry elsewhere.
    func tell(_ entry: DetailedEntry, touched: [Int]?, _ lines: inout EncodedLineCache) {
        guard paths == nil || touched?.isEmpty != true else { return }
        guard !isBehind else { return skip(entry.entry.seq...entry.entry.seq) }
        let line = lines.line(of: stream.subscription) {
            LogAppended(subscription: stream.subscription, store: stream.store, entry: entry.entry)
        }
        send(entry.entry.seq...entry.entry.seq, line)
    }

    /// Tells of a remark in the log: there are few, and they must not be lost among entries.
    func tell(_ note: NoteDescription) {
        let message = LogNoted(subscription: stream.subscription, store: stream.store, note: note)
        outlet.insist(note.afterSeq, LineEncoding.notification(message))
    }

    /// Tells how one state became another.
    ///
    /// - Parameters:
    ///   - touched: The places of those changes that meet the paths.
    ///   - lines: The lines that tell of the same changes elsewhere.
    func tell(_ changes: [Change]?, touched: [Int], from: Int, to: Int, _ lines: inout EncodedLineCache) {
        guard from < to else { return }
        guard !isBehind else { return skip(from + 1...to) }
        let told = paths == nil ? nil : changes.map { changes in touched.map { changes[$0] } }
        guard (told ?? changes)?.isEmpty != true else { return }
        let line = lines.line(of: stream.subscription, told == nil ? nil : touched) {
            message(told ?? changes, from: from, to: to)
        }
        send(from + 1...to, line)
    }

    private func message(_ changes: [Change]?, from: Int, to: Int) -> StateChanged {
        StateChanged(
            subscription: stream.subscription, store: stream.store, fromSeq: from, seq: to,
            changes: changes.flatMap { limits.fit($0) ? $0 : nil })
    }

    /// Makes transitions part of what the client is told to have missed.
    func skip(_ seqs: ClosedRange<Int>) {
        send(seqs, nil)
    }

    /// Tells what there is to tell from now on; see ``SubscriptionBuffer/begin()``.
    func begin() { outlet.begin() }

    /// Tells nothing any more, whoever is just about to.
    func end() { outlet.end() }

    private func send(_ seqs: ClosedRange<Int>, _ line: [UInt8]?) { outlet.send(seqs, line) }
}
