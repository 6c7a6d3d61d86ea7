internal import StrobeTree

/// What a reader of recordings refuses as too large.
///
///     let limits = RecordingLimits(lineBytes: 1 << 20, lines: 10_000)
///     let reader = try RecordingReader(paths: [path], limits: limits)
public struct RecordingLimits: Sendable, Hashable {
    /// The length of a line, in bytes.
    public var lineBytes: Int
    /// The number of arrays and objects that may be open at once, 1 to 512.
    public var depth: Int
    /// The number of values in a line.
    public var nodes: Int
    /// The number of lines that are indexed, over all files.
    public var lines: Int
    /// The number of stores, over all files.
    public var stores: Int
    /// The size of what a compressed file may expand to, in bytes.
    public var expandedBytes: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - lineBytes: The length of a line, in bytes.
    ///   - depth: Open arrays and objects, 1 to 512.
    ///   - nodes: Values in a line.
    ///   - lines: Lines over all files.
    ///   - stores: Stores over all files.
    ///   - expandedBytes: What a compressed file may expand to, in bytes.
    public init(
        lineBytes: Int = 64 << 20, depth: Int = 128, nodes: Int = 1 << 24, lines: Int = 1 << 28,
        stores: Int = 1 << 12, expandedBytes: Int = 4 << 30
    ) {
        self.lineBytes = lineBytes
        self.depth = depth
        self.nodes = nodes
        self.lines = lines
        self.stores = stores
        self.expandedBytes = expandedBytes
    }

    /// Lines of 64 MiB, 128 levels.
    public static let `default` = RecordingLimits()

    var json: JSONLimits { JSONLimits(maxDepth: depth, maxBytes: lineBytes, maxNodes: nodes) }
}
