/// Why the changes of a transition are not reported in full.
public enum Incompleteness: String, Codable, Sendable, Hashable, CaseIterable, DescribedChoice {
    public static let summary = "Why the changes of a transition are not reported in full."

    /// Nothing visible changed; something in the state is hidden, and whether it changed is not reported.
    case hidden
    /// There are too many changes, or they are too large for one answer.
    case tooLarge
    /// The states are unknown, or the store does not report which transition it is.
    case unknown
    /// Only values that cannot be compared may have changed.
    case incomparable
}

extension MessageMember {
    /// Why changes are not reported in full, in results that are about changes.
    static func incomplete(_ value: @escaping @Sendable (Object) -> Incompleteness?) -> MessageMember {
        optional(value, "incomplete", "Why changes are not reported in full; absent if they are.")
    }

    /// Whether the store reported what it was asked to do.
    static func applied(_ value: @escaping @Sendable (Object) -> Bool?) -> MessageMember {
        optional(
            value, "applied",
            "False if the store was asked but does not report the resulting entry; absent otherwise.")
    }
}
