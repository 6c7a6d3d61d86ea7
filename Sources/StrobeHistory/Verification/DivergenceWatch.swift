internal import Dispatch
internal import Strobe

/// What a replica knows about whether its replay matches the live state, and its checks of that.
struct DivergenceWatch<State: Sendable, Action: Sendable, Effect: Sendable> {
    /// A replayed state and a live one of the same number.
    struct Comparison {
        let begin: DispatchTime
        let replayed: (seq: Int, state: State)
        let live: (seq: Int, state: State)
    }

    /// The last point at which replay and live state were equal.
    var trusted: (seq: Int, state: State)
    /// The last number at which they were equal, whether or not its state is kept.
    var lastEqualSeq: Int
    /// Whether a replayed transition was found to match the store, since replay began.
    var isProved = false
    /// Whether a comparison is due as soon as possible.
    var isDue = false
    /// A long comparison in progress.
    var comparison: (of: Comparison, answer: AsideAnswer<Bool>)?
    /// The search after a difference was found.
    var search: DivergenceSearch<State, Action, Effect>?
    /// The number at which a foreign store was found to differ, how often there, and how often in a row.
    var attemptSeq = -1
    var attempts = 0
    var looks = 0
    /// The earliest time of the next comparison, unless requested.
    var next = DispatchTime.now()
    /// The processor time of the last comparison, in nanoseconds; its duration if it had a thread of its own.
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
