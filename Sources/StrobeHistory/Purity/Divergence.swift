internal import StrobeReflection
public import StrobeTree

/// A difference between the live state and what the log's actions make of an earlier one, and what it comes from.
///
/// Only states are compared. Effects that differ from run to run do not count.
public struct Divergence: Sendable, Hashable {
    /// What a difference comes from, as far as replaying tells.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The reducer makes different states of the same state and action: it reads a clock, a random number or
        /// something else that is no argument.
        case impureReducer
        /// Replaying gives the same state again and again, and it is not the live one: something wrote to the state
        /// beside the store, to what the state refers to, or the reducer read what has changed since.
        case changedBehind
        /// The same elements in another order: an array or an encoding was made from a set or a dictionary. A shuffle is told
        /// from that where the allocator gives memory out again soon, as nearly all do.
        case unorderedEncoding
    }

    /// The first transition whose result differs; for `changedBehind` the first number at which that can be known.
    public let seq: Int
    /// The first place that differs; `nil` where it could not be told.
    public internal(set) var path: Path?
    /// What it comes from.
    public let kind: Kind
    /// The number at which the live state was compared; where a transition was tried again, its own.
    public let comparedAt: Int
    /// The last number before `seq` at which both were known to be equal.
    public let lastEqualSeq: Int
    /// What differs: from the replayed state to the live one, or from one try to the next; at most 16 changes.
    public internal(set) var changes: [Change]

    /// The same with placeholders for what is hidden.
    func hiding(_ redaction: Redaction) -> Divergence {
        var divergence = self
        // What is hidden differs as a whole.
        divergence.path = path.map(redaction.shown)
        divergence.changes = []
        for change in changes.map(redaction.hiding) where redaction.shown(change.path) == change.path {
            divergence.changes.append(change)
        }
        return divergence
    }
}
