internal import Dispatch

/// How far a recording has read a log, and the state that its reader has worked out by then.
struct RecordingPosition<State> {
    /// The number of the last entry that was read.
    var seq: Int
    /// The last state that what was read leads to; `nil` where none is known.
    var known: (seq: Int, state: State)?
    /// How many remarks were made when they were read last.
    var notes: Int
    /// What it costs to work out what a single entry changed, in nanoseconds, as it was lately.
    private(set) var entryNanos = 0.0
    private var looks = 0
    /// The number of the last entry that is to be read; `nil` while there is no end.
    var endSeq: Int?

    /// How long it may take to catch up with every single entry looked at, in nanoseconds: whoever is further behind
    /// looks at several as one.
    private static var patience: Double { 500_000_000 }

    init(seq: Int, state: State?, notes: Int) {
        self.seq = seq
        known = state.map { (seq, $0) }
        self.notes = notes
    }

    /// How many entries are to be looked at as one; `nil` where there is time for each.
    ///
    /// - Parameter backlog: How many entries wait.
    func merged(of backlog: Int) -> Int? {
        guard entryNanos > 0, Double(backlog) * entryNanos > Self.patience else { return nil }
        // No more than is needed: half of what there is time for remains.
        return max(2, backlog - Int(Self.patience / entryNanos / 2))
    }

    /// Takes down what some entries cost.
    ///
    /// A machine that does other things, or does something for the first time, lets a few of them seem dear: what costs
    /// less is believed at once, what costs more little by little, and the first ones are not counted.
    mutating func learn(nanos: UInt64, entries: Int) {
        guard entries > 0 else { return }
        defer { looks += 1 }
        guard looks > 0 else { return }
        let cost = Double(nanos) / Double(entries)
        entryNanos = looks == 1 ? cost : min(cost, entryNanos * 0.75 + cost * 0.25)
    }

    /// Counts a merged look as well, so that one expensive entry is not remembered for ever.
    mutating func forget() {
        entryNanos *= 0.98
    }
}
