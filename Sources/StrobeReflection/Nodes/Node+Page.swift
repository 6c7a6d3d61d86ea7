public import StrobeTree

extension Node {
    /// A page of the tree as it is shown.
    ///
    /// - Parameters:
    ///   - depth: How many levels below this node, from 0; at most 128 are taken.
    ///   - start: The position of the first child of this node; children further down are shown from their first.
    ///   - count: The greatest number of children shown of any one node.
    ///   - maxNodes: The greatest number of nodes on the page; where it is reached children are left out, and `more` says
    ///     how many.
    public func page(depth: Int = 1, start: Int = 0, count: Int = 100, maxNodes: Int = 10_000) -> TreeNode {
        page(depth: depth, start: start, count: count, maxNodes: maxNodes) {}
    }

    /// A page of the tree as it is shown, which can be given up.
    ///
    /// - Parameter check: Called now and then while sets and dictionaries are sorted; what it throws ends that.
    public func page(
        depth: Int, start: Int, count: Int, maxNodes: Int, check: () throws -> Void
    ) rethrows -> TreeNode {
        var budget = max(1, maxNodes) - 1
        return try page(min(depth, 128), max(0, start), max(0, count), &budget, check)
    }

    private func page(
        _ depth: Int, _ start: Int, _ limit: Int, _ budget: inout Int, _ check: () throws -> Void
    ) rethrows -> TreeNode {
        let total = count
        var node = TreeNode(
            name: name, path: path, kind: kind, type: typeName, caseName: caseName, value: scalar, count: total,
            viewOnly: isViewOnly ? true : nil, redacted: isRedacted ? true : nil)
        guard depth > 0, let total else { return node }
        let first = min(start, total)
        let last = first + min(limit, total - first, budget)
        budget -= last - first
        var children: [TreeNode] = []
        for child in try self.children(in: first..<last, check: check) {
            children.append(try child.page(depth - 1, 0, limit, &budget, check))
        }
        node.children = children
        node.more = last < total ? total - last : nil
        return node
    }
}
