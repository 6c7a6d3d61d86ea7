import InspectorCore
import LineEditing
import StrobeTree

/// Renders a node of a state as a Swift literal, over as many lines as it needs.
struct LiteralRendering {
    var layout = Layout()
    /// The command before the path in the hint at more elements.
    var command = "print"
    /// The first child requested.
    var start = 0
    private var lines: [StyledText] = []

    init(layout: Layout = Layout(), command: String = "print", start: Int = 0) {
        (self.layout, self.command, self.start) = (layout, command, start)
    }

    /// The lines for a node.
    mutating func render(_ node: TreeNode) -> [StyledText] {
        lines = []
        append(node, label: "", indent: 0, end: "", isTop: true)
        return lines
    }

    private mutating func append(_ node: TreeNode, label: String, indent: Int, end: String, isTop: Bool = false) {
        let room = layout.width - indent - label.count - end.count
        if let whole = TreeNotation.whole(node, limit: layout.isWhole && node.children?.isEmpty ?? true ? .max : room) {
            return add(label + whole + end, indent)
        }
        guard let children = node.children, !children.isEmpty, let brackets = Self.brackets(of: node) else {
            let hint = "\(command) \(node.path.swiftStyle)"
            lines.append(
                LiteralHighlighting.styled(label + TreeNotation.brief(node, limit: max(room, 8)) + end).indented(
                    by: indent)
                    + StyledText(node.count ?? 0 > 0 ? "  // \(hint)" : "", .dim))
            return
        }
        add(label + brackets.opening, indent)
        for (index, child) in children.enumerated() {
            let isLast = index == children.count - 1 && node.more ?? 0 == 0
            append(child, label: Self.label(of: child, in: node), indent: indent + 4, end: isLast ? "" : ",")
        }
        if let more = node.more, more > 0 {
            let next = (isTop ? start : 0) + children.count
            let path = node.path.isRoot ? "" : " " + node.path.swiftStyle
            lines.append(
                StyledText("// … \(NumberText.grouped(more)) more: \(command)\(path) --start \(next)", .dim)
                    .indented(by: indent + 4))
        }
        add(brackets.closing + end, indent)
    }

    private mutating func add(_ text: String, _ indent: Int) {
        lines.append(LiteralHighlighting.styled(text).indented(by: indent))
    }

    private static func brackets(of node: TreeNode) -> (opening: String, closing: String)? {
        if node.redacted == true { return nil }
        return switch node.kind {
        case .object: (node.type.hasPrefix("(") ? "(" : TreeNotation.shortName(node.type.withoutOptional) + "(", ")")
        case .choice: (TreeNotation.head(node) + "(", ")")
        case .array, .set, .dictionary: ("[", "]")
        case .scalar, .null, .reference, .opaque, .error: nil
        }
    }

    private static func label(of child: TreeNode, in parent: TreeNode) -> String {
        switch parent.kind {
        case .array, .set: ""
        case .dictionary: TreeNotation.key(child.name) + ": "
        case .choice where !TreeNotation.isLabelled(child, in: parent): ""
        case .object where parent.type.hasPrefix("(") && Int(child.name) != nil: ""
        default: "\(child.name): "
        }
    }
}

extension String {
    /// A type name without the question marks of an optional.
    fileprivate var withoutOptional: String {
        var type = self[...]
        while type.hasSuffix("?") { type.removeLast() }
        return String(type)
    }
}
