public import StrobeTree

/// Finds the entries that changed the value at a path, newest first.
///
///     let blame = try await client.send(StateBlame(store: "shop", path: Path(["cart", "total"])))
///     for line in blame.entries { print(line.entry.seq, line.entry.label) }
public struct StateBlame: Request {
    public static let method = "state/blame"
    public static let summary = "Finds the entries that changed the value at a path, newest first."
    public static let failures: [ErrorCode] = [.noSuchPath]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .required("path", "Path", "The path to examine; it may no longer exist."),
        .optional("at", "Position", "The state to begin with; default: the current one."),
        .optional("limit", "integer", "How many entries at most; default 10."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("path", "Path", "The path."),
        .required("seq", "integer", "The seq of the state where the search began."),
        .required("entries", "[BlamedEntry]", "The entries, newest first."),
        .required("from", "integer", "The first entry examined; older ones may have changed the path too."),
        .optional("next", "integer", "The `at` to continue with; absent if nothing older is kept."),
        .incomplete,
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The path to examine.
    public var path: Path
    /// The state to begin with; default: the current one.
    public var at: Position?
    /// How many entries at most; default 10.
    public var limit: Int?

    /// Makes the message.
    public init(store: String? = nil, path: Path, at: Position? = nil, limit: Int? = nil) {
        self.store = store
        self.path = path
        self.at = at
        self.limit = limit
    }

    public func check() throws(ProtocolError) {
        try require("limit", limit, in: 1...)
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The path.
        public var path: Path
        /// The seq of the state where the search began.
        public var seq: Int
        /// The entries, newest first.
        public var entries: [BlamedEntry]
        /// The first entry examined; older ones may have changed the path too.
        public var from: Int
        /// The `at` to continue with; absent if nothing older is kept.
        public var next: Int?
        /// Why the entries may be incomplete.
        public var incomplete: Incompleteness?

        /// Makes the answer.
        public init(
            path: Path, seq: Int, entries: [BlamedEntry], from: Int, next: Int? = nil, incomplete: Incompleteness? = nil
        ) {
            self.path = path
            self.seq = seq
            self.entries = entries
            self.from = from
            self.next = next
            self.incomplete = incomplete
        }
    }
}
