internal import StrobeReflection
internal import StrobeTree

/// The difference between two states: computed in a slice where that is enough, else aside.
struct LongDifference<State: Sendable>: LongWork {
    let path: Path
    let redaction: Redaction
    /// Whether the first change that can be compared is enough.
    let stopsAtFirst: Bool
    private var ends: (old: State, new: State)?
    private var found: [Change]?
    /// A state that was compared, which may be the one before the next entry.
    var last: (seq: Int, state: State)?

    init(at path: Path, _ redaction: Redaction, stopsAtFirst: Bool = false) {
        self.path = path
        self.redaction = redaction
        self.stopsAtFirst = stopsAtFirst
    }

    var isLong: Bool { ends != nil }

    /// The changes from one state to another.
    ///
    /// - Parameter ends: Finds the states.
    /// - Returns: `nil` if that takes longer than a slice; asked again after that, it has what came of it.
    mutating func changes(
        between ends: () throws(HistoryError) -> (old: State, new: State)
    ) throws(HistoryError) -> [Change]? {
        if let found = found.take() { return found }
        let (old, new) = try ends()
        let meter = WorkMeter.ofSlice
        let changes = Result { () throws(HistoryError) in
            try StateComparison.changes(from: old, to: new, at: path, redaction, stopsAtFirst: stopsAtFirst, meter)
        }
        guard meter.isOver else { return try changes.get() }
        self.ends = (old, new)
        return nil
    }

    mutating func goOn(_ meter: WorkMeter) throws(HistoryError) {
        guard let (old, new) = ends.take() else { return }
        let changes = Result { () throws(HistoryError) in
            try StateComparison.changes(from: old, to: new, at: path, redaction, stopsAtFirst: stopsAtFirst, meter)
        }
        try meter.check(at: nil)
        found = try changes.get()
    }
}

/// The difference between two states, and what finds them.
struct ComparingWalk<State: Sendable, Ends: Sendable>: LongWork {
    var ends: Ends
    var difference: LongDifference<State>

    var isLong: Bool { difference.isLong }

    mutating func goOn(_ meter: WorkMeter) throws(HistoryError) { try difference.goOn(meter) }
}

/// What each of some entries changed, one after the other.
struct ChangesWalk<State: Sendable>: LongWork {
    let seqs: ClosedRange<Int>
    /// What was found, in order; `nil` for what is unknown.
    var changes: [[Change]?] = []
    var difference: LongDifference<State>

    init(_ seqs: ClosedRange<Int>, _ redaction: Redaction, stopsAtFirst: Bool) {
        self.seqs = seqs
        difference = LongDifference(at: .root, redaction, stopsAtFirst: stopsAtFirst)
    }

    var isLong: Bool { difference.isLong }

    mutating func goOn(_ meter: WorkMeter) throws(HistoryError) {
        do throws(HistoryError) {
            try difference.goOn(meter)
        } catch {
            guard error.code != .cancelled else { throw error }
            // One that takes too long is unknown; the others may be.
            changes.append(nil)
        }
    }
}
