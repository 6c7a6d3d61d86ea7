/// Asks for a page of the log.
public struct LogList: Request {
    public static let method = "log/list"
    public static let summary = "Gives a page of the log, oldest first."

    /// Which entries; all without.
    public struct Filter: Codable, Sendable, Hashable {
        /// A glob (`*`, `?`) over labels.
        public var action: String?
        /// Only of this origin.
        public var origin: String?
        /// Only those that changed the state (`true`) or did not (`false`).
        public var changed: Bool?
        /// Only those that changed something at or below this pointer.
        public var path: String?

        /// Makes a filter.
        public init(action: String? = nil, origin: String? = nil, changed: Bool? = nil, path: String? = nil) {
            self.action = action
            self.origin = origin
            self.changed = changed
            self.path = path
        }
    }

    /// The store; may be left out when there is one.
    public var store: String?
    /// The first seq; the first of the log without. With neither `from` nor `to` the newest `limit` entries are meant.
    public var from: Int?
    /// The last seq; the last of the log without.
    public var to: Int?
    /// How many entries at most; 100 without.
    public var limit: Int?
    /// Which of them.
    public var filter: Filter?

    /// Makes the message.
    public init(
        store: String? = nil, from: Int? = nil, to: Int? = nil, limit: Int? = nil, filter: Filter? = nil
    ) {
        self.store = store
        self.from = from
        self.to = to
        self.limit = limit
        self.filter = filter
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The entries, oldest first.
        public var entries: [LogEntry]
        /// The seq to go on from; absent at the end.
        public var next: Int?

        /// Makes the answer.
        public init(entries: [LogEntry], next: Int? = nil) {
            self.entries = entries
            self.next = next
        }
    }
}
