internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

extension StateGet: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let limits = session.server.configuration.limits
        let (seq, node) = try await session.node(store, path, at)
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
            advice: "Ask for a part by its path, or for pages with state/tree.")
    }
}

extension StateTree: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let limits = session.server.configuration.limits
        let (seq, node) = try await session.node(store, path, at)
        let page = try node.page(
            depth: min(depth ?? 1, limits.depth), start: start ?? 0, count: min(count ?? 100, limits.page),
            maxNodes: limits.nodes, check: Task.checkCancellation)
        return Result(seq: seq, node: page)
    }
}

extension StateDiff: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let limits = session.server.configuration.limits
        let target = try session.feed(for: store).target
        let (from, to, changes) = try await target.changes(
            from: target.position(of: from, "from"), to: target.position(of: to, "to"), at: path ?? .root)
        guard limits.fit(changes) else {
            throw ProtocolError.tooLarge(
                "changes with many values in them", count: changes.count, limit: limits.nodes, of: "values",
                advice: "Ask for a part by its path.")
        }
        var isHidden = false
        if changes.isEmpty, from != to {
            isHidden = try await target.hides(path, at: [target.position(of: self.to, "to")])
        }
        return Result(from: from, to: to, changes: changes, incomplete: isHidden ? .hidden : nil)
    }
}

extension AnyInspectedStore {
    /// Whether what is at a path differs between two states; nothing in both is no difference.
    func isChanged(from: Position, to: Position, at path: Path) async throws -> Bool {
        do {
            return try await changes(from: from, to: to, at: path).changes.contains { !$0.isIncomparable }
        } catch let error as HistoryError where error.tree?.code == .noSuchPath {
            return false
        }
    }

    /// Whether something at or below a path is hidden in some states, or always; places and types decide, and no hidden
    /// value.
    ///
    /// - Complexity: O(*n*) in the number of parts up to the first hidden one, with a limit, beyond which something
    ///   counts as hidden.
    func hides(_ path: Path?, at points: [Position]) async throws -> Bool {
        var parts = HiddenParts()
        return try await isHidden(path ?? .root, at: points) { parts.contains($0) }
    }

    /// Whether the value at a path, or one that contains it, is hidden in a state, or always.
    func covers(_ path: Path, at point: Position) async throws -> Bool {
        try await isHidden(path, at: [point], \.isRedacted)
    }

    private func isHidden(_ path: Path, at points: [Position], _ hides: (Node) -> Bool) async throws -> Bool {
        guard redaction.mayHide(at: path, in: stateShape) else { return false }
        if redaction.hides(path, in: stateShape) { return true }
        for point in points {
            try Task.checkCancellation()
            guard let root = try? await state(at: point).node else {
                if redaction.hides(path) { return true }
                continue
            }
            var node: Node? = root
            for token in path.tokens {
                // The parts of a hidden value are not shown, nor is whether this one exists.
                if node?.isRedacted == true { return true }
                node = try? node?.child(token)
            }
            if let node, hides(node) { return true }
        }
        return false
    }
}

extension ClientSession {
    /// The node at a path of the state at a position, with the number of that state.
    fileprivate func node(
        _ store: String?, _ path: Path?, _ at: Position?
    ) async throws -> (seq: Int, node: Node) {
        let target = try feed(for: store).target
        let (seq, root) = try await target.state(at: target.position(of: at, "at"))
        guard let path, !path.isRoot else { return (seq, root) }
        return (seq, try root.descendant(at: path, check: Task.checkCancellation))
    }
}
