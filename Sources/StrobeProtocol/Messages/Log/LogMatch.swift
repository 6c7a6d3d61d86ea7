/// An entry of a log in which a text was found.
///
///     let match = LogMatch(entry: entry, in: [.action, .change])
///     print(match.entry.label)
public struct LogMatch: Codable, Sendable, Hashable {
    /// A part of an entry that can be searched.
    public enum Part: String, Codable, Sendable, Hashable, CaseIterable {
        /// The action, its label, or the reason of its rejection.
        case action
        /// An effect.
        case effect
        /// The path of a change.
        case change
    }

    /// The entry.
    public var entry: LogEntry
    /// In which of its parts the text was found.
    public var `in`: [Part]

    /// Makes a match.
    public init(entry: LogEntry, in parts: [Part]) {
        self.entry = entry
        self.in = parts
    }
}
