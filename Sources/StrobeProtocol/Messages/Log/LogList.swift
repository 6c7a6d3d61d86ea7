public import StrobeTree

/// Returns a page of the log, oldest first.
public struct LogList: Request {
    public static let method = "log/list"
    public static let summary = "Returns a page of the log, oldest first."
    public static let failures: [ErrorCode] = [.seqEvicted]
    /// How many entries at most if nothing is said.
    public static let defaultLimit = 100
    public static let members: Members = [
        .store(\.store),
        .optional(\.from, "from", "The first seq of the page; default: the newest `limit` entries up to `to`."),
        .optional(\.to, "to", "The last seq of the page; default: the last of the log."),
        .optional(\.limit, "limit", in: .from(1), default: defaultLimit, "The maximum number of entries."),
        .optional(\.filter, "filter", "The entries to return; default: all."),
        .optional(\.branch, "branch", "The branch to read, by its id or name; default: the log."),
        .optional(
            \.changes, "changes",
            "Whether entries include changes; default: only whether there are any; if `false`, not even that."),
        .optional(
            \.merge, "merge", in: .from(1), default: 1,
            "The maximum number of entries to merge changes of; needs `changes`, and no filter."),
    ]

    /// A filter of log entries.
    public struct Filter: Codable, Sendable, Hashable, DescribedObject, MemberType {
        public static let summary = "A filter of log entries."
        public static let schemaName = "LogFilter"
        public static let members: Members = [
            .optional(\.action, "action", "A glob over labels: `*` for any text, `?` for one character."),
            .optional(\.origin, "origin", "Only entries of this origin."),
            .optional(\.changed, "changed", "Only entries that changed the state (`true`) or did not (`false`)."),
            .optional(\.path, "path", "Only entries that changed something at, above or below this path."),
        ]

        /// A glob over labels: `*` for any text, `?` for one character.
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
    /// The maximum number of entries; default: 100.
    public var limit: Int?
    /// The entries to return; default: all.
    public var filter: Filter?
    /// The branch to read, by its id or name; default: the log.
    public var branch: String?
    /// Whether entries include changes; default: only whether there are any; if `false`, not even that.
    public var changes: Bool?
    /// The maximum number of entries to merge changes of; needs `changes`, and no filter; default: 1.
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

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.seq, "seq", "The last seq of the log when it was read."),
            .required(\.entries, "entries", "The entries, oldest first."),
            .optional(\.next, "next", in: .from(1), "The `from` of the next page; absent on the last."),
            .optional(\.previous, "previous", in: .from(1), "The `to` of the previous page; absent on the first."),
            .optional(\.firstSeq, "firstSeq", in: .from(1), "The first seq of the log; absent while that is 1."),
            .optional(\.notes, "notes", "Notes among the entries or just before them; absent if there are none."),
            .optional(
                \.incomplete, "incomplete",
                "`hidden` if something at or below the filter's path is hidden; entries that changed only that "
                    + "are omitted."),
        ]

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
        /// Notes among the entries or just before them; absent if there are none.
        public var notes: [NoteDescription]?
        /// `hidden` if something at or below the filter's path is hidden; entries that changed only that are omitted.
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
