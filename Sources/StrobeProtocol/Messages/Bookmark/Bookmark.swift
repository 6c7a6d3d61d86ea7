/// A named seq in a store's history.
///
///     let mark = Bookmark(name: "before-checkout", seq: 41, time: 0)
///     try await client.send(StateDiff(store: "shop", from: .seq(mark.seq), to: .live))
public struct Bookmark: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "A named seq in a store's history."
    public static let members: Members = [
        .required(
            \.name, "name", in: .pattern("Bookmark.name"),
            "The name: a letter, then letters, digits, `_`, `-` and `.`."),
        .required(\.seq, "seq", "The seq that it names."),
        .optional(\.note, "note", "A note."),
        .required(\.time, "time", "When it was set, in microseconds since 1970-01-01T00:00:00Z."),
    ]

    /// The name: a letter, then letters, digits, `_`, `-` and `.`.
    public var name: String
    /// The seq that it names.
    public var seq: Int
    /// A note.
    public var note: String?
    /// When it was set, in microseconds since 1970-01-01T00:00:00Z.
    public var time: Int64

    /// Makes a bookmark.
    public init(name: String, seq: Int, note: String? = nil, time: Int64) {
        self.name = name
        self.seq = seq
        self.note = note
        self.time = time
    }

    /// The form of a name, for messages.
    static let nameInWords =
        "a letter, then letters, digits, `_`, `-` and `.`, at most 64 characters, and none of first, last and live"

    /// Whether a text can name a bookmark: it must not be a position of another kind.
    public static func isName(_ text: String) -> Bool {
        guard let first = text.first, first.isLetter, text.utf8.count <= 256, text.count <= 64 else { return false }
        guard text.allSatisfy({ $0.isLetter || $0.isNumber || "_-.".contains($0) }) else { return false }
        return !["first", "last", "live"].contains(text)
    }
}
