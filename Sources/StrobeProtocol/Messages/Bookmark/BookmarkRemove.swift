/// Removes a bookmark, for every client.
public struct BookmarkRemove: Request {
    public static let method = "bookmark/remove"
    public static let summary = "Removes a bookmark, for every client."
    public static let failures: [ErrorCode] = [.readOnly]
    public static let members: Members = [
        .store(\.store),
        .required(\.name, "name", "The name of the bookmark."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The name of the bookmark.
    public var name: String

    /// Makes the message.
    public init(store: String? = nil, name: String) {
        self.store = store
        self.name = name
    }

    public typealias Result = Empty
}
