package import LineEditing
package import StrobeProtocol
import StrobeTree

/// Renders a difference between a store and its replay, prominently.
package struct DivergenceRendering {
    package var layout = Layout()
    package var notation = Notation()

    package init(
        layout: Layout = Layout(), notation: Notation = Notation()
    ) {
        self.layout = layout
        self.notation = notation
    }

    /// The lines: what diverged and where, the differences, and what to do.
    ///
    /// - Parameter isNew: Whether it was found just now.
    package func lines(_ divergence: DivergenceDescription, of store: String, isNew: Bool = true) -> [StyledText] {
        var header = StyledText("‼ \(store) ", .failure)
        header.append(isNew ? "diverged" : "has diverged", .failure)
        header.append(" at #\(divergence.seq)", .strong)
        if let path = divergence.path { header += StyledText(" \(ChangeRendering.name(of: path))", .changed) }
        header.append("  \(Self.cause(of: divergence.kind))")
        var lines = [header.fitted(to: layout.width)]
        if let changes = divergence.changes, !changes.isEmpty {
            var short = layout
            short.changes = 5
            lines += ChangeRendering(layout: short, notation: notation, indent: 4).lines(changes)
        }
        lines += StyledText(divergence.message).indented(by: 4).wrapped(to: layout.width, hanging: 4)
        lines += StyledText(
            "equal up to @\(divergence.lastEqualSeq), compared at @\(divergence.comparedAt); states are retained from now on, "
                + "`replay on` tries again", .dim
        ).indented(by: 4).wrapped(to: layout.width, hanging: 4)
        return lines
    }

    /// The cause, in a few words.
    package static func cause(of kind: DivergenceDescription.Kind) -> String {
        switch kind {
        case .impureReducer: "the reducer is not pure"
        case .changedBehind: "changed without an action"
        case .unorderedEncoding: "elements in no order"
        }
    }
}
