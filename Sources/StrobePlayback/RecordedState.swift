internal import StrobeReflection

/// A state of a recording.
struct RecordedState: ShapedTree, Sendable {
    /// The state, as far as known.
    var shaped: ShapedValue
    /// The seq of the transition that led to it; `nil` if no state was recorded yet.
    var knownSeq: Int?
    /// The recorded change that does not fit the state before it.
    var misfit: String?
}
