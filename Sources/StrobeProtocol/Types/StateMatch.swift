public import StrobeTree

/// A place of a state in which a text was found.
///
///     let match = StateMatch(path: Path(["items", "3", "title"]), value: "Umbrella")
///     print(match.path.pointer)
public struct StateMatch: Codable, Sendable, Hashable {
    /// Where it is.
    public var path: Path
    /// The value there: the whole of a leaf, the name of an enum's case; absent where the key was found and the value has
    /// parts.
    public var value: Value?
    /// Whether the last token of the path has the text: the key of a dictionary, or a member's name; absent where not.
    public var inKey: Bool?

    /// Makes a match.
    public init(path: Path, value: Value? = nil, inKey: Bool? = nil) {
        self.path = path
        self.value = value
        self.inKey = inKey
    }
}
