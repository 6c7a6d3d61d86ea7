import LineEditing
import StrobeProtocol

/// What a dispatched action did.
struct DispatchRendering {
    var layout = Layout()
    var notation = Notation()

    /// The lines for an answer.
    ///
    /// - Parameter isDryRun: Whether the store was not touched.
    func lines(_ result: ActionDispatch.Result, isDryRun: Bool = false) -> [StyledText] {
        if let held = result.held {
            return [
                StyledText("held ", .changed) + StyledText(String(held), .strong) + StyledText(" at the gate", .dim)
            ]
        }
        var header =
            isDryRun
            ? StyledText("dry run at @\(result.seq)", .changed) : StyledText("#\(result.seq)", .strong)
        header.append("  ")
        let changes = result.changes ?? []
        if let reason = result.error {
            header.append("✗ rejected: \(reason)", .failure)
        } else if !changes.isEmpty {
            header.append(NumberText.counted(changes.count, "change"))
        } else {
            header.append(result.changed ? "changed in too many places to show" : "no changes", .dim)
        }
        if !result.effects.isEmpty {
            header.append("  ⇒ ", .dim)
            header += LiteralHighlighting.styled(result.effects.map(\.label).joined(separator: ", "))
        }
        if let duration = result.durationNanos {
            header += "  " + Slowness.styled(reducer: duration)
        }
        guard !changes.isEmpty else { return [header.fitted(to: layout.width)] }
        return [header.fitted(to: layout.width)]
            + ChangeRendering(layout: layout, notation: notation).lines(changes)
    }
}
