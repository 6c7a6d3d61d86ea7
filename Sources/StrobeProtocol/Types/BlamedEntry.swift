public import StrobeTree

/// An entry that changed the value at a path.
public struct BlamedEntry: Codable, Sendable, Hashable {
    /// The entry.
    public var entry: LogEntry
    /// What it changed at and below the path; absent if too large to send.
    public var changes: [Change]?

    /// Makes an entry.
    public init(entry: LogEntry, changes: [Change]?) {
        self.entry = entry
        self.changes = changes
    }
}
