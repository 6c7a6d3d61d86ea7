public import StrobeTree

/// Reports to every session that a store and its replay differ.
public struct HistoryDiverged: ProtocolNotification, Hashable {
    public static let method = "history/diverged"
    public static let summary = "A store and its replay differ; the store is no longer replayed."
    public static let parameters: [MethodDescription.Member] = [
        .required("store", "string", "The store."),
        .required("seq", "integer", "The first transition whose result differs, as far as known."),
        .optional("path", "Path", "The first path that differs; absent if unknown."),
        .required("kind", "string", "The cause: `impureReducer`, `changedBehind` or `unorderedEncoding`."),
        .required("lastEqualSeq", "integer", "The last seq before it at which both were known to be equal."),
        .required("comparedAt", "integer", "The seq at which the states were compared."),
        .required("message", "string", "What happened and what to do, for people."),
        .optional("changes", "[Change]", "What differs, at most 16 changes; absent if too large to send."),
    ]

    /// The store.
    public var store: String
    /// The first transition whose result differs, as far as known.
    public var seq: Int
    /// The first path that differs; absent if unknown.
    public var path: Path?
    /// The cause.
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
