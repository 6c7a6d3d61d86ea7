public import StrobeTree

/// Which entries changed what is at a path.
public struct Blame: Sendable, Hashable {
    /// An entry and what it changed at the path.
    public struct Line: Sendable, Hashable {
        /// The number of the entry.
        public let seq: Int
        /// What it changed at and below the path; empty where that is not known any more.
        public let changes: [Change]
    }

    /// The number of the state that was begun with.
    public let seq: Int
    /// The entries, the newest first.
    public let lines: [Line]
    /// The first entry that was looked at; one before it may have changed the path, too.
    public let from: Int
    /// Where to go on for older entries; `nil` when nothing older is kept.
    public let next: Int?
}
