internal import StrobeReflection

/// A state of a recording.
struct RecordedState: ShapedTree, Sendable {
    /// The state as far as it is known.
    var shaped: ShapedValue
    /// The number of the transition that led to it; `nil` if no state was recorded yet.
    var knownSeq: Int?
    /// What was recorded but does not fit the state before it.
    var misfit: String?
}
