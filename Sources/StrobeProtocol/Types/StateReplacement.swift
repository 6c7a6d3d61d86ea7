public import StrobeTree

/// The result of replacing the live state.
public struct StateReplacement: Codable, Sendable, Hashable {
    /// The seq of the new entry; the last seq if `applied` is false.
    public var seq: Int
    /// What it changed; if absent, `incomplete` says why.
    public var changes: [Change]?
    /// Why the changes are absent or incomplete.
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

    static let members: [MethodDescription.Member] = [
        .required("seq", "integer", "The seq of the new entry; the last seq if `applied` is false."),
        .optional("changes", "[Change]", "What it changed; if absent, `incomplete` says why."), .incomplete, .applied,
    ]
}

extension MethodDescription.Member {
    static let incomplete = optional(
        "incomplete", "Incompleteness", "Why changes are not reported in full; absent if they are.")
    static let applied = optional(
        "applied", "boolean",
        "False if the store was asked but does not report the resulting entry; absent otherwise.")
}
