/// What a branch is: a part of the log replayed aside, with edits.
///
/// Its entries are numbered on from `base`: the first is `base + 1`.
public struct BranchInfo<Action: Sendable>: Sendable {
    /// What it is asked for by.
    public let id: String
    /// What people call it; unique among the branches of a store, and usable in place of the id.
    public let name: String?
    /// The number of the log that it leaves the log at.
    public let base: Int
    /// The first entry of the log that is replayed.
    public let from: Int
    /// The last entry of the log that is replayed; less than `from` for none.
    public let to: Int
    /// The number of its own last entry.
    public let seq: Int
    /// How many of its entries have an error.
    public let errorCount: Int
    /// The first of them.
    public let firstErrorSeq: Int?
    /// How it differs from the log.
    public let edits: [BranchEdit<Action>]
}
