/// Asks what led to an entry of the log, and what came of it.
///
///     let why = try await client.send(LogWhy(store: "profile", seq: 7))
///     print(why.links.map(\.label).joined(separator: " -> "))
public struct LogWhy: Request {
    public static let method = "log/why"
    public static let summary =
        "Gives the entries that led to an entry, by their effects, and what its own effects led to."
    public static let failures: [ErrorCode] = [.seqEvicted]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .required("seq", "integer", "The entry that is asked about."),
        .optional("limit", "integer", "How many links, children and effects at most; 100 of each without."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required(
            "links", "[LogEntry]",
            "The entries of the chain, each asked for by the one before, the entry itself last; the nearest when there "
                + "are too many or earlier ones are not kept."),
        .required("children", "[LogEntry]", "The entries that its effects dispatched, oldest first."),
        .required("running", "[RunningEffectDescription]", "Its effects that still run, oldest first."),
        .optional("more", "integer", "How many younger children there are; absent when all are listed."),
        .optional(
            "notes", "[NoteDescription]",
            "Remarks right before the entry, and those about what effects of the chain asked for; absent where there are none."
        ),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The entry that is asked about, from 1.
    public var seq: Int
    /// How many links, children and effects at most; 100 of each without.
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
        /// The entries of the chain, each asked for by the one before; the entry itself is the last.
        ///
        /// Where the first of them has a cause the chain goes further back.
        public var links: [LogEntry]
        /// The entries that its effects dispatched, oldest first.
        public var children: [LogEntry]
        /// Its effects that still run, oldest first.
        public var running: [RunningEffectDescription]
        /// How many younger children there are; absent when all are listed.
        public var more: Int?
        /// Remarks right before the entry, and those about what effects of the chain asked for; absent where there are none.
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
