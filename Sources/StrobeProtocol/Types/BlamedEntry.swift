public import StrobeTree

/// An entry that changed the value at a path.
public struct BlamedEntry: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "An entry that changed the value at a path."
    public static let members: Members = [
        .required(\.entry, "entry", "The entry."),
        .optional(\.changes, "changes", "What it changed at and below the path; absent if too large to send."),
    ]

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
