/// Gives a seq a name, which every client sees.
///
///     try await client.send(BookmarkSet(store: "shop", name: "before-checkout", seq: 41))
public struct BookmarkSet: Request {
    public static let method = "bookmark/set"
    public static let summary = "Names a seq, for every client; an existing bookmark of that name moves there."
    public static let failures: [ErrorCode] = [.readOnly]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .required(
            "name", "string", "The name: a letter, then letters, digits, `_`, `-` and `.`; at most 64 characters."),
        .optional("seq", "integer", "The seq to name; default: the last of the log."),
        .optional("note", "string", "A remark, at most 1000 characters."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("bookmark", "Bookmark", "The bookmark.")
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The name.
    public var name: String
    /// The seq to name; default: the last of the log.
    public var seq: Int?
    /// A remark.
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
        try require("seq", seq, in: 0...)
        // One character for people may be any number of these.
        if let count = note?.unicodeScalars.count, count > 1_000 {
            throw wrong("note", expected: "at most 1000 characters", "`note` has \(count) characters")
        }
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The bookmark.
        public var bookmark: Bookmark

        /// Makes the answer.
        public init(bookmark: Bookmark) {
            self.bookmark = bookmark
        }
    }
}
