public import StrobeTree
internal import Synchronization

/// Reads recordings: one file, the files of one recording, or several recordings at once, merged by time.
///
///     let reader = try RecordingReader(paths: [path])
///     for store in reader.stores { print(store.id, store.transitions) }
///     let state = try reader.state(at: 1, of: "cart")
public final class RecordingReader: Sendable {
    /// A store of the opened recordings.
    public struct Store: Sendable, Hashable {
        /// The id, unique among all that was opened: that of the recording, with `PROCESS/` before it where two
        /// recordings have the same.
        public var id: String
        /// The place of its recording in `recordings`.
        public var recording: Int
        /// The store as it was when it was first written; its `id` is the recorded one.
        public var description: RecordedStore
        /// The first number whose state is known.
        public var firstSeq: Int
        /// The number of the last transition, or the number of the initial state if there is none.
        public var lastSeq: Int
        /// How many transitions there are.
        public var transitions: Int
        /// When its recording began, in microseconds since 1970; what lines have as `t` counts from there.
        public var startMicros: Int64
        /// When it was removed, in microseconds since the start; `nil` if it did not.
        public var removedAt: Int64?
        /// How many transitions are there by their labels alone: their actions have no JSON form, or were too large.
        public var unwritten = 0
        /// How many there are of which it is not known what each alone changed.
        public var merged = 0
        /// How many may have changed something that cannot be compared.
        public var incomparable = 0

        /// Counts what is not known of a transition.
        mutating func count(_ transition: RecordedTransition) {
            if transition.lacksAction { unwritten += 1 }
            if transition.isMerged { merged += 1 }
            if transition.isIncomparable { incomparable += 1 }
        }
    }

    /// One recording, of one or more files.
    public struct Recording: Sendable, Hashable {
        /// The header of its first file that was found.
        public var header: RecordingHeader
        /// The paths of its files, in order.
        public var paths: [String]
        /// The end line; `nil` if there is none (yet).
        public var end: RecordedEnd?
        /// The time of its last line, in microseconds since its start.
        public var lastT: Int64
    }

    /// The additions since the last look.
    public struct News: Sendable, Hashable {
        /// The ids of the added stores.
        public var addedStores: [String] = []
        /// The ids of the removed stores.
        public var removedStores: [String] = []
        /// The ranges of new transitions, by store.
        public var transitions: [String: ClosedRange<Int>] = [:]
        /// The new notes.
        public var notes: [RecordedNote] = []
        /// The new gaps.
        public var gaps: [RecordedGap] = []
        /// Whether all recordings ended.
        public var isComplete = false

        /// Whether nothing was added.
        public var isEmpty: Bool {
            addedStores.isEmpty && removedStores.isEmpty && transitions.isEmpty && notes.isEmpty && gaps.isEmpty
        }
    }

    /// Something that happened, in the order of time over all stores.
    public struct Event: Sendable, Hashable {
        /// When, in microseconds since 1970.
        public var time: Int64
        /// The line, a transition, note, gap, addition or removal; ids of stores are those of the reader.
        public var line: RecordingLine
    }

    private let core: Mutex<ReaderCore>
    let limits: RecordingLimits

    /// Opens recordings.
    ///
    /// - Parameters:
    ///   - paths: The files; further files of the same recordings are found automatically.
    ///   - limits: What is refused as too large.
    /// - Throws: `cannotOpen`, `cannotRead`, `notARecording`, `unsupportedVersion`, `tooLarge`.
    public init(paths: [String], limits: RecordingLimits = .default) throws(RecordingError) {
        core = Mutex(try ReaderCore(paths: paths, limits: limits))
        self.limits = limits
    }

    /// The recordings, by the time they began; their stores are without states.
    public var recordings: [Recording] { core.withLock { $0.wholes.map(\.recording) } }
    /// The stores, in the order in which they were added.
    public var stores: [Store] { core.withLock { $0.stores.map(\.store) } }
    /// What could not be read; a last line that is not whole is among it as long as it is not.
    public var damage: [RecordingDamage] { core.withLock { $0.damage } }
    /// Whether all recordings were ended well and are there to their ends.
    public var isComplete: Bool { core.withLock { $0.isComplete } }

    /// The rules by which values of a store were hidden before they were recorded; `nil` if unknown.
    public func redaction(of store: Store) -> [String]? {
        store.description.redaction ?? recordings[store.recording].header.redaction
    }

    /// The store with an id.
    ///
    /// - Throws: `unknownStore`.
    public func store(_ id: String) throws(RecordingError) -> Store {
        try locked { core throws(RecordingError) in core.stores[try core.place(of: id)].store }
    }

    /// A transition.
    ///
    /// - Throws: `unknownStore`; `unknownSeq` where it was not recorded; `malformedLine` where its line is damaged.
    /// - Complexity: O(log *n*) in the number of gaps, and one read of the file.
    public func transition(_ seq: Int, of store: String) throws(RecordingError) -> RecordedTransition {
        try locked { core throws(RecordingError) in try core.transition(seq, of: store) }
    }

    /// The recorded transitions of a range, in order; those that cannot be read are reported as damage.
    ///
    /// The seqs of a recording may be far apart: to read page after page, continue after the last one that was
    /// returned.
    ///
    /// - Parameter limit: How many to return at most.
    /// - Throws: `unknownStore`.
    public func transitions(
        _ range: ClosedRange<Int>, of store: String, limit: Int = .max
    ) throws(RecordingError) -> [RecordedTransition] {
        try locked { core throws(RecordingError) in try core.transitions(range, of: store, limit: limit) }
    }

    /// The last whole state that was written for a number or one before it.
    ///
    /// - Throws: `unknownStore`; `stateNotKnown` if there is none.
    public func keyframe(atOrBefore seq: Int, of store: String) throws(RecordingError) -> RecordedKeyframe {
        try locked { core throws(RecordingError) in try core.keyframe(atOrBefore: seq, of: store) }
    }

    /// The number of the last whole state that was written for a number or one before it; `nil` if there is none.
    ///
    /// - Complexity: O(log *n*) in the number of whole states; nothing is read.
    public func keyframeSeq(atOrBefore seq: Int, of store: String) -> Int? {
        core.withLock { core in core.storePlaces[store].flatMap { core.stores[$0].keyframe(atOrBefore: seq)?.seq } }
    }

    /// The number of the first whole state that was written for a later number; `nil` if there is none.
    ///
    /// - Complexity: O(log *n*) in the number of whole states; nothing is read.
    public func keyframeSeq(after seq: Int, of store: String) -> Int? {
        core.withLock { core in core.storePlaces[store].flatMap { core.stores[$0].keyframe(after: seq)?.seq } }
    }

    /// The state after a transition; at `firstSeq` the first state that is known.
    ///
    /// It is computed from the keyframe before it, or from the state that was requested last, by the changes between.
    ///
    /// - Throws: `unknownStore`; `unknownSeq` beyond the last transition; `stateNotKnown`, with the nearest numbers
    ///   whose state is known, inside of what was merged and in gaps.
    /// - Complexity: O(*n*) in the bytes of the keyframe and of the lines between.
    public func state(at seq: Int, of store: String) throws(RecordingError) -> Value {
        try locked { core throws(RecordingError) in try core.state(at: seq, of: store) }
    }

    /// Whether the state after a transition follows from what was recorded.
    public func isKnown(_ seq: Int, of store: String) -> Bool {
        core.withLock { core in core.storePlaces[store].map { core.stores[$0].way(to: seq) != nil } ?? false }
    }

    /// The nearest number at or before one whose state is known; `nil` if there is none.
    public func knownSeq(atOrBefore seq: Int, of store: String) -> Int? {
        core.withLock { core in core.storePlaces[store].flatMap { core.stores[$0].knownSeq(atOrBefore: seq) } }
    }

    /// The nearest number at or after one whose state is known; `nil` if there is none.
    public func knownSeq(atOrAfter seq: Int, of store: String) -> Int? {
        core.withLock { core in core.storePlaces[store].flatMap { core.stores[$0].knownSeq(atOrAfter: seq) } }
    }

    /// The gaps of a store, in order: those that were recorded, and what is missing otherwise.
    public func gaps(of store: String) -> [RecordedGap] {
        core.withLock { $0.gaps(of: store) }
    }

    /// The range of missing seqs around a seq, up to the last one; `nil` if the seq was recorded.
    ///
    /// - Complexity: O(log *n*) in the number of gaps, however long they are; nothing is read.
    public func missing(at seq: Int, of store: String) -> ClosedRange<Int>? {
        core.withLock { core in core.storePlaces[store].flatMap { core.stores[$0].missing(at: seq) } }
    }

    /// The notes of a store after transitions of a range, in the order they were made; `nil` for those about all
    /// stores.
    public func notes(_ range: ClosedRange<Int> = 0...Int.max, of store: String?) -> [RecordedNote] {
        core.withLock { $0.notes(range, of: store) }
    }

    /// How many events there are.
    public var eventCount: Int { core.withLock { $0.arrivals.count } }

    /// What happened, over all stores, in the order of time: transitions, notes, gaps, stores that came and went.
    ///
    /// Events keep their places: what `refresh` finds comes behind those that were there, even where its time is
    /// earlier.
    ///
    /// - Parameters:
    ///   - index: How many events to pass over.
    ///   - limit: How many to return at most.
    /// - Throws: `malformedLine` where a line is damaged.
    public func events(from index: Int, limit: Int) throws(RecordingError) -> [Event] {
        try locked { core throws(RecordingError) in try core.events(from: index, limit: limit) }
    }

    /// Looks for appended lines, in the open files and in those that continue them.
    ///
    /// - Throws: `cannotRead`, `tooLarge`.
    public func refresh() throws(RecordingError) -> News {
        try locked { core throws(RecordingError) in try core.refresh() }
    }

    /// Reads a part of a file with the transitions of a store from a number on; `nil` if there is none.
    func block(of store: String, from seq: Int, maxBytes: Int) -> TransitionSkim.Block? {
        guard var block = core.withLock({ $0.block(of: store, from: seq, maxBytes: maxBytes) }),
            let last = block.places.last
        else { return nil }
        let (file, offset) = (block.file, block.offset)
        block.bytes = [UInt8](unsafeUninitializedCapacity: last.offset + last.length) { bytes, count in
            // What cannot be read is missing at the end.
            count = (try? file.read(at: offset, into: UnsafeMutableRawBufferPointer(bytes))) ?? 0
        }
        return block
    }

    private func locked<Result>(
        _ body: (inout ReaderCore) throws(RecordingError) -> sending Result
    ) throws(RecordingError) -> sending Result {
        try core.withLock(body)
    }
}
