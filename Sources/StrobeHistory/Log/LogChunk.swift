internal import Strobe
internal import StrobeReflection

/// The layout of the log; separate from the generic types, so that reading it needs no metadata.
enum LogLayout {
    /// The maximum number of entries in a chunk.
    static var mostEntriesPerChunk: Int { 4_096 }

    /// The number of entries in a chunk, such that one chunk takes only a part of the history's budget.
    ///
    /// - Parameters: The memory of one entry in a chunk, in bytes.
    ///   - bytes: What the memory of one entry takes in a chunk, in bytes.
    ///   - budget: How much the history may hold, in bytes.
    static func entriesPerChunk(ofEntries bytes: Int, budget: Int) -> Int {
        min(max(64, budget / 16 / max(1, bytes)), mostEntriesPerChunk)
    }

    /// The bytes of the pages in which some bytes lie.
    static func pages(_ bytes: Int) -> Int { (bytes + 4_095) & ~4_095 }
}

/// A segment of the log: room for a number of entries, which never move once they are written.
///
/// Memory for actions and stamps is taken at once, and touched at once in a prepared chunk. Effects, sources and
/// reasons have no room before the first entry has one.
///
/// `@unchecked Sendable`: the log's one writer initialises entry after entry and then publishes their number; readers
/// only access published entries, which never change. They read effects, sources and reasons only for an entry that has
/// some: then the room for them was made before that entry was published.
final class LogChunk<Action: Sendable, Effect: Sendable>: @unchecked Sendable {
    /// How many entries there is room for.
    let capacity: Int
    private let actions: UnsafeMutablePointer<Action>
    private let stamps: UnsafeMutablePointer<Stamp>
    @exclusivity(unchecked)
    private var effects: UnsafeMutablePointer<[Effect]>?
    @exclusivity(unchecked)
    private var sources: UnsafeMutablePointer<CallSite>?
    /// Why actions were rejected.
    @exclusivity(unchecked)
    private var reasons: UnsafeMutablePointer<String>?
    /// The dispatched action, if the gate replaced it.
    @exclusivity(unchecked)
    private var originals: UnsafeMutablePointer<String>?
    /// How many entries are initialised; owned by the writer, and read again after the last reader.
    @exclusivity(unchecked)
    private(set) var count = 0
    /// The writer's own.
    @exclusivity(unchecked)
    private var clock = LogClock()

    init(capacity: Int) {
        self.capacity = capacity
        actions = .allocate(capacity: capacity)
        stamps = .allocate(capacity: capacity)
    }

    deinit {
        empty()
        actions.deallocate()
        stamps.deallocate()
    }

    /// The bytes of one entry without effects, source and reason.
    static var entryBytes: Int { MemoryLayout<Action>.stride + MemoryLayout<Stamp>.stride }

    /// The bytes of the memory for a number of entries without effects, source and reason.
    static func bytes(ofRoomFor count: Int) -> Int {
        LogLayout.pages(count * MemoryLayout<Action>.stride) + LogLayout.pages(count * MemoryLayout<Stamp>.stride)
    }

    /// The bytes that some entries take in addition to the memory for actions and stamps: those for effects, sources
    /// and reasons, and those on the heap.
    ///
    /// - Parameter range: Places of entries that were published.
    func bytes(of range: Range<Int>, _ footprint: Footprint) -> Int {
        var bytes = 0
        let extras = extras(of: range)
        if extras.hasEffects { bytes += Self.newPages(range, of: [Effect].self) }
        if extras.hasSources { bytes += Self.newPages(range, of: CallSite.self) }
        // Equal reasons share their memory.
        if extras.hasRejections { bytes += Self.newPages(range, of: String.self) }
        if extras.hasEdits { bytes += Self.newPages(range, of: String.self) }
        if footprint.mayReferToHeap(Action.self) {
            forEachRun(in: range) { _, actions, count in
                bytes += footprint.heapBytes(of: UnsafeBufferPointer(start: actions, count: count))
            }
        }
        guard extras.hasEffects, let effects else { return bytes }
        let places = range.lazy.filter { [stamps] in stamps[$0].hasEffects }
        return bytes + footprint.heapBytes(of: places.map { effects[$0] })
    }

    /// The bytes of the pages that some places are the first to use.
    private static func newPages<T>(_ range: Range<Int>, of type: T.Type) -> Int {
        let stride = MemoryLayout<T>.stride
        return LogLayout.pages(range.upperBound * stride) - LogLayout.pages(range.lowerBound * stride)
    }

    private func extras(of range: Range<Int>) -> Stamp.Extras {
        Stamp.extras(of: UnsafeBufferPointer(start: stamps + range.lowerBound, count: range.count))
    }

    /// Forgets all entries, so that the chunk can be reused with its memory touched; requires exclusive access.
    func empty() {
        for index in 0..<count {
            if !stamps[index].isState { (actions + index).deinitialize(count: 1) }
            if stamps[index].hasEffects, let effects { (effects + index).deinitialize(count: 1) }
            if stamps[index].isRejected, let reasons { (reasons + index).deinitialize(count: 1) }
            if stamps[index].isEdited, let originals { (originals + index).deinitialize(count: 1) }
        }
        count = 0
        effects?.deallocate()
        sources?.deallocate()
        reasons?.deallocate()
        originals?.deallocate()
        (effects, sources, reasons, originals) = (nil, nil, nil, nil)
    }

    /// Writes to every page that entries without effects and source are going to use.
    func touch() {
        let page = 4_096
        for memory in [
            UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(start: actions, count: capacity)),
            UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(start: stamps, count: capacity)),
        ] {
            for offset in stride(from: 0, to: memory.count, by: page) { memory[offset] = 0 }
        }
    }

    /// Appends an entry; the caller has checked that there is room.
    func append(_ action: Action, effects: [Effect], info: TransitionInfo) {
        let hasEffects = effects.count != 0
        (actions + count).initialize(to: action)
        if hasEffects { (self.effects ?? makeRoom(&self.effects)).advanced(by: count).initialize(to: effects) }
        finish(info, isState: false, hasEffects: hasEffects)
    }

    /// Appends an entry for an action that was rejected.
    func append(_ action: Action, rejection: String, info: TransitionInfo) {
        (actions + count).initialize(to: action)
        (reasons ?? makeRoom(&reasons)).advanced(by: count).initialize(to: rejection)
        finish(info, isState: false, hasEffects: false, isRejected: true)
    }

    /// Allocates memory for what only some entries have, once: readers may access it afterwards.
    ///
    /// Passing it on for writing is an access that may change it, even if it does not.
    private func makeRoom<T>(_ memory: inout UnsafeMutablePointer<T>?) -> UnsafeMutablePointer<T> {
        let new = UnsafeMutablePointer<T>.allocate(capacity: capacity)
        memory = new
        return new
    }

    /// Appends an entry without action.
    func appendState(_ info: TransitionInfo) {
        finish(info, isState: true, hasEffects: false)
    }

    private func finish(_ info: TransitionInfo, isState: Bool, hasEffects: Bool, isRejected: Bool = false) {
        let end = clock.end(of: info)
        (stamps + count).initialize(
            to: Stamp(info, endNanos: end, isState: isState, hasEffects: hasEffects, isRejected: isRejected))
        if let source = info.source { (sources ?? makeRoom(&sources)).advanced(by: count).initialize(to: source) }
        if let words = info.editedFrom { (originals ?? makeRoom(&originals)).advanced(by: count).initialize(to: words) }
        count &+= 1
    }

    /// The action of an entry; `nil` if a state was set.
    func action(at index: Int) -> Action? {
        stamps[index].isState ? nil : actions[index]
    }

    /// Appends some entries to a list.
    ///
    /// - Parameter seq: The seq of the first entry of the chunk.
    func read(_ range: Range<Int>, seq: Int, into entries: inout [Entry<Action, Effect>]) {
        for index in range { entries.append(entry(at: index, seq: seq + index)) }
    }

    /// One entry, by its place and its number in the log.
    @inline(__always)
    func entry(at index: Int, seq: Int) -> Entry<Action, Effect> {
        let stamp = stamps[index]
        return Entry(
            seq: seq, time: stamp.time, action: action(at: index), origin: stamp.origin, cause: stamp.cause(of: seq),
            effects: stamp.hasEffects ? effects?[index] ?? [] : [],
            source: stamp.hasSource ? sources?[index].description : nil, durationNanos: stamp.durationNanos,
            rejection: stamp.isRejected ? reasons?[index] : nil,
            editedFrom: stamp.isEdited ? originals?[index] : nil)
    }

    /// Calls a closure with runs of actions uninterrupted by a state that was set: the place of the first, which may be
    /// such a state's, the actions, and their number.
    @inline(__always)
    func forEachRun(in range: Range<Int>, _ body: (Int, UnsafePointer<Action>, Int) -> Void) {
        var index = range.lowerBound
        while index < range.upperBound {
            var end = index
            while end < range.upperBound, !stamps[end].isState { end += 1 }
            body(index, UnsafePointer(actions + index), end - index)
            index = end + 1
        }
    }

    /// Calls a closure with some entries in order: place, stamp, and the action, `nil` if a state was set.
    @inline(__always)
    func forEachEntry(in range: Range<Int>, _ body: (Int, Stamp, UnsafePointer<Action>?) -> Void) {
        for index in range {
            let stamp = stamps[index]
            body(index, stamp, stamp.isState ? nil : UnsafePointer(actions + index))
        }
    }
}
