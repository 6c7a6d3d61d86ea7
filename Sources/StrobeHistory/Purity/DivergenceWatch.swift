internal import Dispatch
internal import Strobe

/// What a replica knows of whether its replay is the live state, and what it does to find out.
struct DivergenceWatch<State: Sendable, Action: Sendable, Effect: Sendable> {
    /// A replayed state and a live one of the same number.
    struct Comparison {
        let begin: DispatchTime
        let replayed: (seq: Int, state: State)
        let live: (seq: Int, state: State)
    }

    /// The last point at which replay and live state were equal.
    var trusted: (seq: Int, state: State)
    /// The last number at which they were equal, be its state kept or not.
    var lastEqualSeq: Int
    /// Whether a replayed transition was found to be what the store did, since replay began.
    var isProved = false
    /// Whether they are to be compared as soon as may be.
    var isDue = false
    /// A comparison that takes long, as long as it does.
    var comparison: (of: Comparison, answer: AsideAnswer<Bool>)?
    /// What goes on after they were found to differ.
    var search: DivergenceSearch<State, Action, Effect>?
    /// At which number a store of another make was found to differ, how often there, and how often in a row.
    var attemptSeq = -1
    var attempts = 0
    var looks = 0
    /// Not before this time are they compared again, unless somebody asks.
    var next = DispatchTime.now()
    /// How long comparing took the last time, in nanoseconds.
    var cost: UInt64 = 0

    init(_ start: (seq: Int, state: State)) {
        trusted = start
        lastEqualSeq = start.seq
    }

    /// Trusts a state from now on.
    mutating func trust(_ point: (seq: Int, state: State)) {
        isProved = isProved || point.seq > lastEqualSeq
        (trusted, lastEqualSeq) = (point, point.seq)
        (attempts, looks) = (0, 0)
        isDue = false
    }
}
