public import StrobeTree

/// The result of replacing the live state.
public struct StateReplacement: Codable, Sendable, Hashable, DescribedObject {
    public static let members: Members = [
        .required(\.seq, "seq", "The seq of the new entry; the last seq if `applied` is false."),
        .optional(\.changes, "changes", "What it changed; if absent, `incomplete` says why."),
        .incomplete(\.incomplete),
        .applied(\.applied),
    ]

    /// The seq of the new entry; the last seq if `applied` is false.
    public var seq: Int
    /// What it changed; if absent, `incomplete` says why.
    public var changes: [Change]?
    /// Why changes are not reported in full; absent if they are.
    public var incomplete: Incompleteness?
    /// False if the store was asked but does not report the resulting entry; absent otherwise.
    public var applied: Bool?

    /// Makes the answer.
    public init(seq: Int, changes: [Change]?, incomplete: Incompleteness? = nil, applied: Bool? = nil) {
        self.seq = seq
        self.changes = changes
        self.incomplete = incomplete
        self.applied = applied
    }

}
