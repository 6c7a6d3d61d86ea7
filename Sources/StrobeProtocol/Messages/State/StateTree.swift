public import StrobeTree

/// Returns a page of the state tree with types, cases and counts.
public struct StateTree: Request {
    public static let method = "state/tree"
    public static let summary = "Returns a page of the state tree with types, cases and counts."
    public static let failures: [ErrorCode] = [.noSuchPath]
    /// How many levels of children if nothing is said.
    public static let defaultDepth = 1
    /// How many children of a node if nothing is said.
    public static let defaultCount = 100
    public static let members: Members = [
        .store(\.store),
        .optional(\.path, "path", "The node to start at; default: the root."),
        .optional(\.at, "at", "The state to read; default: the current one."),
        .optional(\.depth, "depth", default: defaultDepth, "How many levels of children to return, from 0."),
        .optional(\.start, "start", "The first child of the node to return, from 0."),
        .optional(\.count, "count", default: defaultCount, "How many children of a node to return."),
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

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.seq, "seq", "The seq of the state that was read."),
            .required(\.node, "node", "The node with its children."),
        ]

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
