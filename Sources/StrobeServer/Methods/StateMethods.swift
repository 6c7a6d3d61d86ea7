internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

extension StateGet: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        let limits = store.limits
        let (seq, node) = try await store.node(path, at)
        do throws(TreeError) {
            return Result(seq: seq, value: try node.value(limits: limits.tree))
        } catch {
            throw Self.refusal(of: node, error, limits)
        }
    }

    private static func refusal(of node: Node, _ error: TreeError, _ limits: SessionLimits) -> ProtocolError {
        guard error.code == .tooLarge else { return ProtocolError(error) }
        // The number of children is enough to page through them; counting all nodes would mean walking them.
        return .tooLarge(
            "children and many values below them", count: node.count, limit: limits.nodes, of: "values",
            advice: "Request a part by its path, or pages with state/tree.")
    }
}

extension StateTree: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        let limits = store.limits
        let (seq, node) = try await store.node(path, at)
        let page = try node.page(
            depth: min(depth ?? Self.defaultDepth, limits.depth), start: start ?? 0,
            count: min(count ?? Self.defaultCount, limits.page),
            maxNodes: limits.nodes, check: Task.checkCancellation)
        return Result(seq: seq, node: page)
    }
}

extension StateDiff: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        let (start, end) = (try store.position(of: from, "from"), try store.position(of: to, "to"))
        let (from, to, changes) = try await store.changes(from: start, to: end, at: path ?? .root)
        guard store.limits.fit(changes) else {
            throw ProtocolError.tooLarge(
                "changes with many values in them", count: changes.count, limit: store.limits.nodes, of: "values",
                advice: "Request a part by its path.")
        }
        var isHidden = false
        if changes.isEmpty, from != to {
            isHidden = try await store.hides(path, at: [end])
        }
        return Result(from: from, to: to, changes: changes, incomplete: isHidden ? .hidden : nil)
    }
}

extension StateSearch: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        let query = try SearchQuery(query, isRegex: regex == true)
        let (seq, node) = try await store.node(path, at)
        var scan = StateScan(query, limit: min(limit ?? Self.defaultLimit, store.limits.page))
        try await scan.run(from: node)
        return Result(seq: seq, matches: scan.matches, more: scan.hasMore ? true : nil)
    }
}

extension InspectedStore {
    /// The node at a path of the state at a position, with the seq of that state.
    fileprivate func node(_ path: Path?, _ at: Position?) async throws -> (seq: Int, node: Node) {
        let (seq, root) = try await state(at: position(of: at, "at"))
        guard let path, !path.isRoot else { return (seq, root) }
        return (seq, try root.descendant(at: path, check: Task.checkCancellation))
    }
}
