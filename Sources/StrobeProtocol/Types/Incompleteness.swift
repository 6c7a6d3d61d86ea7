/// Why what a transition changed is not told in full.
public enum Incompleteness: String, Codable, Sendable, Hashable, CaseIterable {
    /// Nothing that is shown changed; something in the state is hidden, and whether that changed is not told.
    case hidden
    /// There are too many changes, or they hold too much for one answer.
    case tooLarge
    /// The states are not known, or the store does not say which transition it is.
    case unknown
    /// Nothing but what cannot be compared may have changed.
    case incomparable
}
