public import StrobeTree

/// Returns a page of the state tree with types, cases and counts.
public struct StateTree: Request {
    public static let method = "state/tree"
    public static let summary = "Returns a page of the state tree with types, cases and counts."
    public static let failures: [ErrorCode] = [.noSuchPath]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .optional("path", "Path", "The node to start at; default: the root."),
        .optional("at", "Position", "The state to read; default: the current one."),
        .optional("depth", "integer", "How many levels of children to return, from 0; default: 1."),
        .optional("start", "integer", "The first child of the node to return, from 0."),
        .optional("count", "integer", "How many children of a node to return; default: 100."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("seq", "integer", "The seq of the state that was read."),
        .required("node", "TreeNode", "The node with its children."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The node to start at; default: the root.
    public var path: Path?
    /// The state to read; default: the current one.
    public var at: Position?
    /// How many levels of children to return, from 0; default: 1.
    public var depth: Int?
    /// The first child of the node to return, from 0.
    public var start: Int?
    /// How many children of a node to return; default: 100.
    public var count: Int?

    /// Makes the message.
    public init(
        store: String? = nil, path: Path? = nil, at: Position? = nil, depth: Int? = nil, start: Int? = nil,
        count: Int? = nil
    ) {
        self.store = store
        self.path = path
        self.at = at
        self.depth = depth
        self.start = start
        self.count = count
    }

    public func check() throws(ProtocolError) {
        try require("depth", depth, in: 0...)
        try require("start", start, in: 0...)
        try require("count", count, in: 0...)
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The seq of the state that was read.
        public var seq: Int
        /// The node with its children.
        public var node: TreeNode

        /// Makes the answer.
        public init(seq: Int, node: TreeNode) {
            self.seq = seq
            self.node = node
        }
    }
}
