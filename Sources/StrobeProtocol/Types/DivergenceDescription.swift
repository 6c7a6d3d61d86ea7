public import StrobeTree

/// A difference between a store and its replay.
public struct DivergenceDescription: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "A difference between a store and its replay."
    public static let members: Members = [
        .required(
            \.seq, "seq",
            "The first transition whose result differs; for `changedBehind` the first seq at which that is known."),
        .optional(\.path, "path", "The first path that differs; absent if unknown."),
        .required(\.kind, "kind", "The cause: `impureReducer`, `changedBehind` or `unorderedEncoding`."),
        .required(\.lastEqualSeq, "lastEqualSeq", "The last seq before `seq` at which both were known to be equal."),
        .required(\.comparedAt, "comparedAt", "The seq at which the states were compared."),
        .required(\.message, "message", "What happened and what to do, for people."),
        .optional(
            \.changes, "changes", in: .elements(16),
            "What differs, at most 16 changes: from the replayed state to the live one, or from one replay to "
                + "the next; absent if too large to send."),
    ]

    /// The cause of a difference, as far as replay can find it.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable, MemberType {
        /// The reducer returns different states for the same state and action.
        case impureReducer
        /// The state was changed without an action.
        case changedBehind
        /// The same elements in another order, from a set or a dictionary.
        case unorderedEncoding
    }

    /// The first transition whose result differs; for `changedBehind` the first seq at which that is known.
    public var seq: Int
    /// The first path that differs; absent if unknown.
    public var path: Path?
    /// The cause: `impureReducer`, `changedBehind` or `unorderedEncoding`.
    public var kind: Kind
    /// The last seq before `seq` at which both were known to be equal.
    public var lastEqualSeq: Int
    /// The seq at which the states were compared.
    public var comparedAt: Int
    /// What happened and what to do, for people.
    public var message: String
    /// What differs, at most 16 changes: from the replayed state to the live one, or from one replay to the next;
    /// absent if too large to send.
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
