internal import StrobeReflection
public import StrobeTree

/// A difference between the live state and the replay of the log from an earlier one, and its cause.
///
/// Only states are compared. Effects that differ from run to run do not count.
public struct Divergence: Sendable, Hashable {
    /// The cause of a difference, as far as replaying shows it.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The reducer returns different states for the same state and action: it reads a clock, a random number or
        /// something else that is not an argument.
        case impureReducer
        /// Replaying always gives the same state, but not the live one: something bypassed the store and changed the
        /// state, or what the state refers to, or the reducer read what has changed since.
        case changedBehind
        /// The same elements in another order: an array or an encoding was made from a set or a dictionary. A shuffle
        /// is distinguished from that if the allocator soon reuses memory, as nearly all do.
        case unorderedEncoding
    }

    /// The first transition whose result differs; for `changedBehind` the first number at which that is detectable.
    public let seq: Int
    /// The first place that differs; `nil` if it could not be determined.
    public internal(set) var path: Path?
    /// Its cause.
    public let kind: Kind
    /// The number at which the live state was compared; if a transition was tried again, its own.
    public let comparedAt: Int
    /// The last number before `seq` at which both were known to be equal.
    public let lastEqualSeq: Int
    /// What differs: from the replayed state to the live one, or from one try to the next; at most 16 changes.
    public internal(set) var changes: [Change]

    /// A copy with placeholders for what is hidden.
    func hiding(_ redaction: Redaction) -> Divergence {
        var divergence = self
        // A hidden value is shown as different as a whole.
        divergence.path = path.map(redaction.shown)
        divergence.changes = []
        for change in changes.map(redaction.hiding) where redaction.shown(change.path) == change.path {
            divergence.changes.append(change)
        }
        return divergence
    }
}
