/// Returns the entries that led to an entry, and those that its effects led to.
///
///     let why = try await client.send(LogWhy(store: "profile", seq: 7))
///     print(why.links.map(\.label).joined(separator: " -> "))
public struct LogWhy: Request {
    public static let method = "log/why"
    public static let summary =
        "Returns the entries that led to an entry by their effects, and those that its own effects led to."
    public static let failures: [ErrorCode] = [.seqEvicted]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .required("seq", "integer", "The entry to explain."),
        .optional("limit", "integer", "How many links, children and effects at most; default: 100 of each."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required(
            "links", "[LogEntry]",
            "The chain, each entry caused by the one before, the entry itself last; only the nearest if there are too "
                + "many or earlier ones are gone."),
        .required("children", "[LogEntry]", "The entries that its effects dispatched, oldest first."),
        .required("running", "[RunningEffectDescription]", "Its effects that are still running, oldest first."),
        .optional("more", "integer", "How many more children there are; absent if all are listed."),
        .optional(
            "notes", "[NoteDescription]",
            "Remarks just before the entry, and about actions of the chain's effects; absent if there are none."
        ),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The entry to explain, from 1.
    public var seq: Int
    /// How many links, children and effects at most; default: 100 of each.
    public var limit: Int?

    /// Makes the message.
    public init(store: String? = nil, seq: Int, limit: Int? = nil) {
        self.store = store
        self.seq = seq
        self.limit = limit
    }

    public func check() throws(ProtocolError) {
        try require("seq", seq, in: 1...)
        try require("limit", limit, in: 1...)
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The chain, each entry caused by the one before; the entry itself is the last.
        ///
        /// If the first of them has a cause, the chain goes further back.
        public var links: [LogEntry]
        /// The entries that its effects dispatched, oldest first.
        public var children: [LogEntry]
        /// Its effects that are still running, oldest first.
        public var running: [RunningEffectDescription]
        /// How many more children there are; absent if all are listed.
        public var more: Int?
        /// Remarks just before the entry, and about actions of the chain's effects; absent if there are none.
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
