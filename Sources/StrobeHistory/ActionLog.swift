internal import Strobe
internal import Synchronization

/// The log of a store: every action in order, in chunks, and the states that were put in from outside.
///
/// There is one writer at a time (the store's lock sees to that) and any number of readers on any thread. The writer takes
/// no lock but for one entry in 4,096. `@unchecked Sendable` because of `tail`, `entryCount` and
/// `knownReasons`, which are the writer's own.
final class ActionLog<State: Sendable, Action: Sendable, Effect: Sendable>: @unchecked Sendable {
    typealias Chunk = LogChunk<Action, Effect>

    private let chunks: Mutex<[Chunk]>
    private let spares = Mutex<[Chunk]>([])
    private let published = Atomic<Int>(0)
    /// The states that were put in, and what whoever put them in says of them.
    private let restored = Mutex<[Int: (state: State, note: String?)]>([:])
    private let kept = Atomic<Int>(0)
    /// The last chunk, which `chunks` keeps alive.
    @exclusivity(unchecked)
    private var tail: Unmanaged<Chunk>

    @exclusivity(unchecked)
    private var entryCount = 0
    /// The reasons of rejections that came lately, so that equal ones share their memory.
    @exclusivity(unchecked)
    private var knownReasons: Set<String> = []

    init() {
        let first = Chunk()
        chunks = Mutex([first])
        tail = .passUnretained(first)
    }

    /// The number of entries that can be read.
    var count: Int { published.load(ordering: .acquiring) }

    /// The index of the first entry that is kept.
    var firstIndex: Int { kept.load(ordering: .acquiring) }

    // MARK: The writer

    func append(_ action: Action, effects: [Effect], info: TransitionInfo) {
        if entryCount & (LogLayout.entriesPerChunk - 1) == 0, entryCount != 0 { grow() }
        tail._withUnsafeGuaranteedRef { $0.append(action, effects: effects, info: info) }
        publish()
    }

    func append(_ action: Action, rejection: String, info: TransitionInfo) {
        if entryCount & (LogLayout.entriesPerChunk - 1) == 0, entryCount != 0 { grow() }
        if knownReasons.count >= 256 { knownReasons = [] }
        let reason = knownReasons.insert(rejection).memberAfterInsert
        tail._withUnsafeGuaranteedRef { $0.append(action, rejection: reason, info: info) }
        publish()
    }

    func append(state: State, note: String?, info: TransitionInfo) {
        if entryCount & (LogLayout.entriesPerChunk - 1) == 0, entryCount != 0 { grow() }
        tail._withUnsafeGuaranteedRef { $0.appendState(info) }
        let index = entryCount
        restored.withLock { $0[index] = (state, note) }
        publish()
    }

    private func publish() {
        entryCount &+= 1
        published.store(entryCount, ordering: .releasing)
    }

    private func grow() {
        let chunk = spares.withLock { $0.popLast() } ?? Chunk()
        chunks.withLock { $0.append(chunk) }
        tail = .passUnretained(chunk)
    }

    // MARK: Readers

    /// Makes chunks ready whose memory was touched already, so that the writer need not wait for the system to clear it.
    func prepareSpares(_ count: Int) {
        while spares.withLock({ $0.count }) < count {
            let chunk = Chunk()
            chunk.touch()
            spares.withLock { $0.append(chunk) }
        }
    }

    /// Gives back what was made ready.
    func dropSpares() {
        spares.withLock { $0 = [] }
    }

    /// One entry, by its index from 0; `nil` where it is gone.
    ///
    /// The caller has checked it against `count`.
    func entry(at index: Int, seq: Int) -> Entry<Action, Effect>? {
        let chunk = chunks.withLock { $0[index / LogLayout.entriesPerChunk] }
        var entry = chunk.entry(at: index % LogLayout.entriesPerChunk, seq: seq)
        if entry.action == nil { entry.note = restored.withLock { $0[index]?.note } }
        return entry
    }

    /// Applies entries to a state, without effects.
    ///
    /// - Parameter range: Indices from 0; the caller has checked them against `count`.
    func replay(
        _ range: Range<Int>, on state: inout State, with reduce: (inout State, Action) -> [Effect]
    ) {
        forEachEntry(in: range) { index, _, action in
            if let action {
                _ = reduce(&state, action.pointee)
            } else if let put = restoredState(at: index) {
                state = put
            }
        }
    }

    /// Calls a closure with some entries in order: index, stamp, and the action, `nil` where a state was put in.
    ///
    /// - Parameter range: Indices from 0; the caller has checked them against `count`.
    @inline(__always)
    func forEachEntry(in range: Range<Int>, _ body: (Int, Stamp, UnsafePointer<Action>?) -> Void) {
        var index = range.lowerBound
        while index < range.upperBound {
            let number = index / LogLayout.entriesPerChunk
            let chunk = chunks.withLock { $0[number] }
            let start = number * LogLayout.entriesPerChunk
            let end = min(range.upperBound, start + LogLayout.entriesPerChunk)
            chunk.forEachEntry(in: index - start..<end - start) { body(start + $0, $1, $2) }
            index = end
        }
    }

    /// The state that was put in by the entry at an index; `nil` where it was an action.
    func restoredState(at index: Int) -> State? {
        restored.withLock { $0[index]?.state }
    }
}
