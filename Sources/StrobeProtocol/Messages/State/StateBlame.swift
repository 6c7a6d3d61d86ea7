public import StrobeTree

/// Finds the entries that changed the value at a path, newest first.
///
///     let blame = try await client.send(StateBlame(store: "shop", path: Path(["cart", "total"])))
///     for line in blame.entries { print(line.entry.seq, line.entry.label) }
public struct StateBlame: Request {
    public static let method = "state/blame"
    public static let summary = "Finds the entries that changed the value at a path, newest first."
    public static let failures: [ErrorCode] = [.noSuchPath]
    /// How many entries at most if nothing is said.
    public static let defaultLimit = 10
    public static let members: Members = [
        .store(\.store),
        .required(\.path, "path", "The path to examine; it may no longer exist."),
        .optional(\.at, "at", "The state to begin with; default: the current one."),
        .optional(\.limit, "limit", in: .from(1), default: defaultLimit, "The maximum number of entries."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The path to examine; it may no longer exist.
    public var path: Path
    /// The state to begin with; default: the current one.
    public var at: Position?
    /// The maximum number of entries; default: 10.
    public var limit: Int?

    /// Makes the message.
    public init(store: String? = nil, path: Path, at: Position? = nil, limit: Int? = nil) {
        self.store = store
        self.path = path
        self.at = at
        self.limit = limit
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.path, "path", "The path."),
            .required(\.seq, "seq", "The seq of the state where the search began."),
            .required(\.entries, "entries", "The entries, newest first."),
            .required(\.from, "from", "The first entry examined; older ones may have changed the path too."),
            .optional(\.next, "next", "The `at` to continue with; absent if nothing older is kept."),
            .incomplete(\.incomplete),
        ]

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
        /// Why changes are not reported in full; absent if they are.
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
