internal import StrobeTree

/// How far a count has come.
struct TallyPoint: Sendable, Hashable {
    var seq: Int
    var counts: TallyCounts
}

/// A count on its way to one number, which the caller brings along from step to step.
struct TallyWalk: Sendable {
    let path: Path
    /// The number to end at; `nil` for the last one that there is when it begins.
    var target: Int?
    /// The tally that the counts belong to; `nil` before the first step.
    var id: Int?
    /// Where that tally begins.
    var first = 0
    var point = TallyPoint(seq: 0, counts: TallyCounts(current: 0))

    var isDone: Bool { id != nil && point.seq == target }
}
