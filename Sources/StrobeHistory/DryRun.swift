public import StrobeTree

/// What an action would do.
public struct DryRun<Effect: Sendable>: Sendable {
    /// The number of the state that it was tried on.
    public let seq: Int
    /// What it would change.
    public let changes: [Change]
    /// The effects that it would return.
    public let effects: [Effect]
    /// Why the store would reject it; `nil` if it would not.
    public let rejection: String?
}
