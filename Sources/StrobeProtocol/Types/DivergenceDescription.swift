public import StrobeTree

/// What a server says of a difference between a store and its replay.
public struct DivergenceDescription: Codable, Sendable, Hashable {
    /// What a difference comes from, as far as replaying tells.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// The reducer makes different states of the same state and action.
        case impureReducer
        /// The state was changed beside the store's actions.
        case changedBehind
        /// The same elements in another order: they come from a set or a dictionary.
        case unorderedEncoding
    }

    /// The first transition whose result differs; for `changedBehind` the first number at which that can be known.
    public var seq: Int
    /// The first place that differs; absent where it could not be told.
    public var path: Path?
    /// What it comes from: `impureReducer`, `changedBehind` or `unorderedEncoding`.
    public var kind: Kind
    /// The last number before `seq` at which both were known to be equal.
    public var lastEqualSeq: Int
    /// The number at which the states were compared.
    public var comparedAt: Int
    /// What happened and what to do, for people.
    public var message: String
    /// What differs, at most 16 changes: from the replayed state to the live one, or from one try to the next; absent
    /// where they are too large to send.
    public var changes: [Change]?

    /// Makes a description.
    public init(
        seq: Int, path: Path? = nil, kind: Kind, lastEqualSeq: Int, comparedAt: Int, message: String,
        changes: [Change]? = nil
    ) {
        self.seq = seq
        self.path = path
        self.kind = kind
        self.lastEqualSeq = lastEqualSeq
        self.comparedAt = comparedAt
        self.message = message
        self.changes = changes
    }
}
