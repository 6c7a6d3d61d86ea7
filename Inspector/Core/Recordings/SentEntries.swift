package import StrobeProtocol
import StrobeTree

/// Builds a page as `log/list` answers it from the notifications of one store.
///
/// `log/appended` has an entry without its changes, which `state/changed` has. They are joined only if they are certain
/// to belong together: what is missing, merged, hidden or too large has to be requested.
package struct SentEntries: Sendable {
    /// How long an entry waits for its changes: none come if those of several entries cancel each other out.
    package static let patience = Duration.milliseconds(100)
    /// The approximate number of bytes that are kept; beyond it, entries are requested.
    private static let room = 4 << 20
    /// The number of notes that are kept.
    private static let maxNotes = 1_000

    private var entries: [LogEntry] = []
    private var changes: [StateChanged] = []
    private var notes: [NoteDescription] = []
    /// Whether something was dropped.
    private var isMissing = false
    private var bytes = 0
    /// The seq of the last entry taken, and of the last one up to it that may have changed the state.
    private var last: Int
    private var lastChange: Int
    private var waitsSince: ContinuousClock.Instant?

    /// Begins after a seq.
    package init(after seq: Int) {
        last = seq
        lastChange = seq
    }

    /// The entries that are complete, and whether others must be requested.
    package struct Taken: Sendable {
        /// The next entries; `nil` if there are none.
        package var page: LogList.Result?
        /// Whether the rest must be requested.
        package var mustAsk = false
        /// Whether to take again after `patience`, even if nothing more arrives.
        package var isWaiting = false
    }

    // MARK: Adding

    package mutating func add(_ entry: LogEntry) {
        guard !isMissing else { return }
        // In a burst the changes are not computed.
        guard entry.changed != nil, entry.incomplete == nil else { return miss() }
        entries.append(entry)
        let effects = entry.effects.reduce(0) { $0 + $1.label.utf8.count + Self.bytes(of: $1.value) }
        count(entry.label.utf8.count + Self.bytes(of: entry.action) + effects)
    }

    package mutating func add(_ changed: StateChanged) {
        guard !isMissing else { return }
        guard let list = changed.changes else { return miss() }
        changes.append(changed)
        count(list.reduce(0) { $0 + 64 + Self.bytes(of: $1.value) + Self.bytes(of: $1.old) })
    }

    package mutating func add(_ note: NoteDescription) {
        notes.append(note)
        if notes.count > Self.maxNotes { notes.removeFirst(Self.maxNotes / 2) }
    }

    /// Remembers that something was not sent.
    package mutating func miss() {
        isMissing = true
        entries = []
        changes = []
    }

    private mutating func count(_ more: Int) {
        bytes += 256 + more
        if bytes > Self.room { miss() }
    }

    private static func bytes(of value: Value?) -> Int {
        switch value {
        case .array(let elements): elements.reduce(32) { $0 + bytes(of: $1) }
        case .object(let members): members.reduce(32) { $0 + $1.key.utf8.count + bytes(of: $1.value) }
        case .string(let text): 32 + text.utf8.count
        default: 32
        }
    }

    // MARK: Taking

    /// Removes and returns the entries that follow a seq without a gap.
    ///
    /// - Parameter seq: The seq of the last entry that was written.
    package mutating func take(after seq: Int, now: ContinuousClock.Instant) -> Taken {
        if seq != last { (last, lastChange) = (seq, seq) }
        entries.removeAll { $0.seq <= seq }
        var found: [LogEntry] = []
        for (index, entry) in entries.enumerated() {
            guard entry.seq &- 1 == last else {
                miss()
                break
            }
            guard let complete = complete(entry, before: entries[(index + 1)...]) else { break }
            found.append(complete)
            last = entry.seq
        }
        entries.removeAll { $0.seq <= last }
        changes.removeAll { $0.seq <= last }
        let (ready, later) = (notes.filter { $0.afterSeq <= last }, notes.filter { $0.afterSeq > last })
        notes = later
        var taken = Taken()
        if !found.isEmpty || !ready.isEmpty { taken.page = LogList.Result(seq: last, entries: found, notes: ready) }
        taken.isWaiting = !isMissing && !(entries.isEmpty && changes.isEmpty && notes.isEmpty)
        if !taken.isWaiting || !found.isEmpty { waitsSince = nil }
        if taken.isWaiting {
            let since = waitsSince ?? now
            waitsSince = since
            if now - since >= Self.patience { miss() }
        }
        taken.mustAsk = isMissing
        if isMissing || !taken.isWaiting { forget() }
        return taken
    }

    /// An entry with its changes; `nil` if they are missing.
    private mutating func complete(_ entry: LogEntry, before later: ArraySlice<LogEntry>) -> LogEntry? {
        var entry = entry
        if entry.changed == false {
            entry.changes = []
            return entry
        }
        guard let index = changes.firstIndex(where: { $0.seq >= entry.seq }) else { return nil }
        let changed = changes[index]
        // No other entry between the two states may have changed anything.
        let rest = later.prefix { $0.seq <= changed.seq }
        guard changed.fromSeq >= lastChange, changed.fromSeq < entry.seq, rest.allSatisfy({ $0.changed == false })
        else {
            miss()
            return nil
        }
        guard rest.count == changed.seq &- entry.seq else { return nil }
        entry.changes = changed.changes
        lastChange = entry.seq
        changes.removeFirst(index + 1)
        return entry
    }

    private mutating func forget() {
        isMissing = false
        waitsSince = nil
        bytes = 0
    }
}
