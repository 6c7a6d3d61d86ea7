internal import StrobeProtocol
internal import StrobeTree

/// How much of what an entry changed is requested.
enum ChangesDetail {
    /// Nothing, not even whether it changed something.
    case none
    /// The first change, which says that there is one.
    case first
    /// All of it.
    case all
}

/// An entry of the log with its changes, as far as requested and known.
struct DetailedEntry: Sendable {
    let entry: LogEntry
    let changes: [Change]?
    /// The seq of the state that the changes begin with, if they are those of several entries.
    var fromSeq: Int?
    /// Whether its changes are among those of a later entry.
    var isCovered = false
}
