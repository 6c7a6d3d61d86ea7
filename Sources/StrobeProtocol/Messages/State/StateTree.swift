public import StrobeTree

/// Asks for a page of the state tree.
public struct StateTree: Request {
    public static let method = "state/tree"
    public static let summary = "Gives a page of the state tree with types, cases and counts."
    public static let failures: [ErrorCode] = [.noSuchPath]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .optional("path", "Path", "The node to begin at; the root without."),
        .optional("at", "Position", "The state to read; the present one without."),
        .optional("depth", "integer", "How many levels of children to give, from 0; 1 without."),
        .optional("start", "integer", "The first child of the node to give, from 0."),
        .optional("count", "integer", "How many children of a node to give; 100 without."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("seq", "integer", "The seq of the state that was read."),
        .required("node", "TreeNode", "The node with its children."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The node to begin at; the root without.
    public var path: Path?
    /// When; the present without.
    public var at: Position?
    /// How many levels of children, from 0; 1 without.
    public var depth: Int?
    /// The first child of the node to show, from 0.
    public var start: Int?
    /// How many children of a node to show; 100 without.
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
