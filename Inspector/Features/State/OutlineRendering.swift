import InspectorCore
import LineEditing
import StrobeTree

/// Renders a page of a state as an outline of names, types and sizes.
struct OutlineRendering {
    var layout = Layout()
    var command = "tree"
    var start = 0

    /// The lines for a node.
    func lines(_ node: TreeNode, seq: Int) -> [StyledText] {
        var table = Table(.left, .left, .left)
        add(node, name: StyledText(node.path.isRoot ? "state" : node.path.swiftStyle, .strong), stem: "", to: &table)
        var lines = table.lines(width: layout.width, flexible: 2)
        if let first = lines.first { lines[0] = first + StyledText("  @\(seq)", .dim) }
        return lines
    }

    private func add(_ node: TreeNode, name: StyledText, stem: String, to table: inout Table) {
        table.add(name, StyledText(TreeNotation.shortName(node.type), .type), content(of: node))
        let children = node.children ?? []
        let isTop = stem.isEmpty
        let isCollection = [.array, .set, .dictionary].contains(node.kind)
        let shown = isTop || !isCollection ? children[...] : children.prefix(layout.nestedElements)
        let more = (node.more ?? 0) + children.count - shown.count
        let deeper = isTop ? " " : stem
        for (index, child) in shown.enumerated() {
            let isLast = index == shown.count - 1 && more == 0
            let branch = StyledText(deeper.dropFirst() + (isLast ? "└ " : "├ "), .dim)
            let number = (isTop ? start : 0) + index
            let label = node.kind == .array || node.kind == .set ? "[\(number)]" : child.name
            add(child, name: branch + StyledText(label), stem: deeper + (isLast ? "  " : "│ "), to: &table)
        }
        if more > 0 {
            let next = "\(command)\(node.path.isRoot ? "" : " " + node.path.swiftStyle)"
            let first = (isTop ? start : 0) + shown.count
            table.add(
                StyledText(deeper.dropFirst() + "└ …", .dim), StyledText(),
                StyledText("\(NumberText.grouped(more)) more: \(next) --start \(first)", .dim))
        }
    }

    private func content(of node: TreeNode) -> StyledText {
        switch node.kind {
        case .array, .set, .dictionary: StyledText(NumberText.grouped(node.count ?? 0), .dim)
        case .choice: LiteralHighlighting.styled(TreeNotation.head(node))
        case .object: StyledText()
        case .scalar, .null, .reference, .opaque, .error:
            LiteralHighlighting.styled(TreeNotation.brief(node, limit: 60))
        }
    }
}
