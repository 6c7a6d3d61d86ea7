/// Names a seq, for every client; an existing bookmark of that name moves there.
///
///     try await client.send(BookmarkSet(store: "shop", name: "before-checkout", seq: 41))
public struct BookmarkSet: Request {
    public static let method = "bookmark/set"
    public static let summary = "Names a seq, for every client; an existing bookmark of that name moves there."
    public static let failures: [ErrorCode] = [.readOnly]
    public static let members: Members = [
        .store(\.store),
        .required(
            \.name, "name", in: .pattern("Bookmark.name"),
            "The name: a letter, then letters, digits, `_`, `-` and `.`; at most 64 characters."),
        .optional(\.seq, "seq", "The seq to name; default: the last of the log."),
        .optional(\.note, "note", in: .characters(1_000), "A note, at most 1000 characters."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The name: a letter, then letters, digits, `_`, `-` and `.`; at most 64 characters.
    public var name: String
    /// The seq to name; default: the last of the log.
    public var seq: Int?
    /// A note, at most 1000 characters.
    public var note: String?

    /// Makes the message.
    public init(store: String? = nil, name: String, seq: Int? = nil, note: String? = nil) {
        self.store = store
        self.name = name
        self.seq = seq
        self.note = note
    }

    public func check() throws(ProtocolError) {
        guard Bookmark.isName(name) else {
            throw wrong(
                "name", expected: Bookmark.nameInWords,
                "`name` must be \(Bookmark.nameInWords)")
        }
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.bookmark, "bookmark", "The bookmark.")
        ]

        /// The bookmark.
        public var bookmark: Bookmark

        /// Makes the answer.
        public init(bookmark: Bookmark) {
            self.bookmark = bookmark
        }
    }
}
