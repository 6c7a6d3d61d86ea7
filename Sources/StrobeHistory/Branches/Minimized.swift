/// The shortest part of the log that still makes a condition true.
public struct Minimized<Action: Sendable>: Sendable {
    /// The branch with only these entries.
    public let branch: BranchInfo<Action>
    /// The entries of the log that are needed, in order.
    public let kept: [Int]
    /// How many selections of entries were tried.
    public let tests: Int
    /// Whether it was verified that none of them can be left out; `false` if that would have taken too long.
    public let isMinimal: Bool
}
