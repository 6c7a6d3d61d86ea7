internal import StrobeReflection

/// A branch as kept by the debug thread.
struct Branch<State: Sendable, Action: Sendable>: Sendable {
    typealias Point = (seq: Int, state: State)

    let id: String
    let name: String?
    /// The entries of the log that are replayed.
    let range: Range<Int>
    let edits: [BranchEdit<Action>]
    let plan: BranchPlan<Action>
    /// When it was created, in microseconds since 1970.
    let time: Int64
    /// States that a replay can start from, the one at `base` first.
    private(set) var states: [Point]
    /// The number of entries between two of them.
    private var distance: Int
    /// Its last state, once all of it was replayed.
    var end: Point?
    /// The last requested state, for sequential access.
    var cursor: Point?
    private(set) var errorCount = 0
    private(set) var firstErrorSeq: Int?

    /// How many states a branch has at most, not counting its last one.
    private static var stateLimit: Int { 8 }

    init(
        id: String, name: String?, edits: [BranchEdit<Action>], over range: Range<Int>, on base: State, time: Int64,
        options: HistoryOptions
    ) throws(HistoryError) {
        self.id = id
        self.name = name
        self.range = range
        self.edits = edits
        self.time = time
        plan = try BranchPlan(edits, over: range)
        states = [(plan.base, base)]
        distance = max(1, options.checkpointDistance)
    }

    /// What its edits and states hold, as last measured.
    private(set) var bytes = 0

    /// - Parameter first: A state that is held in any case.
    mutating func measure(_ footprint: Footprint, beyond first: State) {
        bytes = footprint.bytes(of: edits) + footprint.bytes(of: states[0].state, beyond: first)
        for (state, before) in zip(states.dropFirst(), states) {
            bytes += footprint.bytes(of: state.state, beyond: before.state)
        }
        for known in [cursor, end] {
            if let known { bytes += footprint.bytes(of: known.state, beyond: states[0].state) }
        }
    }

    var info: BranchInfo<Action> {
        BranchInfo(
            id: id, name: name, base: plan.base, from: range.lowerBound, to: range.upperBound - 1, seq: plan.seq,
            errorCount: errorCount, firstErrorSeq: firstErrorSeq, edits: edits)
    }

    /// The number at which a replay that passes it should keep the next state.
    var nextStateSeq: Int { states[states.count - 1].seq + distance }

    /// Keeps a state; if there are too many, every other one is dropped and the distance doubles.
    mutating func keep(_ state: State, seq: Int) {
        states.append((seq, state))
        guard states.count > Self.stateLimit else { return }
        states = states.indices.filter { $0 % 2 == 0 }.map { states[$0] }
        distance *= 2
    }

    /// The state from which to replay to another.
    func start(for seq: Int) -> Point {
        var best = states[(states.firstIndex { $0.seq > seq } ?? states.count) - 1]
        for known in [cursor, end] {
            if let known, known.seq <= seq, known.seq >= best.seq { best = known }
        }
        return best
    }

    /// The first state at or after a number that is available without a replay.
    func firstState(from seq: Int) -> Int {
        states.first { $0.seq >= seq }?.seq ?? plan.seq
    }

    mutating func countError(at seq: Int) {
        errorCount += 1
        if firstErrorSeq == nil { firstErrorSeq = seq }
    }

    /// Keeps only its first and its last state, while no client is attached.
    mutating func dropStates() {
        states.removeSubrange(1...)
        cursor = nil
    }
}
