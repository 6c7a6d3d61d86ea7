public import StrobeTree

/// Finds the parts of a state whose value, case or key contains a text.
///
///     let found = try await client.send(StateSearch(store: "shop", query: "umbrella"))
///     for match in found.matches { print(match.path) }
public struct StateSearch: Request {
    public static let method = "state/search"
    public static let summary = "Finds the parts of a state whose value, case or key contains a text."
    public static let failures: [ErrorCode] = [.noSuchPath]
    /// How many places at most if nothing is said.
    public static let defaultLimit = 100
    public static let members: Members = [
        .store(\.store),
        .required(
            \.query, "query", in: .bytes(1...1_000),
            "The text, in any letter case; with `regex`, a regular expression."),
        .optional(\.regex, "regex", "Whether `query` is a regular expression."),
        .optional(\.path, "path", "The part to search; default: the whole state."),
        .optional(\.at, "at", "The state to search; default: the current one."),
        .optional(\.limit, "limit", in: .from(1), default: defaultLimit, "The maximum number of matches."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The text, in any letter case; with `regex`, a regular expression.
    public var query: String
    /// Whether `query` is a regular expression.
    public var regex: Bool?
    /// The part to search; default: the whole state.
    public var path: Path?
    /// The state to search; default: the current one.
    public var at: Position?
    /// The maximum number of matches; default: 100.
    public var limit: Int?

    /// Makes the message.
    public init(
        store: String? = nil, query: String, regex: Bool? = nil, path: Path? = nil, at: Position? = nil,
        limit: Int? = nil
    ) {
        self.store = store
        self.query = query
        self.regex = regex
        self.path = path
        self.at = at
        self.limit = limit
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.seq, "seq", "The seq of the state that was read."),
            .required(\.matches, "matches", "The matches, in the order of the state."),
            .optional(\.more, "more", "Whether there may be more matches; absent if everything was searched."),
        ]

        /// The seq of the state that was read.
        public var seq: Int
        /// The matches, in the order of the state.
        public var matches: [StateMatch]
        /// Whether there may be more matches; absent if everything was searched.
        public var more: Bool?

        /// Makes the answer.
        public init(seq: Int, matches: [StateMatch], more: Bool? = nil) {
            self.seq = seq
            self.matches = matches
            self.more = more
        }
    }
}
