public import StrobeTree

/// Asks for a page of the log.
public struct LogList: Request {
    public static let method = "log/list"
    public static let summary = "Gives a page of the log, oldest first."
    public static let failures: [ErrorCode] = [.seqEvicted]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .optional("from", "integer", "The first seq of the page; without it the newest entries up to `to` are given."),
        .optional("to", "integer", "The last seq of the page; the last of the log without."),
        .optional("limit", "integer", "How many entries at most; 100 without."),
        .optional("filter", "LogFilter", "Which entries; all without."),
        .optional("branch", "string", "The branch whose entries are meant, by its id or name; the log without."),
        .optional(
            "changes", "boolean",
            "Whether entries have what they changed; without only whether they did, with false not even that."),
        .optional("merge", "integer", "Over how many entries changes may be put together; 1 without."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("seq", "integer", "The last seq of the log when it was read."),
        .required("entries", "[LogEntry]", "The entries, oldest first."),
        .optional("next", "integer", "The `from` of the next page; absent at the end."),
        .optional("previous", "integer", "The `to` of the page before; absent at the beginning."),
        .optional("firstSeq", "integer", "The first seq of the log; absent while that is 1."),
        .optional(
            "notes", "[NoteDescription]",
            "Remarks that stand among the entries or right before them; absent where there are none."),
    ]

    /// Which entries; all without.
    public struct Filter: Codable, Sendable, Hashable {
        /// A glob (`*`, `?`) over labels.
        public var action: String?
        /// Only of this origin.
        public var origin: String?
        /// Only those that changed the state (`true`) or did not (`false`).
        public var changed: Bool?
        /// Only those that changed something at, above or below this path.
        public var path: Path?

        /// Makes a filter.
        public init(action: String? = nil, origin: String? = nil, changed: Bool? = nil, path: Path? = nil) {
            self.action = action
            self.origin = origin
            self.changed = changed
            self.path = path
        }
    }

    /// The store; optional if there is only one.
    public var store: String?
    /// The first seq of the page; without it the newest `limit` entries up to `to` are meant.
    public var from: Int?
    /// The last seq of the page; the last of the log without.
    public var to: Int?
    /// How many entries at most; 100 without.
    public var limit: Int?
    /// Which of them.
    public var filter: Filter?
    /// The branch whose entries are meant, by its id or name; the log without.
    public var branch: String?
    /// Whether entries have what they changed; without only whether they did, with `false` not even that.
    public var changes: Bool?
    /// Over how many entries changes may be put together, where `changes` is `true` and there is no filter; 1 without.
    public var merge: Int?

    /// Makes the message.
    public init(
        store: String? = nil, from: Int? = nil, to: Int? = nil, limit: Int? = nil, filter: Filter? = nil,
        branch: String? = nil, changes: Bool? = nil, merge: Int? = nil
    ) {
        self.store = store
        self.from = from
        self.to = to
        self.limit = limit
        self.filter = filter
        self.branch = branch
        self.changes = changes
        self.merge = merge
    }

    public func check() throws(ProtocolError) {
        try require("from", from, in: 0...)
        try require("to", to, in: 0...)
        try require("limit", limit, in: 1...)
        try require("merge", merge, in: 1...)
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The last seq of the log when it was read.
        public var seq: Int
        /// The entries, oldest first.
        public var entries: [LogEntry]
        /// The `from` of the next page; absent at the end.
        public var next: Int?
        /// The `to` of the page before; absent at the beginning.
        public var previous: Int?
        /// The first seq of the log; absent while that is 1.
        public var firstSeq: Int?
        /// Remarks that stand among the entries or right before them; absent where there are none.
        public var notes: [NoteDescription]?

        /// Makes the answer.
        public init(
            seq: Int, entries: [LogEntry], next: Int? = nil, previous: Int? = nil, firstSeq: Int? = nil,
            notes: [NoteDescription]? = nil
        ) {
            self.seq = seq
            self.entries = entries
            self.next = next
            self.previous = previous
            self.firstSeq = firstSeq
            self.notes = notes
        }
    }
}
