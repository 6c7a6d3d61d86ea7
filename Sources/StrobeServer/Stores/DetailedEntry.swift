internal import StrobeProtocol
internal import StrobeTree

/// An entry of the log with its changes, if known.
struct DetailedEntry: Sendable {
    let entry: LogEntry
    let changes: [Change]?
    /// The seq of the state that the changes begin with, if they are those of several entries.
    var fromSeq: Int?
    /// Whether its changes are among those of a later entry.
    var isCovered = false
}
