public import StrobeTree

/// One entry of a branch.
public struct BranchEntry<Action: Sendable, Effect: Sendable>: Sendable {
    /// The entry, with its number in the branch; the effects are those that the reducer asks for here, and nobody performs
    /// them.
    public let entry: Entry<Action, Effect>
    /// The entry of the log that it repeats or stands for; `nil` for one that was inserted.
    public let originSeq: Int?
    /// Whether it was inserted, replaced or moved.
    public let isEdited: Bool
    /// What is wrong with it: the store would reject the action here, or a state was put in over what was branched.
    public let error: String?
    /// What it changes; `nil` where that was not asked for, or cannot be told.
    public private(set) var changes: [Change]?

    /// The same with what it changes.
    func with(_ changes: [Change]?) -> BranchEntry {
        var entry = self
        entry.changes = changes
        return entry
    }
}
