/// The description of a branch: a part of the log replayed separately, with edits.
///
/// Its entries are numbered from `base`: the first is `base + 1`.
public struct BranchInfo<Action: Sendable>: Sendable {
    /// The id that requests use.
    public let id: String
    /// Its display name, unique among the branches of a store and usable instead of the id.
    public let name: String?
    /// The number of the log that it branches off at.
    public let base: Int
    /// The first entry of the log that is replayed.
    public let from: Int
    /// The last entry of the log that is replayed; less than `from` if none.
    public let to: Int
    /// The number of its own last entry.
    public let seq: Int
    /// The number of its entries with an error.
    public let errorCount: Int
    /// The first entry with an error.
    public let firstErrorSeq: Int?
    /// Its differences from the log.
    public let edits: [BranchEdit<Action>]
}
