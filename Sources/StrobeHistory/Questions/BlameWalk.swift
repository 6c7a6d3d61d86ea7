internal import Dispatch
internal import StrobeReflection
internal import StrobeTree

/// The progress of a search for the entries that changed a path.
struct BlameWalk<State: Sendable>: LongWork {
    /// The next step.
    enum Step: Sendable {
        case begin
        /// Walks forward over a part of the log, the last one first.
        case scan(part: ClosedRange<Int>, next: Int, hits: [Int])
        /// Computes the changes of the entries found in a part.
        case explain(part: ClosedRange<Int>, hits: [Int], lines: [Blame.Line])
        /// Walks back entry by entry over retained states.
        case look(next: Int)
    }

    let reader: ConfinedReader<State>
    let limit: Int
    /// The state to begin with.
    var at: Int?
    let deadline: DispatchTime
    var step = Step.begin
    var pair = StatePair<State>(.unused)
    var lines: [Blame.Line] = []
    var difference: LongDifference<State>
    /// Whether comparing the pair is due, which takes longer than a slice.
    private var isComparing = false
    /// The result of that, and its entry.
    private var verdict: (seq: Int, isChanged: Bool)?

    init(_ path: Path, _ redaction: Redaction, limit: Int, at: Int?, deadline: DispatchTime) {
        reader = ConfinedReader(path, redaction)
        difference = LongDifference(at: path, redaction)
        self.limit = limit
        self.at = at
        self.deadline = deadline
    }

    var path: Path { reader.place.path }
    var isLong: Bool { isComparing || difference.isLong }

    mutating func goOn(_ meter: WorkMeter) throws(HistoryError) {
        guard isComparing else { return try difference.goOn(meter) }
        isComparing = false
        guard let seq = pair.after?.seq else { return }
        verdict = (seq, isChanged(meter))
        try meter.check(at: seq)
    }

    /// Whether the pair's entry changed the value at the path; `nil` if that takes longer than a slice.
    mutating func isChanged() -> Bool? {
        if let verdict = verdict.take(), verdict.seq == pair.after?.seq { return verdict.isChanged }
        let meter = WorkMeter.ofSlice
        let isChanged = isChanged(meter)
        isComparing = meter.isOver
        return isComparing ? nil : isChanged
    }

    private func isChanged(_ meter: WorkMeter) -> Bool {
        pair.withPointers { after, before in
            before.map { !reader.place.isSame($0, after, meter) } ?? false
        } ?? false
    }
}

/// A reader of a place, used by one slice after the other.
///
/// `@unchecked Sendable`: it is reached only through the progress of sliced work, which one slice has at a time.
final class ConfinedReader<State>: @unchecked Sendable {
    let place: PlaceReader<State>

    init(_ path: Path, _ redaction: Redaction) {
        place = PlaceReader(at: path, redaction: redaction)
    }
}
