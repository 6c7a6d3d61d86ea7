import InspectorCore
import StrobeTree

/// Writes a state as an outline: a line for each part, what is below it two spaces further in.
enum OutlineText {
    /// The longest part that is written on one line with all that is in it, in characters.
    private static let inline = 100

    /// The node itself, without what is in it.
    static func top(_ node: TreeNode) -> String { content(node) }

    /// The lines of each child of a node.
    ///
    /// - Parameter start: The index of the first child that the node has.
    static func parts(_ node: TreeNode, start: Int) -> [[String]] {
        (node.children ?? []).enumerated().map { index, child in
            lines(child, name: name(child, in: node, index: start + index), indent: "")
        }
    }

    private static func lines(_ node: TreeNode, name: String, indent: String) -> [String] {
        if let whole = TreeNotation.whole(node, limit: inline) { return ["\(indent)\(name): \(whole)"] }
        let children = node.children ?? []
        var lines = ["\(indent)\(name): \(content(node))"]
        let deeper = indent + "  "
        for (index, child) in children.enumerated() {
            lines += Self.lines(child, name: Self.name(child, in: node, index: index), indent: deeper)
        }
        if let more = node.more, more > 0, !children.isEmpty {
            lines.append("\(deeper)… \(NumberText.grouped(more)) more")
        }
        return lines
    }

    private static func name(_ child: TreeNode, in node: TreeNode, index: Int) -> String {
        switch node.kind {
        case .array, .set: "[\(index)]"
        case .dictionary: AgentText.clipped(TreeNotation.key(child.name))
        default: AgentText.clipped(child.name)
        }
    }

    private static func content(_ node: TreeNode) -> String {
        switch node.kind {
        case .scalar, .null, .reference, .opaque, .error:
            if let value = node.value, node.kind == .scalar, node.redacted != true { return AgentText.literal(value) }
            return AgentText.clipped(TreeNotation.head(node))
        case .array, .set, .dictionary: return "\(TreeNotation.head(node)) (\(NumberText.grouped(node.count ?? 0)))"
        case .object: return TreeNotation.head(node)
        case .choice:
            let hasMore = (node.count ?? 0) > 0 && node.children?.isEmpty != false
            return TreeNotation.head(node) + (hasMore ? "(…)" : "")
        }
    }
}
