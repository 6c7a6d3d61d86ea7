/// The result of comparing a store with its replay.
public struct Verification: Sendable, Hashable {
    /// The first transition that was checked.
    public let from: Int
    /// The last transition that was checked.
    public let seq: Int
    /// How many transitions were checked.
    public let checked: Int
    /// The difference, if there is one; found now, or before and still in force.
    public let divergence: Divergence?
}
