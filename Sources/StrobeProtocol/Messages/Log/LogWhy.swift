/// Returns the entries that led to an entry by their effects, and those that its own effects led to.
///
///     let why = try await client.send(LogWhy(store: "profile", seq: 7))
///     print(why.links.map(\.label).joined(separator: " -> "))
public struct LogWhy: Request {
    public static let method = "log/why"
    public static let summary =
        "Returns the entries that led to an entry by their effects, and those that its own effects led to."
    public static let failures: [ErrorCode] = [.seqEvicted]
    /// How many of each at most if nothing is said.
    public static let defaultLimit = 100
    public static let members: Members = [
        .store(\.store),
        .required(\.seq, "seq", in: .from(1), "The entry to explain."),
        .optional(
            \.limit, "limit", in: .from(1), default: defaultLimit,
            "The maximum number of links, of children and of effects."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The entry to explain.
    public var seq: Int
    /// The maximum number of links, of children and of effects; default: 100.
    public var limit: Int?

    /// Makes the message.
    public init(store: String? = nil, seq: Int, limit: Int? = nil) {
        self.store = store
        self.seq = seq
        self.limit = limit
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(
                \.links, "links", in: .notEmpty("entry"),
                "The chain, each entry caused by the one before, the entry itself last; only the nearest if "
                    + "there are too many or earlier ones are no longer kept."),
            .required(\.children, "children", "The entries that its effects dispatched, oldest first."),
            .required(\.running, "running", "Its effects that are still running, oldest first."),
            .optional(\.more, "more", in: .from(1), "How many more children there are; absent if all are listed."),
            .optional(
                \.notes, "notes",
                "Notes just before the entry, and about actions of the chain's effects; absent if there are none."),
        ]

        /// The chain, each entry caused by the one before, the entry itself last; only the nearest if there are too
        /// many or earlier ones are no longer kept.
        ///
        /// If the first of them has a cause, the chain goes further back.
        public var links: [LogEntry]
        /// The entries that its effects dispatched, oldest first.
        public var children: [LogEntry]
        /// Its effects that are still running, oldest first.
        public var running: [RunningEffectDescription]
        /// How many more children there are; absent if all are listed.
        public var more: Int?
        /// Notes just before the entry, and about actions of the chain's effects; absent if there are none.
        public var notes: [NoteDescription]?

        /// Makes the answer.
        public init(
            links: [LogEntry], children: [LogEntry], running: [RunningEffectDescription] = [], more: Int? = nil,
            notes: [NoteDescription]? = nil
        ) {
            self.links = links
            self.children = children
            self.running = running
            self.more = more
            self.notes = notes
        }
    }
}
