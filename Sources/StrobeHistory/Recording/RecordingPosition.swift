internal import Dispatch

/// How far a recording has read a log, and the state that its reader has computed.
struct RecordingPosition<State> {
    /// The number of the last entry that was read.
    var seq: Int
    /// The last state that what was read leads to; `nil` if none is known.
    var known: (seq: Int, state: State)?
    /// How many remarks were made by the last read.
    var notes: Int
    /// The recent cost of computing what a single entry changed, in nanoseconds.
    private(set) var entryNanos = 0.0
    private var looks = 0
    /// The number of the last entry to read; `nil` while there is no end.
    var endSeq: Int?

    /// How long catching up with every single entry may take, in nanoseconds: further behind, several are examined as
    /// one.
    private static var patience: Double { 2_000_000_000 }
    /// How long examining the others one by one may take, in nanoseconds, where one pass over several can leave so few.
    private static var rest: Double { 250_000_000 }
    /// How many measurements it takes before the cost is believed.
    private static var leastLooks: Int { 8 }

    init(seq: Int, state: State?, notes: Int) {
        self.seq = seq
        known = state.map { (seq, $0) }
        self.notes = notes
    }

    /// How many entries to examine as one; `nil` if there is time for each.
    ///
    /// - Parameter backlog: How many entries wait.
    func merged(of backlog: Int) -> Int? {
        guard backlog > 1, looks > Self.leastLooks, Double(backlog) * entryNanos > Self.patience else { return nil }
        return max(2, backlog - Int(Self.rest / entryNanos))
    }

    /// Records the cost of some entries.
    ///
    /// On a busy machine, or the first time, a few of them may seem expensive: a lower cost is adopted at once, a
    /// higher one gradually, and the first ones are not counted.
    mutating func learn(nanos: UInt64, entries: Int) {
        guard entries > 0 else { return }
        defer { looks += 1 }
        guard looks > 0 else { return }
        let cost = Double(nanos) / Double(entries)
        entryNanos = looks == 1 ? cost : min(cost, entryNanos * 0.75 + cost * 0.25)
    }

    /// Counts a merged pass as well, so that one expensive entry is not remembered forever.
    mutating func forget() {
        entryNanos *= 0.98
    }
}
