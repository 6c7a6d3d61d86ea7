internal import StrobeTree

/// Where the lines of one store are, by the numbers of its transitions.
struct StoreIndex {
    /// A transition; its seq follows from its place and the run that it is in.
    struct Entry {
        var position: LinePosition
        /// How far before it its changes begin; 1 for those of itself alone, 0 where it has none.
        var reach: UInt32
        /// When, in microseconds since the start of its recording.
        var t: Int64
    }

    /// Entries whose numbers follow each other.
    private struct Run {
        var firstSeq: Int
        var firstPlace: Int
    }

    /// A whole state.
    struct Keyframe {
        var seq: Int
        var t: Int64
        var position: LinePosition
    }

    /// A line about numbers that are missing.
    struct Gap {
        var range: ClosedRange<Int>
        var position: LinePosition
    }

    /// The state that was computed last, where the next one is likely to be asked for.
    struct Known {
        var seq: Int
        var state: Value
    }

    var store: RecordingReader.Store
    private(set) var entries: ContiguousArray<Entry> = []
    private var runs: [Run] = []
    private(set) var keyframes: [Keyframe] = []
    private(set) var gaps: [Gap] = []
    var known: Known?

    init(_ store: RecordingReader.Store) {
        self.store = store
    }

    // MARK: Making it

    /// Adds a transition; false if its number does not follow the last one.
    mutating func append(_ entry: Entry, seq: Int) -> Bool {
        if let last = lastRecordedSeq {
            guard seq > last else { return false }
            if seq > last + 1 { runs.append(Run(firstSeq: seq, firstPlace: entries.count)) }
        } else {
            runs.append(Run(firstSeq: seq, firstPlace: 0))
        }
        entries.append(entry)
        store.lastSeq = max(store.lastSeq, seq)
        store.transitions += 1
        return true
    }

    /// Adds a whole state; false if its number goes back behind that of the last one.
    mutating func append(_ keyframe: Keyframe) -> Bool {
        if let last = keyframes.last {
            guard keyframe.seq >= last.seq else { return false }
        } else if entries.isEmpty {
            store.firstSeq = keyframe.seq
        }
        keyframes.append(keyframe)
        store.lastSeq = max(store.lastSeq, keyframe.seq)
        return true
    }

    mutating func append(_ gap: Gap) {
        gaps.append(gap)
        store.lastSeq = max(store.lastSeq, gap.range.upperBound)
    }

    private var lastRecordedSeq: Int? {
        runs.last.map { $0.firstSeq + entries.count - 1 - $0.firstPlace }
    }

    // MARK: Places

    /// The number of the entry at a place.
    func seq(at place: Int) -> Int {
        let run = runs[runs.partitioningIndex { $0.firstPlace > place } - 1]
        return run.firstSeq + place - run.firstPlace
    }

    /// The place of the first entry with a number or a later one; the number of entries if there is none.
    func place(from seq: Int) -> Int {
        let next = runs.partitioningIndex { $0.firstSeq > seq }
        guard next > 0 else { return 0 }
        let end = next < runs.count ? runs[next].firstPlace : entries.count
        return min(runs[next - 1].firstPlace + (seq - runs[next - 1].firstSeq), end)
    }

    /// The numbers around one that no entry has, up to the last one there is; `nil` if there is an entry.
    func missing(at seq: Int) -> ClosedRange<Int>? {
        let next = place(from: seq)
        let first = next > 0 ? self.seq(at: next - 1) + 1 : 0
        let last = next < entries.count ? self.seq(at: next) - 1 : store.lastSeq
        return first <= seq && seq <= last ? first...last : nil
    }

    /// The place after that of the last keyframe at or before a number.
    private func keyframeEnd(atOrBefore seq: Int) -> Int { keyframes.partitioningIndex { $0.seq > seq } }

    func keyframe(atOrBefore seq: Int) -> Keyframe? {
        let end = keyframeEnd(atOrBefore: seq)
        return end > 0 ? keyframes[end - 1] : nil
    }

    func keyframe(after seq: Int) -> Keyframe? {
        let end = keyframeEnd(atOrBefore: seq)
        return end < keyframes.count ? keyframes[end] : nil
    }

    // MARK: What is known

    /// How a state is computed: from a keyframe, or from the state known last, by the changes of some entries.
    struct Way {
        /// `nil` for the state that is known already.
        var keyframe: Keyframe?
        var places: [Int]
    }

    /// Changes that were merged may begin before a keyframe that is among them; then an earlier one leads further.
    private static let keyframesTried = 4

    /// The way to the state at a number; `nil` if unknown.
    func way(to seq: Int) -> Way? {
        if let known, known.seq <= seq, known.seq >= keyframe(atOrBefore: seq)?.seq ?? 0,
            let places = places(from: known.seq, to: seq)
        {
            return Way(keyframe: nil, places: places)
        }
        let end = keyframeEnd(atOrBefore: seq)
        for keyframe in keyframes[max(0, end - Self.keyframesTried)..<end].reversed() {
            if let places = places(from: keyframe.seq, to: seq) { return Way(keyframe: keyframe, places: places) }
        }
        return nil
    }

    /// The entries whose changes lead from one number to exactly another.
    private func places(from start: Int, to end: Int) -> [Int]? {
        var places: [Int] = []
        let reached = walk(from: start, to: end) { place, _ in
            places.append(place)
            return true
        }
        return reached == end ? places : nil
    }

    /// Follows changes from a number whose state is known; returns the last number up to an end whose state is.
    ///
    /// - Parameter visit: Gets the index and the number of each entry on the way; returns whether to continue.
    private func walk(from start: Int, to end: Int, _ visit: (_ place: Int, _ seq: Int) -> Bool) -> Int {
        var at = start
        var place = place(from: start + 1)
        guard place < entries.count else { return at }
        var run = runs.partitioningIndex { $0.firstPlace > place } - 1
        while place < entries.count {
            if run + 1 < runs.count, runs[run + 1].firstPlace == place { run += 1 }
            let seq = runs[run].firstSeq + place - runs[run].firstPlace
            if seq > end { break }
            let reach = Int(entries[place].reach)
            if reach > 0, seq - reach >= at {
                guard seq - reach == at else { break }
                at = seq
                if !visit(place, seq) { break }
            }
            place += 1
        }
        return at
    }

    /// The nearest number at or before one whose state is known.
    func knownSeq(atOrBefore seq: Int) -> Int? {
        let end = keyframeEnd(atOrBefore: seq)
        var best: Int?
        for keyframe in keyframes[max(0, end - Self.keyframesTried)..<end] {
            let reached = walk(from: keyframe.seq, to: seq) { _, _ in true }
            if reached > best ?? -1 { best = reached }
        }
        return best
    }

    /// The nearest number at or after one whose state is known.
    func knownSeq(atOrAfter seq: Int) -> Int? {
        if way(to: seq) != nil { return seq }
        let end = keyframeEnd(atOrBefore: seq)
        let next = end < keyframes.count ? keyframes[end].seq : Int.max
        var best = next == .max ? nil : next
        for keyframe in keyframes[max(0, end - Self.keyframesTried)..<end] {
            // Numbers beyond the next keyframe are not asked for: it is nearer.
            let reached = walk(from: keyframe.seq, to: next) { _, reached in reached < seq }
            if reached >= seq, reached < best ?? .max { best = reached }
        }
        return best
    }

    /// The ranges of numbers after the first known state that no entry and no gap line has.
    var unexplainedGaps: [ClosedRange<Int>] {
        var ranges: [ClosedRange<Int>] = []
        var expected = store.firstSeq + 1
        for (place, run) in runs.enumerated() {
            if run.firstSeq > expected { ranges.append(expected...run.firstSeq - 1) }
            let end = place + 1 < runs.count ? runs[place + 1].firstPlace : entries.count
            expected = run.firstSeq + end - run.firstPlace
        }
        if store.lastSeq >= expected { ranges.append(expected...store.lastSeq) }
        return Self.subtract(gaps.map(\.range), from: ranges)
    }

    /// The rest of ordered ranges when others are subtracted.
    private static func subtract(_ holes: [ClosedRange<Int>], from ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
        let holes = holes.sorted { $0.lowerBound < $1.lowerBound }
        var rest: [ClosedRange<Int>] = []
        var next = 0
        for range in ranges {
            var first = range.lowerBound
            while next < holes.count, holes[next].upperBound < first { next += 1 }
            var place = next
            while place < holes.count, holes[place].lowerBound <= range.upperBound, first <= range.upperBound {
                if holes[place].lowerBound > first { rest.append(first...holes[place].lowerBound - 1) }
                first = max(first, holes[place].upperBound + 1)
                place += 1
            }
            // A long hole may reach into the next range; shorter ones before it do not.
            next = place > next ? place - 1 : next
            if first <= range.upperBound { rest.append(first...range.upperBound) }
        }
        return rest
    }
}
