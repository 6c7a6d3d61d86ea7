import LineEditing
import StrobeTree

/// Renders a page of a state as an indented listing in Swift notation.
struct StateRendering {
    var layout = Layout()
    /// The command before the path in the hint at more elements, with the options to keep.
    var command = "state"
    /// The first child requested.
    var start = 0
    /// What the store is doing in the meantime.
    var remark: String?
    /// Whether the node has more levels than were requested.
    private var isDeeperThanAsked = false
    /// Whether the first line already marks the whole as view only.
    private var isViewOnly = false
    private var lines: [StyledText] = []

    init(layout: Layout = Layout(), command: String = "state", start: Int = 0) {
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
            lines.append(header)
            children(of: node, indent: 2, isTop: true)
        } else {
            if let remark { lines.append(StyledText(remark, .changed)) }
            append(node, label: StyledText(), indent: 0)
        }
        if isDeeperThanAsked {
            lines.append(StyledText("deeper: name a PATH, or raise --depth", .dim))
        }
        return lines
    }

    private mutating func append(_ node: TreeNode, label: StyledText, indent: Int) {
        let start = label.indented(by: indent)
        if let whole = TreeNotation.whole(node, limit: layout.width - start.width) {
            lines.append(start + LiteralHighlighting.styled(whole) + marks(of: node))
            return
        }
        guard let children = node.children, !children.isEmpty else {
            if node.count ?? 0 > 0 {
                isDeeperThanAsked = true
                lines.append((start + closed(node)).fitted(to: layout.width))
            } else {
                lines.append((start + LiteralHighlighting.styled(TreeNotation.head(node))).fitted(to: layout.width))
            }
            return
        }
        // A case with one unlabelled payload reads better with the payload's children below it.
        if node.kind == .choice, let only = children.first, children.count == 1,
            !TreeNotation.isLabelled(only, in: node),
            only.children?.isEmpty == false
        {
            let head = "\(TreeNotation.head(node))(\(TreeNotation.shortName(only.type)))"
            lines.append(start + LiteralHighlighting.styled(head) + extent(only))
            self.children(of: only, indent: indent + 2, isTop: false)
            return
        }
        lines.append(start + LiteralHighlighting.styled(TreeNotation.head(node)) + extent(node) + marks(of: node))
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
            let next = "\(command)\(node.path.isRoot ? "" : " " + node.path.swiftStyle) --start \(first + shown.count)"
            lines.append(StyledText("… \(NumberText.grouped(more)) more: \(next)", .dim).indented(by: indent))
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
