internal import StrobeProtocol
internal import StrobeTree

/// How much of what entries changed is requested.
enum ChangesDetail: Hashable {
    /// Nothing, not even whether they changed something.
    case none
    /// The first change of each, which says that there is one.
    case first
    /// The changes of each.
    case all
    /// The combined changes of up to this many in succession.
    case merged(Int)
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
