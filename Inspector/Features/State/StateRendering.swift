import InspectorCore
import LineEditing
import StrobeTree

/// Renders a page of a state as an indented listing in Swift notation.
struct StateRendering {
    var layout = Layout()
    /// The command before the path in the hint at more elements, with the options to keep; `nil` where none is typed.
    var command: String? = "state"
    /// The first child requested.
    var start = 0
    /// What the store is doing in the meantime.
    var remark: String?
    /// Whether the node has more levels than were requested.
    private var isDeeperThanAsked = false
    /// Whether the first line already marks the whole as view only.
    private var isViewOnly = false
    private var lines: [LocatedLine] = []

    init(layout: Layout = Layout(), command: String? = "state", start: Int = 0) {
        self.layout = layout
        self.command = command
        self.start = start
    }

    /// The lines for a node.
    ///
    /// - Parameters:
    ///   - node: The requested node.
    ///   - seq: The seq of its state.
    mutating func render(_ node: TreeNode, seq: Int) -> [StyledText] {
        located(node, seq: seq).map(\.text)
    }

    /// The same lines, each with the path of its node.
    mutating func located(_ node: TreeNode, seq: Int) -> [LocatedLine] {
        lines = []
        isDeeperThanAsked = false
        isViewOnly = false
        let isOpened = node.children?.isEmpty == false && node.redacted != true
        if isOpened {
            var header = StyledText(TreeNotation.shortName(node.type), .type)
            if node.kind == .choice { header = LiteralHighlighting.styled(TreeNotation.head(node)) + "  " + header }
            header += extent(node)
            header += StyledText("  @\(seq)", .dim) + marks(of: node)
            isViewOnly = node.viewOnly == true
            if let remark { header += StyledText("  \(remark)", .changed) }
            lines.append(LocatedLine(header, node.path))
            children(of: node, indent: 2, isTop: true)
        } else {
            if let remark { lines.append(LocatedLine(StyledText(remark, .changed))) }
            append(node, label: StyledText(), indent: 0)
        }
        if isDeeperThanAsked, command != nil {
            lines.append(LocatedLine(StyledText("deeper: name a PATH, or raise --depth", .dim)))
        }
        return lines
    }

    private mutating func append(_ node: TreeNode, label: StyledText, indent: Int) {
        let start = label.indented(by: indent)
        if let whole = TreeNotation.whole(node, limit: layout.width - start.width) {
            lines.append(LocatedLine(start + LiteralHighlighting.styled(whole) + marks(of: node), node.path))
            return
        }
        guard let children = node.children, !children.isEmpty else {
            if node.count ?? 0 > 0 {
                isDeeperThanAsked = true
                lines.append(LocatedLine((start + closed(node)).fitted(to: layout.width), node.path))
            } else {
                let line = start + LiteralHighlighting.styled(TreeNotation.head(node))
                lines.append(LocatedLine(line.fitted(to: layout.width), node.path))
            }
            return
        }
        // A case with one unlabelled payload reads better with the payload's children below it.
        if node.kind == .choice, let only = children.first, children.count == 1,
            !TreeNotation.isLabelled(only, in: node),
            only.children?.isEmpty == false
        {
            let head = "\(TreeNotation.head(node))(\(TreeNotation.shortName(only.type)))"
            lines.append(LocatedLine(start + LiteralHighlighting.styled(head) + extent(only), only.path))
            self.children(of: only, indent: indent + 2, isTop: false)
            return
        }
        let line = start + LiteralHighlighting.styled(TreeNotation.head(node)) + extent(node) + marks(of: node)
        lines.append(LocatedLine(line, node.path))
        self.children(of: node, indent: indent + 2, isTop: false)
    }

    private mutating func children(of node: TreeNode, indent: Int, isTop: Bool) {
        let children = node.children ?? []
        let isCollection = [.array, .set, .dictionary].contains(node.kind)
        let shown = isTop || !isCollection ? children[...] : children.prefix(layout.nestedElements)
        let first = isTop ? start : 0
        let labels = shown.enumerated().map { label(of: $1, in: node, at: first + $0) }
        let width = min(labels.map(\.width).max() ?? 0, 24)
        for (child, label) in zip(shown, labels) {
            append(child, label: label.padded(to: width), indent: indent)
        }
        let more = (node.more ?? 0) + children.count - shown.count
        if more > 0 {
            let start = first + shown.count
            let path = node.path.isRoot ? "" : " " + node.path.swiftStyle
            let next = command.map { ": \($0)\(path) --start \(start)" } ?? ""
            let line = StyledText("… \(NumberText.grouped(more)) more\(next)", .dim).indented(by: indent)
            lines.append(LocatedLine(line, node.path, start: start))
        }
    }

    private func label(of child: TreeNode, in parent: TreeNode, at index: Int) -> StyledText {
        switch parent.kind {
        case .array: StyledText("[\(index)] ", .dim)
        case .set: StyledText("- ", .dim)
        case .dictionary: StyledText(TreeNotation.key(child.name) + ": ")
        case .choice where !TreeNotation.isLabelled(child, in: parent): StyledText()
        default: StyledText(child.name + ": ")
        }
    }

    /// The number of elements of a collection.
    private func extent(_ node: TreeNode) -> StyledText {
        guard [.array, .set, .dictionary].contains(node.kind), let count = node.count else { return StyledText() }
        return StyledText("  \(NumberText.grouped(count))", .dim)
    }

    /// A node whose children were not requested.
    private func closed(_ node: TreeNode) -> StyledText {
        let head = TreeNotation.head(node)
        switch node.kind {
        case .array, .set, .dictionary: return LiteralHighlighting.styled(head) + extent(node) + StyledText(" …", .dim)
        default: return LiteralHighlighting.styled(head + "(…)")
        }
    }

    /// The marks of a node, except what the first line already says.
    private func marks(of node: TreeNode) -> StyledText {
        node.viewOnly == true && !isViewOnly ? StyledText("  view only", .dim) : StyledText()
    }
}
