internal import StrobeProtocol
internal import StrobeReflection

/// Searches a state for the places that match a query.
///
/// It opens one level at a time and keeps only the current path, so that a large state is not converted to a tree.
struct StateScan {
    /// The number of nodes examined before it yields to other tasks.
    private static let slice = 512
    /// The maximum number of nodes examined for one answer.
    private static let nodes = 2_000_000
    /// The maximum depth.
    private static let depth = 128
    /// The number of elements of a list that are opened at once.
    private static let page = 256
    /// The maximum size of a match's value, in bytes.
    private static let valueBytes = 2_000

    /// A node on the current path, with the children opened last.
    private struct Level {
        var node: Node
        var children: [Node] = []
        var next = 0
        /// The number of children before `children`.
        var passed = 0
    }

    private var query: SearchQuery
    private let limit: Int
    private var levels: [Level] = []
    private var looked = 0
    /// The reported members, as `TYPE.NAME`: one for all instances of the type.
    private var shownMembers: Set<String> = []
    private(set) var matches: [StateMatch] = []
    /// Whether there may be more matches.
    private(set) var hasMore = false

    init(_ query: SearchQuery, limit: Int) {
        self.query = query
        self.limit = limit
    }

    /// Examines a node and everything below it.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    mutating func run(from root: Node) async throws {
        look(at: root, key: nil)
        levels = [Level(node: root)]
        while let node = nextNode() {
            guard matches.count < limit, try !query.isOver() else {
                hasMore = true
                return
            }
            looked += 1
            look(at: node, key: levels.last.flatMap { key(of: node, in: $0.node) })
            if node.count ?? 0 > 0 {
                if levels.count < Self.depth { levels.append(Level(node: node)) } else { hasMore = true }
            }
            guard looked.isMultiple(of: Self.slice) else { continue }
            try Task.checkCancellation()
            if looked >= Self.nodes {
                hasMore = true
                return
            }
            await Task.yield()
        }
        if try query.isOver() || query.hasCut { hasMore = true }
    }

    /// The next node in the order of the state.
    private mutating func nextNode() -> Node? {
        while !levels.isEmpty {
            let last = levels.count - 1
            if levels[last].next == levels[last].children.count { openMore(last) }
            let next = levels[last].next
            if next < levels[last].children.count {
                levels[last].next += 1
                return levels[last].children[next]
            }
            levels.removeLast()
        }
        return nil
    }

    private mutating func openMore(_ index: Int) {
        let level = levels[index]
        let start = level.passed + level.children.count
        let count = level.node.count ?? 0
        guard start < count else { return }
        // Sets and dictionaries are sorted each time some of their children are requested: all are opened at once.
        let isSorted = level.node.kind == .set || level.node.kind == .dictionary
        levels[index].children = level.node.children(in: start..<(isSorted ? count : min(count, start + Self.page)))
        levels[index].passed = start
        levels[index].next = 0
    }

    /// The last token of a node's path, if it is a name rather than an index; for the members of a type, only once.
    private mutating func key(of node: Node, in parent: Node) -> String? {
        switch parent.kind {
        case .dictionary: return node.name
        case .object, .choice:
            guard node.name != parent.caseName, query.matches(node.name) else { return nil }
            return shownMembers.insert("\(parent.typeName).\(node.name)").inserted ? node.name : nil
        default: return nil
        }
    }

    private mutating func look(at node: Node, key: String?) {
        let scalar = node.scalar ?? node.caseName.map { .string($0) }
        let isInValue = query.matches(scalar) || query.matches(node.caseName)
        let isInKey = query.matches(key)
        guard isInValue || isInKey else { return }
        let isShort = scalar.map { SessionLimits.fits($0, nodes: 100, bytes: Self.valueBytes) } ?? false
        var match = StateMatch(path: node.path, inKey: isInKey ? true : nil)
        if isShort { match.value = scalar }
        matches.append(match)
    }
}
