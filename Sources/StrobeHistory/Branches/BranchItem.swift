/// One entry of a branch on its way through the reducer.
struct BranchItem<State, Action> {
    /// Its number in the branch.
    var seq: Int
    /// The entry of the log that it repeats or stands for.
    var originSeq: Int?
    /// Whether it was inserted, replaced or moved.
    var isEdited: Bool
    /// The action; `nil` where a state was put in.
    var action: UnsafePointer<Action>?
    /// The state that was put in.
    var state: State?
}
