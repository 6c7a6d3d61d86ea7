public import StrobeTree

/// One entry of a branch.
public struct BranchEntry<Action: Sendable, Effect: Sendable>: Sendable {
    /// The entry, with its number in the branch; the effects are those that the reducer returns here, and are not
    /// performed.
    public let entry: Entry<Action, Effect>
    /// The entry of the log that it repeats or replaces; `nil` for an inserted one.
    public let originSeq: Int?
    /// Whether it was inserted, replaced or moved.
    public let isEdited: Bool
    /// Its error: the store would reject the action here, or a state was set that overwrites what was branched.
    public let error: String?
    /// What it changes; `nil` if not requested, or not known.
    public private(set) var changes: [Change]?

    /// A copy with its changes.
    func with(_ changes: [Change]?) -> BranchEntry {
        var entry = self
        entry.changes = changes
        return entry
    }
}
