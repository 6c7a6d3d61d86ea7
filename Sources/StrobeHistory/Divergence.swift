public import StrobeTree

/// A difference between the live state and the replayed one: the reducer depends on more than its arguments, or somebody
/// changes what states refer to.
public struct Divergence: Sendable, Hashable {
    /// The number at which they were compared; they may have differed for some time.
    public let seq: Int
    /// The last number at which they were known to be equal.
    public let lastEqualSeq: Int
    /// What differs: from the replayed state to the live one; at most 16 changes.
    public let changes: [Change]
}
