/// The address of a node in a tree: RFC 6901 reference tokens, from the root down.
///
/// A token is looked up by what it meets: a key or label in an object, a decimal index in an array, or `[id=42]` in an
/// array of identifiable elements. The empty path is the root.
public struct Path: Sendable, Hashable {
    /// The unescaped reference tokens, outermost first.
    public var tokens: [String]

    /// The path of the root.
    public static let root = Path([])

    /// Makes a path of unescaped tokens.
    public init(_ tokens: [String]) {
        self.tokens = tokens
    }

    /// Whether this is the root.
    public var isRoot: Bool { tokens.isEmpty }

    /// This path with one more token at its end.
    public func appending(_ token: String) -> Path {
        Path(tokens + [token])
    }

    /// This path with an index at its end.
    public func appending(_ index: Int) -> Path {
        appending(String(index))
    }
}
