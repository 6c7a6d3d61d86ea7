/// Why the changes of a transition are not reported in full.
public enum Incompleteness: String, Codable, Sendable, Hashable, CaseIterable {
    /// Nothing visible changed; something in the state is hidden, and whether it changed is not reported.
    case hidden
    /// There are too many changes, or they are too large for one answer.
    case tooLarge
    /// The states are unknown, or the store does not report which transition it is.
    case unknown
    /// Only values that cannot be compared may have changed.
    case incomparable
}
