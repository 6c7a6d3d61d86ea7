internal import Strobe
internal import StrobeTree
internal import Synchronization

/// The log of a store: every action in order, in chunks, and the states that were set from outside.
///
/// There is one writer at a time (the store's lock sees to that) and any number of readers on any thread. The writer
/// takes no lock but for the first entry of a chunk. The oldest chunks are dropped by the debug thread; readers keep
/// theirs alive meanwhile.
///
/// `@unchecked Sendable` because of `tail`, `tailStart`, `stop`, `entryCount`, `onStop` and `knownReasons`, which
/// belong to the writer: others change them only between two transitions.
final class ActionLog<State: Sendable, Action: Sendable, Effect: Sendable>: @unchecked Sendable {
    typealias Chunk = LogChunk<Action, Effect>

    /// A chunk and the index of its first entry.
    private struct Place {
        var start: Int
        var chunk: Chunk
    }

    private let chunks: Mutex<[Place]>
    private let spares = Mutex<[Chunk]>([])
    private let published = Atomic<Int>(0)
    private let kept = Atomic<Int>(0)
    private let restored = Mutex(RestoredStates<State>())
    /// The last chunk, which `chunks` keeps alive.
    @exclusivity(unchecked)
    private var tail: Unmanaged<Chunk>
    @exclusivity(unchecked)
    private var tailStart = 0
    /// The index before which the writer has something else to do: the chunk is full, or the debug thread wants to
    /// check.
    @exclusivity(unchecked)
    private var stop: Int
    @exclusivity(unchecked)
    private var entryCount = 0
    @exclusivity(unchecked)
    private var onStop: (@Sendable () -> Void)?
    /// The reasons of recent rejections, so that equal ones share their memory.
    @exclusivity(unchecked)
    private var knownReasons: Set<String> = []

    /// What is read instead of the chunks, for a recorded log.
    let pages: LogPages<State, Action, Effect>?

    /// How many entries a chunk has room for.
    let entriesPerChunk: Int

    /// Creates an empty log.
    ///
    /// - Parameters:
    ///   - pages: What is read instead of the chunks.
    ///   - budgetBytes: How much the history may hold, of which one chunk takes a part.
    init(pages: LogPages<State, Action, Effect>? = nil, budgetBytes: Int = HistoryOptions().budgetBytes) {
        self.pages = pages
        entriesPerChunk = LogLayout.entriesPerChunk(ofEntries: Chunk.entryBytes, budget: budgetBytes)
        stop = entriesPerChunk
        let first = Chunk(capacity: entriesPerChunk)
        chunks = Mutex([Place(start: 0, chunk: first)])
        tail = .passUnretained(first)
    }

    /// The number of entries including dropped ones.
    var count: Int { pages?.count ?? published.load(ordering: .acquiring) }

    /// The index of the first entry that is kept.
    var firstIndex: Int { kept.load(ordering: .acquiring) }

    // MARK: The writer

    func append(_ action: Action, effects: [Effect], info: TransitionInfo) {
        if entryCount == stop { goOn() }
        tail._withUnsafeGuaranteedRef { $0.append(action, effects: effects, info: info) }
        publish()
    }

    func append(_ action: Action, rejection: String, info: TransitionInfo) {
        if entryCount == stop { goOn() }
        if knownReasons.count >= 256 { knownReasons = [] }
        let reason = knownReasons.insert(rejection).memberAfterInsert
        tail._withUnsafeGuaranteedRef { $0.append(action, rejection: reason, info: info) }
        publish()
    }

    func append(state: State, note: String?, info: TransitionInfo) {
        if entryCount == stop { goOn() }
        tail._withUnsafeGuaranteedRef { $0.appendState(info) }
        restored.withLock { $0.add(state, note: note, at: entryCount) }
        publish()
        // One state may be larger than thousands of actions.
        onStop?()
    }

    private func publish() {
        entryCount &+= 1
        published.store(entryCount, ordering: .releasing)
    }

    /// Takes the next chunk if this one is full or closed, and notifies the debug thread.
    private func goOn() {
        if entryCount - tailStart >= entriesPerChunk || isClosed { grow() }
        stop = tailStart + entriesPerChunk
        onStop?()
    }

    private func grow() {
        let chunk = spares.withLock { $0.popLast() } ?? Chunk(capacity: entriesPerChunk)
        isClosed = false
        tailStart = entryCount
        chunks.withLock { $0.append(Place(start: entryCount, chunk: chunk)) }
        tail = .passUnretained(chunk)
    }

    // MARK: Between two transitions

    /// Whether the last chunk takes no more entries, though it is not full.
    @exclusivity(unchecked)
    private var isClosed = false

    /// Sets a closure to call each time a chunk is full or the requested check is due.
    func setOnStop(_ body: @escaping @Sendable () -> Void) {
        onStop = body
    }

    /// Makes the writer notify the debug thread after some more entries, at the latest.
    ///
    /// - Parameter closesChunk: Whether a new chunk begins with the next entry.
    func look(after entries: Int, closesChunk: Bool) {
        guard !closesChunk else {
            isClosed = entryCount > tailStart
            stop = isClosed ? entryCount : stop
            return
        }
        stop = min(tailStart + entriesPerChunk, entryCount + max(1, entries))
    }

    // MARK: Readers

    /// Prepares chunks whose memory is already touched, so that the writer need not wait for the system to clear it.
    func prepareSpares(_ count: Int) {
        while spares.withLock({ $0.count }) < count {
            let chunk = Chunk(capacity: entriesPerChunk)
            chunk.touch()
            spares.withLock { $0.append(chunk) }
        }
    }

    /// Releases the prepared chunks.
    func dropSpares() {
        let spares = spares.withLock { spares in
            defer { spares = [] }
            return spares
        }
        withExtendedLifetime(spares) {}
    }

    /// The bytes of the memory that a chunk takes for actions and stamps.
    var chunkBytes: Int { Chunk.bytes(ofRoomFor: entriesPerChunk) }

    /// The bytes of the prepared chunks.
    var spareBytes: Int { spares.withLock { $0.count } * chunkBytes }

    /// One entry, by its index from 0; `nil` if it was dropped.
    ///
    /// The caller has checked it against `count`.
    func entry(at index: Int, seq: Int) -> Entry<Action, Effect>? {
        if let pages { return pages.entry(at: index) }
        guard index >= firstIndex, let (start, chunk, _) = chunk(at: index) else { return nil }
        var entry = chunk.entry(at: index - start, seq: seq)
        if entry.action == nil { entry.note = restored.withLock { $0.note(at: index) } }
        return entry
    }

    /// Some entries, by their indices from 0; those that were dropped are left out.
    ///
    /// The caller has checked them against `count`.
    ///
    /// - Parameter seq: The seq of the first entry of the log.
    func entries(in range: Range<Int>, seq: Int) -> [Entry<Action, Effect>] {
        var entries: [Entry<Action, Effect>] = []
        if let pages {
            for index in range { if let entry = pages.entry(at: index) { entries.append(entry) } }
            return entries
        }
        entries.reserveCapacity(range.count)
        var index = max(range.lowerBound, firstIndex)
        while index < range.upperBound {
            guard let (start, chunk, chunkEnd) = chunk(at: index) else {
                index = max(index + 1, firstIndex)
                continue
            }
            let end = min(range.upperBound, chunkEnd)
            let first = entries.count
            chunk.read(index - start..<end - start, seq: seq + start, into: &entries)
            for place in first..<entries.count where entries[place].action == nil {
                entries[place].note = restored.withLock { $0.note(at: entries[place].seq - seq) }
            }
            index = end
        }
        return entries
    }

    /// The chunk that holds an index, where it begins and where it ends; `nil` if it was dropped.
    private func chunk(at index: Int) -> (start: Int, chunk: Chunk, end: Int)? {
        chunks.withLock { chunks in
            guard let first = chunks.first?.start, index >= first else { return nil }
            // No chunk has more entries than assumed here: it is this one or a later one.
            var low = min((index - first) / entriesPerChunk, chunks.count - 1)
            if low + 1 < chunks.count, chunks[low + 1].start <= index {
                low = chunks[(low + 1)...].partitioningIndex { $0.start > index } - 1
            }
            return (chunks[low].start, chunks[low].chunk, low + 1 < chunks.count ? chunks[low + 1].start : .max)
        }
    }

    /// Applies entries to a state, without effects.
    ///
    /// - Parameter range: Indices from 0; the caller has checked them against `count`.
    func replay(
        _ range: Range<Int>, on state: inout State, with replay: (inout State, UnsafePointer<Action>, Int) -> Void
    ) {
        if let pages {
            pages.forEach(in: range) { _, entry in
                if let action = entry.action { pages.source.apply(action, to: &state) }
            }
            return
        }
        var index = range.lowerBound
        while index < range.upperBound {
            guard let (start, chunk, chunkEnd) = chunk(at: index) else { return }
            let end = min(range.upperBound, chunkEnd)
            chunk.forEachRun(in: index - start..<end - start) { place, actions, count in
                if count > 0 { replay(&state, actions, count) }
                // After a run comes the end, or a state that was set.
                if start + place + count < end, let put = restoredState(at: start + place + count) { state = put }
            }
            index = end
        }
    }

    /// Calls a closure with some entries in order: index, stamp, and the action, `nil` if a state was set.
    ///
    /// - Parameter range: Indices from 0; the caller has checked them against `firstIndex` and `count`.
    @inline(__always)
    func forEachEntry(in range: Range<Int>, _ body: (Int, Stamp, UnsafePointer<Action>?) -> Void) {
        if let pages {
            pages.forEach(in: range) { index, entry in
                guard let action = entry.action else { return body(index, Stamp(entry), nil) }
                withUnsafePointer(to: action) { body(index, Stamp(entry), $0) }
            }
            return
        }
        var index = range.lowerBound
        while index < range.upperBound {
            guard let (start, chunk, chunkEnd) = chunk(at: index) else { return }
            let end = min(range.upperBound, chunkEnd)
            chunk.forEachEntry(in: index - start..<end - start) { body(start + $0, $1, $2) }
            index = end
        }
    }

    /// The state set by the entry at an index; `nil` for an action.
    func restoredState(at index: Int) -> State? {
        restored.withLock { $0.state(at: index) }
    }

    // MARK: The debug thread

    /// Where the chunks begin, in order.
    var chunkStarts: [Int] { chunks.withLock { $0.map { $0.start } } }

    /// Calls a closure with the chunk that begins at an index.
    func withChunk<Result>(at start: Int, _ body: (Chunk) -> Result) -> Result? {
        chunk(at: start).map { body($0.chunk) }
    }

    /// The indices of the states that were set at or after an index.
    func restoredIndices(from index: Int) -> [Int] {
        restored.withLock { $0.indices(from: index) }
    }

    /// Drops the entries before an index: whole chunks, and the states that were set.
    ///
    /// What they hold is freed here, on the caller's thread.
    func drop(before index: Int) {
        guard index > firstIndex else { return }
        kept.store(index, ordering: .releasing)
        var gone = chunks.withLock { chunks -> [Chunk] in
            let count = chunks.indices.dropFirst().prefix { chunks[$0].start <= index }.count
            let gone = chunks.prefix(count).map { $0.chunk }
            chunks = Array(chunks.dropFirst(count))
            return gone
        }
        let states = restored.withLock { $0.take(before: index) }
        withExtendedLifetime(states) {}
        while !gone.isEmpty { recycle(gone.removeLast()) }
    }

    /// How many chunks are kept for the writer.
    private static var spareLimit: Int { 4 }

    /// Prepares a dropped chunk for the writer, if it has no readers left: its memory need not be returned to the
    /// system and cleared for the next one.
    private func recycle(_ chunk: consuming Chunk) {
        var chunk = chunk
        guard spares.withLock({ $0.count }) < Self.spareLimit, isKnownUniquelyReferenced(&chunk) else { return }
        chunk.empty()
        let spare = chunk
        spares.withLock { $0.append(spare) }
    }
}
