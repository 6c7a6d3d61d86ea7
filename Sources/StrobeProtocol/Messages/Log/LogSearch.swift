/// Finds the entries whose action, effects or changed paths contain a text, oldest first.
///
///     let found = try await client.send(LogSearch(store: "shop", query: "umbrella"))
///     for match in found.matches { print(match.entry.seq, match.entry.label) }
public struct LogSearch: Request {
    public static let method = "log/search"
    public static let summary =
        "Finds the entries whose action, effects or changed paths contain a text, oldest first."
    /// How many entries at most if nothing is said.
    public static let defaultLimit = 100
    public static let members: Members = [
        .store(\.store),
        .required(
            \.query, "query", in: .bytes(1...1_000),
            "The text, in any letter case; with `regex`, a regular expression."),
        .optional(\.regex, "regex", "Whether `query` is a regular expression."),
        .optional(\.from, "from", "The first seq to search; default: the first of the log."),
        .optional(\.to, "to", "The last seq to search; default: the last of the log."),
        .optional(\.limit, "limit", in: .from(1), default: defaultLimit, "The maximum number of entries."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The text, in any letter case; with `regex`, a regular expression.
    public var query: String
    /// Whether `query` is a regular expression.
    public var regex: Bool?
    /// The first seq to search; default: the first of the log.
    public var from: Int?
    /// The last seq to search; default: the last of the log.
    public var to: Int?
    /// The maximum number of entries; default: 100.
    public var limit: Int?

    /// Makes the message.
    public init(
        store: String? = nil, query: String, regex: Bool? = nil, from: Int? = nil, to: Int? = nil, limit: Int? = nil
    ) {
        self.store = store
        self.query = query
        self.regex = regex
        self.from = from
        self.to = to
        self.limit = limit
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.seq, "seq", "The last seq of the log when it was read."),
            .required(\.matches, "matches", "The entries, oldest first."),
            .optional(\.next, "next", in: .from(1), "The `from` to continue with; absent if everything was searched."),
        ]

        /// The last seq of the log when it was read.
        public var seq: Int
        /// The entries, oldest first.
        public var matches: [LogMatch]
        /// The `from` to continue with; absent if everything was searched.
        public var next: Int?

        /// Makes the answer.
        public init(seq: Int, matches: [LogMatch], next: Int? = nil) {
            self.seq = seq
            self.matches = matches
            self.next = next
        }
    }
}
