/// How large a tree may grow while it is encoded, decoded or compared.
public struct TreeLimits: Sendable, Hashable {
    /// The greatest number of containers on the way from the root to a leaf.
    public var maxDepth: Int
    /// The greatest number of nodes, leaves and containers together.
    public var maxNodes: Int
    /// The greatest number of bytes that the strings and keys of the tree may take, as UTF-8.
    public var maxBytes: Int
    /// The greatest integer that is decoded; `nil` for any that fits its type.
    ///
    /// An `Int` is from 0 then, an `Int64` from its negative. Inside of a `Value` integers stay as they are.
    public var maxInteger: Int64?

    /// Depth 128, ten million nodes, 1 GiB of text.
    public static let `default` = TreeLimits()

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - maxDepth: Containers from the root to a leaf, at least 1.
    ///   - maxNodes: Leaves and containers together, at least 1.
    ///   - maxBytes: Bytes of text, at least 1.
    ///   - maxInteger: The greatest integer that is decoded.
    public init(
        maxDepth: Int = 128, maxNodes: Int = 10_000_000, maxBytes: Int = 1 << 30, maxInteger: Int64? = nil
    ) {
        self.maxDepth = max(1, maxDepth)
        self.maxNodes = max(1, maxNodes)
        self.maxBytes = max(1, maxBytes)
        self.maxInteger = maxInteger
    }
}
