public import StrobeTree

/// What came of putting another state in place of the present one.
public struct StateReplacement: Codable, Sendable, Hashable {
    /// The number of the new entry; the last one there is where `applied` is false.
    public var seq: Int
    /// What it changed; absent as `incomplete` says.
    public var changes: [Change]?
    /// Why the changes are absent or not all.
    public var incomplete: Incompleteness?
    /// False where the store was asked and does not say which entry came of it; absent otherwise.
    public var applied: Bool?

    /// Makes the answer.
    public init(seq: Int, changes: [Change]?, incomplete: Incompleteness? = nil, applied: Bool? = nil) {
        self.seq = seq
        self.changes = changes
        self.incomplete = incomplete
        self.applied = applied
    }

    static let members: [MethodDescription.Member] = [
        .required("seq", "integer", "The number of the new entry; the last one where `applied` is false."),
        .optional("changes", "[Change]", "What it changed; absent as `incomplete` says."), .incomplete, .applied,
    ]
}

extension MethodDescription.Member {
    static let incomplete = optional(
        "incomplete", "Incompleteness", "Why changes are not told in full; absent where they are.")
    static let applied = optional(
        "applied", "boolean",
        "False where the store was asked and does not say which entry came of it; absent otherwise.")
}
