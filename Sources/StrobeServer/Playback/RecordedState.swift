internal import StrobeReflection

/// A state of a recording.
struct RecordedState: ShapedTree, Sendable {
    /// The state as far as it is known.
    var shaped: ShapedValue
    /// The number of the transition after which it was that; `nil` where no state was recorded yet.
    var knownSeq: Int?
    /// What was recorded and does not fit the state before it.
    var misfit: String?
}
