public import StrobeTree

/// Returns one entry of the log with what it changed.
public struct LogGet: Request {
    public static let method = "log/get"
    public static let summary = "Returns one entry of the log with what it changed."
    public static let failures: [ErrorCode] = [.seqEvicted]
    public static let members: Members = [
        .store(\.store),
        .required(\.seq, "seq", in: .from(1), "The entry."),
        .optional(\.branch, "branch", "The branch to read, by its id or name; default: the log."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The entry.
    public var seq: Int
    /// The branch to read, by its id or name; default: the log.
    public var branch: String?

    /// Makes the message.
    public init(store: String? = nil, seq: Int, branch: String? = nil) {
        self.store = store
        self.seq = seq
        self.branch = branch
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.entry, "entry", "The entry."),
            .optional(
                \.changes, "changes", "What it changed; absent if it cannot be computed or is too large to send."),
            .optional(
                \.notes, "notes",
                "Notes just before the entry, and about actions of its effects; absent if there are none."),
        ]

        /// The entry.
        public var entry: LogEntry
        /// What it changed; absent if it cannot be computed or is too large to send.
        public var changes: [Change]?
        /// Notes just before the entry, and about actions of its effects; absent if there are none.
        public var notes: [NoteDescription]?

        /// Makes the answer.
        public init(entry: LogEntry, changes: [Change]? = nil, notes: [NoteDescription]? = nil) {
            self.entry = entry
            self.changes = changes
            self.notes = notes
        }
    }
}
