internal import StrobeTree

/// How far a count has come.
struct GraphPoint: Sendable, Hashable {
    var seq: Int
    var counts: GraphCounts
}

/// A count on its way to one number, which the caller brings along from step to step.
struct GraphWalk: Sendable {
    let path: Path
    /// The number to end at; `nil` for the last one that there is when it begins.
    var target: Int?
    /// The graph that the counts belong to; `nil` before the first step.
    var id: Int?
    /// Where that graph begins.
    var first = 0
    var point = GraphPoint(seq: 0, counts: GraphCounts(current: 0))

    var isDone: Bool { id != nil && point.seq == target }
}
