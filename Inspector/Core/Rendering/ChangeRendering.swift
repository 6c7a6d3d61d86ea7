package import LineEditing
package import StrobeProtocol
package import StrobeTree

/// Renders changes as a short diff: the paths with their old and new values.
package struct ChangeRendering {
    package var layout = Layout()
    package var notation = Notation()
    /// The number of blanks before each line.
    package var indent = 0
    /// What shows the changes that are left out.
    package var rest = "`--json` lists them all, a PATH narrows them"

    package init(
        layout: Layout = Layout(), notation: Notation = Notation(), indent: Int = 0,
        rest: String = "`--json` lists them all, a PATH narrows them"
    ) {
        self.layout = layout
        self.notation = notation
        self.indent = indent
        self.rest = rest
    }

    /// The lines for some changes; `nil` if the server did not send them.
    ///
    /// - Parameters:
    ///   - incomplete: Why changes are missing.
    ///   - absent: The text for a missing value.
    package func lines(_ changes: [Change]?, _ incomplete: Incompleteness? = nil, absent: String = "?") -> [StyledText]
    {
        located(changes, incomplete, absent: absent).map(\.text)
    }

    /// The same lines, each with the path of its change.
    package func located(
        _ changes: [Change]?, _ incomplete: Incompleteness? = nil, absent: String = "?"
    ) -> [LocatedLine] {
        guard let changes, !changes.isEmpty else {
            let text = changes == nil ? incomplete ?? .tooLarge : incomplete
            return [LocatedLine(StyledText(text.map(Self.text(of:)) ?? "no changes", .dim).indented(by: indent))]
        }
        let shown = changes.prefix(layout.changes)
        let widths = shown.map { Columns.width(of: Self.name(of: $0.path)) }
        let column = widths.filter { $0 <= layout.width / 3 }.max() ?? 0
        var lines = shown.flatMap { change in
            self.lines(for: change, column: column, absent).map { LocatedLine($0, change.path) }
        }
        if shown.count < changes.count {
            let more = NumberText.counted(changes.count - shown.count, "more change")
            lines.append(
                LocatedLine(
                    StyledText("… \(more); \(rest)", .dim).indented(by: indent)))
        }
        return lines
    }

    /// The text shown instead of changes.
    package static func text(of incomplete: Incompleteness) -> String {
        switch incomplete {
        case .hidden: "nothing visible changed; hidden values may have"
        case .tooLarge: "too many changes to show; `diff` with a PATH narrows them"
        case .unknown: "what it changed is not known"
        case .incomparable: "nothing that can be compared changed"
        }
    }

    /// The path, as typed; a single dot is the whole state.
    package static func name(of path: Path) -> String {
        path.isRoot ? "." : path.swiftStyle
    }

    private func lines(for change: Change, column: Int, _ absent: String) -> [StyledText] {
        let (sign, style) = Self.sign(of: change.op)
        let start = (StyledText(sign + " ", style) + StyledText(Self.name(of: change.path), .strong)).indented(
            by: indent)
        let padded = start.padded(to: indent + 2 + column) + "  "
        let room = layout.width - padded.width
        let limit = layout.isWhole ? 4_000 : max(layout.width * 2, 40)
        let old = change.old.map { notation.text(state: $0, at: change.path, limit: limit) }
        let new = change.value.map { notation.text(state: $0, at: change.path, limit: limit) }
        switch change.op {
        case .move, .copy:
            return [padded + StyledText("← \(change.from.map(Self.name(of:)) ?? "?")", style)]
        case .add, .test, .remove:
            let text = change.op == .remove ? old : new
            return placed(padded + StyledText(text ?? "", style))
        case .replace where change.isIncomparable:
            return placed(padded + StyledText("\(new ?? "?") cannot be compared", .dim))
        case .replace:
            let arrow = StyledText(" → ", .dim)
            let line = padded + StyledText(old ?? absent, .removed) + arrow + StyledText(new ?? absent, .added)
            if line.width <= layout.width || room < 8 { return placed(line) }
            return [start]
                + placed(StyledText("- " + (old ?? absent), .removed).indented(by: indent + 4))
                + placed(StyledText("+ " + (new ?? absent), .added).indented(by: indent + 4))
        }
    }

    /// A line, cut or wrapped at the width.
    private func placed(_ line: StyledText) -> [StyledText] {
        layout.isWhole ? line.wrapped(to: layout.width, hanging: indent + 6) : [line.fitted(to: layout.width)]
    }

    private static func sign(of operation: Change.Operation) -> (String, Style) {
        switch operation {
        case .add: ("+", .added)
        case .remove: ("-", .removed)
        case .replace, .test: ("~", .changed)
        case .move, .copy: (">", .changed)
        }
    }
}
