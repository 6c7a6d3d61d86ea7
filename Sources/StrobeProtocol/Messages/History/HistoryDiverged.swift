public import StrobeTree

/// A store and its replay differ; the store is no longer replayed.
public struct HistoryDiverged: ProtocolNotification, Hashable {
    public static let method = "history/diverged"
    public static let summary = "A store and its replay differ; the store is no longer replayed."
    public static let members: Members = [
        .required(\.store, "store", "The store."),
        .required(\.seq, "seq", "The first transition whose result differs, as far as known."),
        .optional(\.path, "path", "The first path that differs; absent if unknown."),
        .required(\.kind, "kind", "The cause: `impureReducer`, `changedBehind` or `unorderedEncoding`."),
        .required(\.lastEqualSeq, "lastEqualSeq", "The last seq before it at which both were known to be equal."),
        .required(\.comparedAt, "comparedAt", "The seq at which the states were compared."),
        .required(\.message, "message", "What happened and what to do, for people."),
        .optional(
            \.changes, "changes", in: .elements(16), "What differs, at most 16 changes; absent if too large to send."),
    ]

    /// The store.
    public var store: String
    /// The first transition whose result differs, as far as known.
    public var seq: Int
    /// The first path that differs; absent if unknown.
    public var path: Path?
    /// The cause: `impureReducer`, `changedBehind` or `unorderedEncoding`.
    public var kind: DivergenceDescription.Kind
    /// The last seq before it at which both were known to be equal.
    public var lastEqualSeq: Int
    /// The seq at which the states were compared.
    public var comparedAt: Int
    /// What happened and what to do, for people.
    public var message: String
    /// What differs, at most 16 changes; absent if too large to send.
    public var changes: [Change]?

    /// Makes the message.
    public init(store: String, _ divergence: DivergenceDescription) {
        self.store = store
        seq = divergence.seq
        path = divergence.path
        kind = divergence.kind
        lastEqualSeq = divergence.lastEqualSeq
        comparedAt = divergence.comparedAt
        message = divergence.message
        changes = divergence.changes
    }

    /// The difference as a description.
    public var divergence: DivergenceDescription {
        DivergenceDescription(
            seq: seq, path: path, kind: kind, lastEqualSeq: lastEqualSeq, comparedAt: comparedAt, message: message,
            changes: changes)
    }
}
