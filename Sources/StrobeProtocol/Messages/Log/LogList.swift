public import StrobeTree

/// Returns a page of the log, oldest first.
public struct LogList: Request {
    public static let method = "log/list"
    public static let summary = "Returns a page of the log, oldest first."
    public static let failures: [ErrorCode] = [.seqEvicted]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .optional("from", "integer", "The first seq of the page; default: the newest entries up to `to`."),
        .optional("to", "integer", "The last seq of the page; default: the last of the log."),
        .optional("limit", "integer", "How many entries at most; default: 100."),
        .optional("filter", "LogFilter", "Which entries; default: all."),
        .optional("branch", "string", "The branch to read, by its id or name; default: the log."),
        .optional(
            "changes", "boolean",
            "Whether entries include changes; default: only whether there are any; if false, not even that."),
        .optional("merge", "integer", "Over how many entries changes may be merged; default: 1."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("seq", "integer", "The last seq of the log when it was read."),
        .required("entries", "[LogEntry]", "The entries, oldest first."),
        .optional("next", "integer", "The `from` of the next page; absent on the last."),
        .optional("previous", "integer", "The `to` of the previous page; absent on the first."),
        .optional("firstSeq", "integer", "The first seq of the log; absent while that is 1."),
        .optional(
            "notes", "[NoteDescription]",
            "Remarks among the entries or just before them; absent if there are none."),
        .optional(
            "incomplete", "Incompleteness",
            "`hidden` if something at or below the filter's path is hidden; entries that changed that alone are left out."
        ),
    ]

    /// Which entries; default: all.
    public struct Filter: Codable, Sendable, Hashable {
        /// A glob (`*`, `?`) over labels.
        public var action: String?
        /// Only entries of this origin.
        public var origin: String?
        /// Only entries that changed the state (`true`) or did not (`false`).
        public var changed: Bool?
        /// Only entries that changed something at, above or below this path.
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
    /// The first seq of the page; default: the newest `limit` entries up to `to`.
    public var from: Int?
    /// The last seq of the page; default: the last of the log.
    public var to: Int?
    /// How many entries at most; default: 100.
    public var limit: Int?
    /// Which of them.
    public var filter: Filter?
    /// The branch to read, by its id or name; default: the log.
    public var branch: String?
    /// Whether entries include changes; default: only whether there are any; if `false`, not even that.
    public var changes: Bool?
    /// Over how many entries changes may be merged, if `changes` is `true` and there is no filter; default: 1.
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
        /// The `from` of the next page; absent on the last.
        public var next: Int?
        /// The `to` of the previous page; absent on the first.
        public var previous: Int?
        /// The first seq of the log; absent while that is 1.
        public var firstSeq: Int?
        /// Remarks among the entries or just before them; absent if there are none.
        public var notes: [NoteDescription]?
        /// `hidden` if something at or below the filter's path is hidden; entries that changed that alone are left out.
        public var incomplete: Incompleteness?

        /// Makes the answer.
        public init(
            seq: Int, entries: [LogEntry], next: Int? = nil, previous: Int? = nil, firstSeq: Int? = nil,
            notes: [NoteDescription]? = nil, incomplete: Incompleteness? = nil
        ) {
            self.seq = seq
            self.entries = entries
            self.next = next
            self.previous = previous
            self.firstSeq = firstSeq
            self.notes = notes
            self.incomplete = incomplete
        }
    }
}
