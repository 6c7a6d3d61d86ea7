/// The least of the log that still makes a condition true.
public struct Minimized<Action: Sendable>: Sendable {
    /// The branch that has these entries alone.
    public let branch: BranchInfo<Action>
    /// The entries of the log that are needed, in order.
    public let kept: [Int]
    /// How many selections of entries were tried.
    public let tests: Int
    /// Whether it was made sure that none of them can be left out; `false` when that would have taken too long.
    public let isMinimal: Bool
}
