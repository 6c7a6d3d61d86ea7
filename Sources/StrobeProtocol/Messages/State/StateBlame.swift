public import StrobeTree

/// Asks which entries changed what is at a path.
///
///     let blame = try await client.send(StateBlame(store: "shop", path: Path(["cart", "total"])))
///     for line in blame.entries { print(line.entry.seq, line.entry.label) }
public struct StateBlame: Request {
    public static let method = "state/blame"
    public static let summary = "Finds the entries that changed what is at a path, newest first."
    public static let failures: [ErrorCode] = [.noSuchPath]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .required("path", "Path", "Where to look; there may be nothing any more."),
        .optional("at", "Position", "The state to begin with; the present one without."),
        .optional("limit", "integer", "How many entries at most; default 10."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("path", "Path", "The path."),
        .required("seq", "integer", "The seq of the state that was begun with."),
        .required("entries", "[BlamedEntry]", "The entries, newest first."),
        .required("from", "integer", "The first entry that was looked at; older ones may have changed the path, too."),
        .optional("next", "integer", "The `at` to go on with; absent when nothing older is kept."),
        .incomplete,
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// Where to look.
    public var path: Path
    /// The state to begin with; the present one without.
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
        /// The seq of the state that was begun with.
        public var seq: Int
        /// The entries, newest first.
        public var entries: [BlamedEntry]
        /// The first entry that was looked at; older ones may have changed the path, too.
        public var from: Int
        /// The `at` to go on with; absent when nothing older is kept.
        public var next: Int?
        /// Why the entries may not be all.
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
