package import LineEditing
package import StrobeProtocol

/// Renders the result of a dispatched action.
package struct DispatchRendering {
    package var layout = Layout()
    package var notation = Notation()

    package init(
        layout: Layout = Layout(), notation: Notation = Notation()
    ) {
        self.layout = layout
        self.notation = notation
    }

    /// The lines for an answer.
    ///
    /// - Parameter isDryRun: Whether the store was left unchanged.
    package func lines(_ result: ActionDispatch.Result, isDryRun: Bool = false) -> [StyledText] {
        if let held = result.held {
            return [
                StyledText("held", .changed) + StyledText(" at the gate as ", .dim) + StyledText(String(held), .strong)
            ]
        }
        var header =
            isDryRun
            ? StyledText("dry run at @\(result.seq)", .changed) : StyledText("#\(result.seq)", .strong)
        header.append("  ")
        let changes = result.changes ?? []
        if result.applied == false {
            return [
                StyledText("sent", .strong)
                    + StyledText("; the store does not say which entry resulted: see `log`", .dim)
            ]
        }
        if let reason = result.error {
            header.append("✗ rejected: \(reason)", .failure)
        } else if let incomplete = result.incomplete {
            header.append(ChangeRendering.text(of: incomplete), .dim)
        } else if !changes.isEmpty {
            header.append(NumberText.counted(changes.count, "change"))
        } else {
            header.append("no changes", .dim)
        }
        if !result.effects.isEmpty {
            header.append("  ⇒ ", .dim)
            header += LiteralHighlighting.styled(result.effects.map(\.label).joined(separator: ", "))
        }
        if let duration = result.durationNanos {
            header += "  " + Slowness.styled(reducer: duration)
        }
        guard !changes.isEmpty else { return [header.fitted(to: layout.width)] }
        var rendering = ChangeRendering(layout: layout, notation: notation)
        if !isDryRun { rendering.rest = "`show \(result.seq) --all` shows them" }
        return [header.fitted(to: layout.width)] + rendering.lines(changes)
    }

    /// The lines for a replacement of the live state.
    package func lines(_ result: StateReplacement, _ what: String) -> [StyledText] {
        guard result.applied != false else {
            return [StyledText("\(what); the store does not say which entry resulted: see `log`")]
        }
        return [(StyledText("#\(result.seq)", .strong) + StyledText("  \(what)")).fitted(to: layout.width)]
            + ChangeRendering(layout: layout, notation: notation).lines(result.changes, result.incomplete)
    }
}
