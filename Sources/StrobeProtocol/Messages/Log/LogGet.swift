public import StrobeTree

/// Asks for one entry of the log.
public struct LogGet: Request {
    public static let method = "log/get"
    public static let summary = "Gives one entry of the log with what it changed."
    public static let failures: [ErrorCode] = [.seqEvicted]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .required("seq", "integer", "The entry."),
        .optional("branch", "string", "The branch whose entry is meant, by its id or name; the log without."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("entry", "LogEntry", "The entry."),
        .optional(
            "changes", "[Change]", "What it changed; absent where that cannot be worked out or is too large to send."),
        .optional(
            "notes", "[NoteDescription]",
            "Remarks right before the entry, and those about what its effects asked for; absent where there are none."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The entry.
    public var seq: Int
    /// The branch whose entry is meant, by its id or name; the log without.
    public var branch: String?

    /// Makes the message.
    public init(store: String? = nil, seq: Int, branch: String? = nil) {
        self.store = store
        self.seq = seq
        self.branch = branch
    }

    public func check() throws(ProtocolError) {
        try require("seq", seq, in: 1...)
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The entry.
        public var entry: LogEntry
        /// What it changed; absent where that cannot be worked out or is too large to send.
        public var changes: [Change]?
        /// Remarks right before the entry, and those about what its effects asked for; absent where there are none.
        public var notes: [NoteDescription]?

        /// Makes the answer.
        public init(entry: LogEntry, changes: [Change]? = nil, notes: [NoteDescription]? = nil) {
            self.entry = entry
            self.changes = changes
            self.notes = notes
        }
    }
}
