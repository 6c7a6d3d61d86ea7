internal import StrobeTree

/// Removes the entries that a condition does not need, in ever smaller pieces: first all of them, finally one by one,
/// until none can be left out.
///
/// These are the complements of delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
/// Input", 2002), in one sweep for each size, so that the entries before a tried piece need not be replayed for every
/// piece.
struct Minimizer<State: Sendable>: LongWork {
    /// Whether a condition holds.
    typealias Test = @Sendable (Spot, WorkMeter) throws(HistoryError) -> Bool

    /// A state on the way through the entries.
    struct Spot: Sendable {
        var state: State
        /// The state before the last entry, if needed.
        var before: State?
        /// The last entry.
        var seq: Int?
    }

    enum Outcome {
        /// There is more to do.
        case paused
        /// The condition does not even hold with all entries.
        case neverHolds
        case done
    }

    /// What is being replayed.
    private enum Phase {
        /// Everything, to see whether the condition holds at all.
        case whole
        /// What comes after the piece that is left out.
        case trial
        /// The piece, since it is needed.
        case piece
    }

    /// The entries that are still kept, in order.
    private(set) var kept: [Int]
    /// How often the condition was tested.
    private(set) var tests = 0
    /// Whether no entry can be left out, once it is done.
    private(set) var isMinimal = true
    /// The initial range of entries, possibly shortened.
    private(set) var range: Range<Int>
    private let needsBefore: Bool
    /// Whether the range ends with the first entry after which the condition holds.
    private let endsEarly: Bool
    /// The maximum number of entries to replay.
    private let limit: Int
    private let base: Spot
    private var phase = Phase.whole
    /// The state that the piece begins with.
    private var prefix: Spot
    /// The piece being tried: indices in `kept`.
    private var piece = 0..<0
    private var size: Int
    private var hasRemoved = false
    /// The running replay, and its index in `kept`.
    private var running: Spot
    private var next = 0
    private var reductions = 0
    private let holds: Test
    /// Whether the next test of the condition takes longer than a slice.
    private(set) var isLong = false
    /// The result of that test.
    private var verdict: Bool?
    /// Whether the last replay still has to be tested.
    private var isUnseen = false

    /// Begins with all entries of a range.
    ///
    /// - Parameters:
    ///   - state: The state before them.
    ///   - needsBefore: Whether the condition needs the state before the last entry.
    ///   - endsEarly: Whether to begin by dropping everything after the first entry after which the condition holds.
    ///   - limit: The maximum number of entries to replay.
    ///   - holds: Whether the condition holds.
    init(
        _ seqs: Range<Int>, on state: State, needsBefore: Bool, endsEarly: Bool, limit: Int, holds: @escaping Test
    ) {
        self.holds = holds
        kept = Array(seqs)
        range = seqs
        self.endsEarly = endsEarly
        self.needsBefore = needsBefore
        self.limit = limit
        base = Spot(state: state)
        prefix = base
        running = base
        size = max(1, kept.count)
    }

    /// Continues until it is done or has to pause.
    ///
    /// - Parameters:
    ///   - reduce: Replays one entry.
    ///   - pause: Whether to pause; called every few entries.
    mutating func run(_ reduce: (Int, inout State) -> Void, pause: () -> Bool) throws(HistoryError) -> Outcome {
        if endsEarly, phase == .whole, next == 0 {
            guard let holds = try test() else { return .paused }
            if holds { leaveOutRest() }
        }
        repeat {
            let end = phase == .piece ? piece.upperBound : kept.count
            while isUnseen || next < end {
                if !isUnseen {
                    isUnseen = endsEarly && phase == .whole
                    if needsBefore, isUnseen || next == end - 1 { running.before = running.state }
                    reduce(kept[next], &running.state)
                    running.seq = kept[next]
                    next += 1
                    reductions += 1
                }
                if isUnseen {
                    guard let holds = try test() else { return .paused }
                    isUnseen = false
                    if holds {
                        leaveOutRest()
                        break
                    }
                }
                if reductions % 16 == 0, pause() { return .paused }
            }
            if let outcome = try finishReplay() { return outcome }
        } while !isLong && !pause()
        return .paused
    }

    mutating func goOn(_ meter: WorkMeter) throws(HistoryError) {
        isLong = false
        verdict = try holds(running, meter)
    }

    /// Whether the condition holds for what is running; `nil` if that takes longer than a slice.
    private mutating func test() throws(HistoryError) -> Bool? {
        if let verdict = verdict.take() { return verdict }
        do throws(HistoryError) {
            return try holds(running, .ofSlice)
        } catch {
            guard error.code == .cancelled else { throw error }
            isLong = true
            return nil
        }
    }

    /// The result.
    var result: (range: Range<Int>, kept: [Int], tests: Int, isMinimal: Bool) { (range, kept, tests, isMinimal) }

    /// Why there is nothing to minimise.
    var neverHolds: String {
        let last = range.upperBound - 1
        return endsEarly
            ? "The condition holds nowhere from \(range.lowerBound - 1) to \(last)."
            : "The condition does not hold at \(last): give the seq of an entry after which it holds, or none."
    }

    private mutating func leaveOutRest() {
        kept.removeSubrange(next...)
        range = range.lowerBound..<range.lowerBound + next
        size = max(1, next)
    }

    private mutating func finishReplay() throws(HistoryError) -> Outcome? {
        switch phase {
        case .whole:
            guard let holds = try test() else { return .paused }
            tests += 1
            return holds ? tryPiece(at: 0) : .neverHolds
        case .trial:
            guard let holds = try test() else { return .paused }
            tests += 1
            if holds {
                kept.removeSubrange(piece)
                hasRemoved = true
                return tryPiece(at: piece.lowerBound)
            }
            phase = .piece
            // What the prefix retained would have to be copied.
            (running, prefix) = (prefix, base)
            next = piece.lowerBound
            return nil
        case .piece:
            prefix = running
            return tryPiece(at: piece.upperBound)
        }
    }

    private mutating func tryPiece(at place: Int) -> Outcome? {
        var place = place
        if place >= kept.count {
            if kept.isEmpty || (size == 1 && !hasRemoved) { return .done }
            size = (size + 1) / 2
            hasRemoved = false
            prefix = base
            place = 0
        }
        guard reductions < limit else {
            isMinimal = false
            return .done
        }
        piece = place..<min(place + size, kept.count)
        phase = .trial
        running = prefix
        next = piece.upperBound
        return nil
    }
}
