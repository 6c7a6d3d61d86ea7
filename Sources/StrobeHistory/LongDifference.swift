internal import StrobeTree

/// The difference between two states: worked out in a slice where that is enough, else aside.
struct LongDifference<State: Sendable>: LongWork {
    let path: Path
    let redaction: Redaction
    private var ends: (old: State, new: State)?
    private var found: [Change]?

    init(at path: Path, _ redaction: Redaction) {
        self.path = path
        self.redaction = redaction
    }

    var isLong: Bool { ends != nil }

    /// The changes from one state to another.
    ///
    /// - Parameter ends: Finds the states.
    /// - Returns: `nil` where that takes longer than a slice; asked again after that, it has what came of it.
    mutating func changes(
        between ends: () throws(HistoryError) -> (old: State, new: State)
    ) throws(HistoryError) -> [Change]? {
        if let found = found.take() { return found }
        let (old, new) = try ends()
        let meter = WorkMeter.ofSlice
        let changes = StateDiff.changes(from: old, to: new, at: path, redaction, meter)
        guard meter.isOver else { return try changes.get() }
        self.ends = (old, new)
        return nil
    }

    mutating func goOn(_ meter: WorkMeter) throws(HistoryError) {
        guard let (old, new) = ends.take() else { return }
        let changes = StateDiff.changes(from: old, to: new, at: path, redaction, meter)
        try meter.check(at: nil)
        found = try changes.get()
    }
}

/// What each of some entries changed, one after the other.
struct ChangesWalk<State: Sendable>: LongWork {
    let seqs: ClosedRange<Int>
    /// What was found, in order; `nil` for what is not known.
    var changes: [[Change]?] = []
    var difference: LongDifference<State>

    init(_ seqs: ClosedRange<Int>, _ redaction: Redaction) {
        self.seqs = seqs
        difference = LongDifference(at: .root, redaction)
    }

    var isLong: Bool { difference.isLong }

    mutating func goOn(_ meter: WorkMeter) throws(HistoryError) {
        do throws(HistoryError) {
            try difference.goOn(meter)
        } catch {
            guard error.code != .cancelled else { throw error }
            // One that takes too long is not known; the others may be.
            changes.append(nil)
        }
    }
}

extension Shadow {
    /// Goes on with what entries changed until the slice is over.
    ///
    /// - Returns: What was found; `nil` for more to do.
    func changes(_ walk: inout ChangesWalk<State>, _ slice: Slice) -> [[Change]?]? {
        repeat {
            guard walk.changes.count < walk.seqs.count else { return walk.changes }
            let seq = walk.seqs.lowerBound + walk.changes.count
            do throws(HistoryError) {
                guard let changes = try changes(of: seq, &walk.difference) else { return nil }
                walk.changes.append(changes)
            } catch {
                walk.changes.append(nil)
            }
        } while !slice.isOver
        return nil
    }

    /// What one entry changed; `nil` where that takes longer than a slice.
    func changes(
        of seq: Int, _ difference: inout LongDifference<State>
    ) throws(HistoryError) -> [Change]? {
        if let known = try knownChanges(of: seq) { return known }
        let changes = try difference.changes { () throws(HistoryError) in
            (try state(at: seq - 1).get().state, try state(at: seq).get().state)
        }
        if let changes { entryChanges.keep(changes, seq: seq, footprint) }
        return changes
    }
}
