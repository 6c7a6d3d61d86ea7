public import StrobeTree

/// What an action would do.
public struct DryRun<Effect: Sendable>: Sendable {
    /// The number of the state that it was tried on.
    public let seq: Int
    /// What it would change.
    public let changes: [Change]
    /// What it would ask of the outside.
    public let effects: [Effect]
    /// Why the store would reject it; `nil` where it would not.
    public let rejection: String?
}
