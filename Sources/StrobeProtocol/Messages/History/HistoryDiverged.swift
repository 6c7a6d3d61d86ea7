public import StrobeTree

/// Tells every session that a store is not what its replay makes of it.
public struct HistoryDiverged: ProtocolNotification, Hashable {
    public static let method = "history/diverged"
    public static let summary = "A store and its replay differ; it is not replayed any more."
    public static let parameters: [MethodDescription.Member] = [
        .required("store", "string", "The store."),
        .required("seq", "integer", "The first transition whose result differs, as far as it can be known."),
        .optional("path", "Path", "The first place that differs; absent where it could not be told."),
        .required("kind", "string", "What it comes from: `impureReducer`, `changedBehind` or `unorderedEncoding`."),
        .required("lastEqualSeq", "integer", "The last seq before at which both were known to be equal."),
        .required("comparedAt", "integer", "The seq at which the states were compared."),
        .required("message", "string", "What happened and what to do, for people."),
        .optional("changes", "[Change]", "What differs, at most 16 changes; absent where they are too large to send."),
    ]

    /// The store.
    public var store: String
    /// The first transition whose result differs, as far as it can be known.
    public var seq: Int
    /// The first place that differs; absent where it could not be told.
    public var path: Path?
    /// What it comes from.
    public var kind: DivergenceDescription.Kind
    /// The last seq before at which both were known to be equal.
    public var lastEqualSeq: Int
    /// The seq at which the states were compared.
    public var comparedAt: Int
    /// What happened and what to do, for people.
    public var message: String
    /// What differs, at most 16 changes; absent where they are too large to send.
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

    /// What it tells of the store.
    public var divergence: DivergenceDescription {
        DivergenceDescription(
            seq: seq, path: path, kind: kind, lastEqualSeq: lastEqualSeq, comparedAt: comparedAt, message: message,
            changes: changes)
    }
}
