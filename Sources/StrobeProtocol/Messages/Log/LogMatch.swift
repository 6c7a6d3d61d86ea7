/// An entry of a log that contains the text.
///
///     let match = LogMatch(entry: entry, in: [.action, .change])
///     print(match.entry.label)
public struct LogMatch: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "An entry of a log that contains the text."
    public static let members: Members = [
        .required(\.entry, "entry", "The entry."),
        .required(\.in, "in", in: .notEmpty("part"), "The parts that contain the text."),
    ]

    /// A searchable part of an entry.
    public enum Part: String, Codable, Sendable, Hashable, CaseIterable, MemberType {
        /// The action, its label, or the reason of its rejection.
        case action
        /// An effect.
        case effect
        /// The path of a change.
        case change
    }

    /// The entry.
    public var entry: LogEntry
    /// The parts that contain the text.
    public var `in`: [Part]

    /// Makes a match.
    public init(entry: LogEntry, in parts: [Part]) {
        self.entry = entry
        self.in = parts
    }
}
