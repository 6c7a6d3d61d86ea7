internal import StrobeTree

/// States that a replay can start from: a bounded number, evenly spread over the log, in a bounded number of bytes.
struct Checkpoints<State> {
    typealias Point = (seq: Int, state: State)

    private(set) var all: [Point]
    /// What each holds beyond the one before it, the first one in full; `nil` if it was not measured.
    private var sizes: [Int?] = [nil]
    private let limit: Int
    private let firstDistance: Int
    /// The least number of entries between two.
    private var leastDistance: Int
    private var distance: Int
    /// How many bytes all but the first may hold; with 0 there is none but the first.
    var byteLimit = Int.max

    /// Starts with the state before the first entry.
    init(base: Int, state: State, limit: Int, distance: Int) {
        all = [(base, state)]
        self.limit = max(2, limit)
        firstDistance = max(1, distance)
        leastDistance = firstDistance
        self.distance = firstDistance
    }

    /// The one that everything begins with.
    var first: Point { all[0] }

    /// The one that goes furthest.
    var last: Point { all[all.count - 1] }

    /// The number at which a replay that passes it should leave the next checkpoint at the end.
    var nextSeq: Int { last.seq + distance }

    /// The last checkpoint at or before a number; the caller has checked that it is not before the first.
    func nearest(to seq: Int) -> Point { all[index(of: seq)] }

    private func index(of seq: Int) -> Int {
        // By index, since an element would be copied with its state.
        max(all.indices.partitioningIndex { all[$0].seq > seq } - 1, 0)
    }

    /// The next stop of a replay that continues from a number, to leave a checkpoint in a part of the log that has few.
    ///
    /// - Returns: A later number; `nil` if that part has enough.
    func stop(after seq: Int) -> Int? {
        guard byteLimit > 0 else { return nil }
        let index = index(of: seq)
        let stop = all[index].seq + ((seq - all[index].seq) / distance + 1) * distance
        guard index + 1 < all.count else { return stop }
        guard !isFull else { return nil }
        let next = all[index + 1].seq
        // None right before another one.
        if stop + distance / 2 <= next { return stop }
        return index + 2 < all.count || seq >= next ? nil : next + distance
    }

    /// Whether one more in between would hold so much that another one had to go.
    private var isFull: Bool {
        let bytes = bytesBeyondFirst
        return bytes > 0 && bytes + bytes / max(1, all.count - 1) > byteLimit
    }

    /// Keeps a state at the end; when there are too many, some go and the distance doubles.
    mutating func add(_ state: State, seq: Int) {
        insert(state, seq: seq) { _, _ in 0 }
    }

    /// Keeps a state; when there are too many, or they hold too much, some go and the distance doubles.
    ///
    /// - Parameter measure: Returns how many bytes a state holds beyond another one.
    mutating func insert(_ state: State, seq: Int, measure: (State, State) -> Int) {
        let index = index(of: seq)
        guard seq > all[index].seq else { return }
        all.insert((seq, state), at: index + 1)
        sizes.insert(measure(state, all[index].state), at: index + 1)
        if index + 2 < all.count { sizes[index + 2] = measure(all[index + 2].state, state) }
        thin(measure: measure)
    }

    /// Has states kept no closer than is worth it.
    ///
    /// - Parameters:
    ///   - nanos: What it cost to keep one: a replay that takes less is no reason to.
    ///   - entryNanos: What it costs to replay an entry.
    mutating func adapt(toCost nanos: UInt64, entryNanos: UInt64) {
        guard nanos > 1_000_000 else { return }
        // On a machine that does other things both may seem long; a replay is to be short in any case.
        leastDistance = max(firstDistance, Int(min(nanos, 4_000_000) / max(entryNanos, 20)))
        distance = max(distance, leastDistance)
    }

    /// Lets states be closer again where they have become few.
    private mutating func tighten() {
        let count = all.count - 1
        let size = count > 0 ? max(1, bytesBeyondFirst / count) : 1
        let most = min(limit, byteLimit / size)
        let span = last.seq - first.seq
        while distance / 2 >= leastDistance, span / (distance / 2) < most { distance /= 2 }
    }

    /// Drops states until there are few enough, and what they hold is little enough.
    mutating func thin(measure: (State, State) -> Int) {
        // Of few each one counts.
        while all.count > 1, all.count <= 8, bytesBeyondFirst > byteLimit { dropNearest(measure: measure) }
        while all.count > limit || (all.count > 1 && bytesBeyondFirst > byteLimit) {
            distance *= 2
            // A bit closer is far enough: they are not necessarily at multiples of the distance.
            keep(everyOther: distance - distance / 4, measure: measure)
        }
    }

    /// Drops the state that leaves the smallest gap.
    private mutating func dropNearest(measure: (State, State) -> Int) {
        let end = last.seq + distance
        func gap(_ index: Int) -> Int {
            (index + 1 < all.count ? all[index + 1].seq : end) - all[index - 1].seq
        }
        guard let index = all.indices.dropFirst().min(by: { gap($0) < gap($1) }) else { return }
        all.remove(at: index)
        sizes.remove(at: index)
        if index < all.count { sizes[index] = measure(all[index].state, all[index - 1].state) }
        distance = max(distance, (last.seq - first.seq) / all.count)
    }

    /// Keeps states that are at least so many entries apart.
    private mutating func keep(everyOther distance: Int, measure: (State, State) -> Int) {
        var kept = [all[0]]
        var keptSizes = [sizes[0]]
        var previous = 0
        for index in all.indices.dropFirst() where all[index].seq - kept[kept.count - 1].seq >= distance {
            let isNext = previous == index - 1
            keptSizes.append(isNext ? sizes[index] : measure(all[index].state, kept[kept.count - 1].state))
            kept.append(all[index])
            previous = index
        }
        (all, sizes) = (kept, keptSizes)
    }

    /// Keeps nothing but the first.
    mutating func dropAllButFirst() {
        all.removeSubrange(1...)
        sizes.removeSubrange(1...)
        distance = leastDistance
    }

    /// Keeps the first, and of the others those that are so many entries apart.
    mutating func dropAllButFirst(andEvery distance: Int, measure: (State, State) -> Int) {
        keep(everyOther: distance, measure: measure)
        self.distance = leastDistance
    }

    /// Begins with a state; those before it go.
    mutating func begin(with state: State, seq: Int, measure: (State, State) -> Int) {
        let count = all.firstIndex { $0.seq > seq } ?? all.count
        all.replaceSubrange(..<count, with: [(seq, state)])
        sizes.replaceSubrange(..<count, with: [nil])
        if all.count > 1 { sizes[1] = measure(all[1].state, state) }
        tighten()
    }

    /// Takes the first to a later number where it is, without a copy of it; there is no other one up to there.
    mutating func moveFirst(to seq: Int, _ body: (inout State) -> Void) {
        body(&all[0].state)
        all[0].seq = seq
        sizes[0] = nil
    }

    // MARK: Bytes

    /// What all but the first hold beyond it, as far as it was measured.
    var bytesBeyondFirst: Int { sizes.dropFirst().reduce(0) { $0 + ($1 ?? 0) } }

    /// What the first holds; computed the first time.
    mutating func bytesOfFirst(measure: (State) -> Int) -> Int {
        if let known = sizes[0] { return known }
        let bytes = measure(all[0].state)
        sizes[0] = bytes
        return bytes
    }
}
