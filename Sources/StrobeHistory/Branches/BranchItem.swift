/// One entry of a branch on its way through the reducer.
struct BranchItem<State, Action> {
    /// Its number in the branch.
    var seq: Int
    /// The entry of the log that it repeats or replaces.
    var originSeq: Int?
    /// Whether it was inserted, replaced or moved.
    var isEdited: Bool
    /// The action; `nil` if a state was set.
    var action: UnsafePointer<Action>?
    /// The state that was set.
    var state: State?
}
