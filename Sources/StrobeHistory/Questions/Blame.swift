public import StrobeTree

/// The entries that changed the value at a path.
public struct Blame: Sendable, Hashable {
    /// An entry and what it changed at the path.
    public struct Line: Sendable, Hashable {
        /// The number of the entry.
        public let seq: Int
        /// What it changed at and below the path; empty if no longer known.
        public let changes: [Change]
    }

    /// The number of the initial state.
    public let seq: Int
    /// The entries, newest first.
    public let lines: [Line]
    /// The first entry that was examined; an earlier one may have changed the path as well.
    public let from: Int
    /// Where to continue for older entries; `nil` if nothing older is kept.
    public let next: Int?
}
