public import StrobeTree

/// A part of a state that contains the text.
///
///     let match = StateMatch(path: Path(["items", "3", "title"]), value: "Umbrella")
///     print(match.path.pointer)
public struct StateMatch: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "A part of a state that contains the text."
    public static let members: Members = [
        .required(\.path, "path", "Its path."),
        .optional(
            \.value, "value",
            "The value there: a whole leaf, or the name of an enum's case; absent if the key matched and the "
                + "value has parts."),
        .optional(
            \.inKey, "inKey",
            "Whether the last token of the path, a dictionary's key or a member's name, contains the text; "
                + "absent if not."),
    ]

    /// Its path.
    public var path: Path
    /// The value there: a whole leaf, or the name of an enum's case; absent if the key matched and the value has parts.
    public var value: Value?
    /// Whether the last token of the path, a dictionary's key or a member's name, contains the text; absent if not.
    public var inKey: Bool?

    /// Makes a match.
    public init(path: Path, value: Value? = nil, inKey: Bool? = nil) {
        self.path = path
        self.value = value
        self.inKey = inKey
    }
}
