/// Lists the bookmarks of a store, ordered by seq.
///
///     let marks = try await client.send(BookmarkList(store: "shop")).bookmarks
public struct BookmarkList: Request {
    public static let method = "bookmark/list"
    public static let summary = "Lists the bookmarks of a store, ordered by seq."
    public static let members: Members = [
        .store(\.store)
    ]

    /// The store; optional if there is only one.
    public var store: String?

    /// Makes the message.
    public init(store: String? = nil) {
        self.store = store
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.bookmarks, "bookmarks", "The bookmarks, ordered by seq and name.")
        ]

        /// The bookmarks, ordered by seq and name.
        public var bookmarks: [Bookmark]

        /// Makes the answer.
        public init(bookmarks: [Bookmark]) {
            self.bookmarks = bookmarks
        }
    }
}
