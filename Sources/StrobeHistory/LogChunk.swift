internal import Strobe
internal import StrobeTree

/// How the log is laid out; apart from the generic types, so that reading it needs no metadata.
enum LogLayout {
    static var entriesPerChunk: Int { 4_096 }
}

/// A segment of the log: room for 4,096 entries, which never move once they are written.
///
/// Memory is taken all at once but only touched as it is filled: entries without effects or source never touch theirs.
///
/// `@unchecked Sendable`: the log's one writer initialises entry after entry and then publishes their number; readers
/// only touch entries that were published, and nobody changes these.
final class LogChunk<Action: Sendable, Effect: Sendable>: @unchecked Sendable {
    private let actions: UnsafeMutablePointer<Action>
    private let effects: UnsafeMutablePointer<[Effect]>
    private let sources: UnsafeMutablePointer<SourceLocation>
    private let stamps: UnsafeMutablePointer<Stamp>
    /// Why actions were rejected; there is no room for it before the first one is.
    ///
    /// A reader looks at it only for an entry that was rejected: then it was made before that entry was published.
    @exclusivity(unchecked)
    private var reasons: UnsafeMutablePointer<String>?
    /// How many entries are initialised; the writer's own, and read again when nobody else is left.
    @exclusivity(unchecked)
    private(set) var count = 0
    /// The writer's own.
    @exclusivity(unchecked)
    private var clock = LogClock()

    init() {
        actions = .allocate(capacity: LogLayout.entriesPerChunk)
        effects = .allocate(capacity: LogLayout.entriesPerChunk)
        sources = .allocate(capacity: LogLayout.entriesPerChunk)
        stamps = .allocate(capacity: LogLayout.entriesPerChunk)
    }

    deinit {
        for index in 0..<count {
            if !stamps[index].isState { (actions + index).deinitialize(count: 1) }
            if stamps[index].hasEffects { (effects + index).deinitialize(count: 1) }
            if stamps[index].isRejected, let reasons { (reasons + index).deinitialize(count: 1) }
        }
        actions.deallocate()
        effects.deallocate()
        sources.deallocate()
        stamps.deallocate()
        reasons?.deallocate()
    }

    /// The bytes of the memory that some entries without effects, source and reason use.
    static func bytes(ofEntries count: Int) -> Int {
        pages(count * MemoryLayout<Action>.stride) + pages(count * MemoryLayout<Stamp>.stride)
    }

    private static func pages(_ bytes: Int) -> Int { (bytes + 4_095) & ~4_095 }

    /// The bytes of some entries: the memory that they use here, and what is on the heap.
    ///
    /// - Parameter range: Places of entries that were published.
    func bytes(of range: Range<Int>, _ footprint: Footprint) -> Int {
        var bytes = 0
        let extras = extras(of: range)
        if extras.hasEffects { bytes += Self.pages(range.count * MemoryLayout<[Effect]>.stride) }
        if extras.hasSources { bytes += Self.pages(range.count * MemoryLayout<SourceLocation>.stride) }
        // Equal reasons share their memory.
        if extras.hasRejections { bytes += Self.pages(range.count * MemoryLayout<String>.stride) }
        if footprint.mayReferToHeap(Action.self) {
            let (actions, places) = (actions, range.lazy.filter { [stamps] in !stamps[$0].isState })
            bytes += footprint.heapBytes(of: places.map { actions[$0] })
        }
        guard extras.hasEffects else { return bytes }
        let (effects, places) = (effects, range.lazy.filter { [stamps] in stamps[$0].hasEffects })
        return bytes + footprint.heapBytes(of: places.map { effects[$0] })
    }

    private func extras(of range: Range<Int>) -> Stamp.Extras {
        Stamp.extras(of: UnsafeBufferPointer(start: stamps + range.lowerBound, count: range.count))
    }

    /// Forgets all entries, so that the chunk is as good as one whose memory was touched; for whoever alone has it.
    ///
    /// - Returns: Whether it is; memory that only some chunks need would not be counted in one that stays.
    func empty() -> Bool {
        guard !extras(of: 0..<count).hasAny else { return false }
        for index in 0..<count where !stamps[index].isState { (actions + index).deinitialize(count: 1) }
        count = 0
        return true
    }

    /// Writes to every page that entries without effects and source are going to use.
    func touch() {
        let page = 4_096
        for memory in [
            UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(start: actions, count: LogLayout.entriesPerChunk)),
            UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(start: stamps, count: LogLayout.entriesPerChunk)),
        ] {
            for offset in stride(from: 0, to: memory.count, by: page) { memory[offset] = 0 }
        }
    }

    /// Appends an entry; the caller has seen to it that there is room.
    func append(_ action: Action, effects: [Effect], info: TransitionInfo) {
        let hasEffects = effects.count != 0
        (actions + count).initialize(to: action)
        if hasEffects { (self.effects + count).initialize(to: effects) }
        finish(info, isState: false, hasEffects: hasEffects)
    }

    /// Appends an entry for an action that was rejected.
    func append(_ action: Action, rejection: String, info: TransitionInfo) {
        (actions + count).initialize(to: action)
        (reasons ?? makeReasons()).advanced(by: count).initialize(to: rejection)
        finish(info, isState: false, hasEffects: false, isRejected: true)
    }

    /// Makes room for reasons, once: a reader may be looking at it afterwards.
    private func makeReasons() -> UnsafeMutablePointer<String> {
        let new = UnsafeMutablePointer<String>.allocate(capacity: LogLayout.entriesPerChunk)
        reasons = new
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
        if let source = info.source { (sources + count).initialize(to: source) }
        count &+= 1
    }

    /// The action of an entry; `nil` where a state was put in.
    func action(at index: Int) -> Action? {
        stamps[index].isState ? nil : actions[index]
    }

    /// One entry, by its place and its number in the log.
    func entry(at index: Int, seq: Int) -> Entry<Action, Effect> {
        let stamp = stamps[index]
        return Entry(
            seq: seq, time: stamp.time, action: action(at: index), origin: stamp.origin, cause: stamp.cause(of: seq),
            effects: stamp.hasEffects ? effects[index] : [],
            source: stamp.hasSource ? sources[index].description : nil, durationNanos: stamp.durationNanos,
            rejection: stamp.isRejected ? reasons?[index] : nil)
    }

    /// Calls a closure with the actions of some entries, as many in a row as there are without a state that was put in:
    /// the place of the first, which may be such a state's, the actions, and their number.
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

    /// Calls a closure with some entries in order: place, stamp, and the action, `nil` where a state was put in.
    @inline(__always)
    func forEachEntry(in range: Range<Int>, _ body: (Int, Stamp, UnsafePointer<Action>?) -> Void) {
        for index in range {
            let stamp = stamps[index]
            body(index, stamp, stamp.isState ? nil : UnsafePointer(actions + index))
        }
    }
}
