/// Finds entries of the log that contain a text.
///
///     let found = try await client.send(LogSearch(store: "shop", query: "umbrella"))
///     for match in found.matches { print(match.entry.seq, match.entry.label) }
public struct LogSearch: Request {
    public static let method = "log/search"
    public static let summary =
        "Finds the entries whose action, effects or changed paths contain a text, oldest first."
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .required("query", "string", "The text, in any letter case; with `regex`, a regular expression."),
        .optional("regex", "boolean", "Whether `query` is a regular expression."),
        .optional("from", "integer", "The first seq to search; default: the first of the log."),
        .optional("to", "integer", "The last seq to search; default: the last of the log."),
        .optional("limit", "integer", "How many entries at most; default: 100."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("seq", "integer", "The last seq of the log when it was read."),
        .required("matches", "[LogMatch]", "The entries, oldest first."),
        .optional("next", "integer", "The `from` to continue with; absent if everything was searched."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The text, or a regular expression.
    public var query: String
    /// Whether `query` is a regular expression.
    public var regex: Bool?
    /// The first seq to search; default: the first of the log.
    public var from: Int?
    /// The last seq to search; default: the last of the log.
    public var to: Int?
    /// How many entries at most; default: 100.
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

    public func check() throws(ProtocolError) {
        try require(query: query)
        try require("from", from, in: 0...)
        try require("to", to, in: 0...)
        try require("limit", limit, in: 1...)
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
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
