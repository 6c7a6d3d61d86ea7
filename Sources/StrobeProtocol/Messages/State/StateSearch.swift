public import StrobeTree

/// Finds the places of a state that contain a text.
///
///     let found = try await client.send(StateSearch(store: "shop", query: "umbrella"))
///     for match in found.matches { print(match.path) }
public struct StateSearch: Request {
    public static let method = "state/search"
    public static let summary = "Finds the places of a state whose value, case or key contains a text."
    public static let failures: [ErrorCode] = [.noSuchPath]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .required("query", "string", "The text, in any letter case; with `regex`, a regular expression."),
        .optional("regex", "boolean", "Whether `query` is a regular expression."),
        .optional("path", "Path", "The part to search; default: the whole state."),
        .optional("at", "Position", "The state to search; default: the current one."),
        .optional("limit", "integer", "How many places at most; default: 100."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("seq", "integer", "The seq of the state that was read."),
        .required("matches", "[StateMatch]", "The places, in the order of the state."),
        .optional("more", "boolean", "Whether there may be more matches; absent if everything was searched."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The text, or a regular expression.
    public var query: String
    /// Whether `query` is a regular expression.
    public var regex: Bool?
    /// The part to search; default: the whole state.
    public var path: Path?
    /// The state to read; default: the current one.
    public var at: Position?
    /// How many places at most; default: 100.
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

    public func check() throws(ProtocolError) {
        try require(query: query)
        try require("limit", limit, in: 1...)
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The seq of the state that was read.
        public var seq: Int
        /// The places, in the order of the state.
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
