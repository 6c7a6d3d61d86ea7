import InspectorCore
import LineEditing
import StrobeProtocol

/// Renders a gate and the actions that it holds.
struct GateRendering {
    var layout = Layout()
    var notation = Notation()
    var time = TimeText()
    /// The current time, in microseconds since 1970.
    var now = TimeText.now()

    /// The lines: why the gate is closed, what the first action would do, and all held actions with their ids.
    func lines(_ gate: GateDescription) -> [StyledText] {
        let notes = StyledText("  \(summary(gate))", .dim)
        guard gate.paused else { return [StyledText("▶ open at @\(gate.seq)", .added) + notes] }
        let stop = gate.stopped.map { StopRendering(layout: layout, notation: notation).lines($0, seq: gate.seq) }
        return (stop ?? [paused(at: gate.seq)]) + held(gate) + [StyledText(summary(gate), .dim)]
    }

    /// The lines for a gate that a command closed.
    func paused(_ gate: GateDescription) -> [StyledText] {
        if gate.stopped != nil { return lines(gate) }
        return [paused(at: gate.seq) + StyledText("  actions are held", .dim)] + held(gate)
    }

    private func paused(at seq: Int) -> StyledText {
        StyledText("■ ", .failure) + StyledText("paused", .changed) + StyledText(" at @\(seq)")
    }

    /// The held actions, with their ids.
    private func held(_ gate: GateDescription) -> [StyledText] {
        var table = Table(.left, .right, .left, .left, .right, .left)
        // A narrow terminal shows only the actions; where the first one stopped is printed above.
        let hasSource = layout.width >= 100
        for (index, held) in gate.held.enumerated() {
            table.add(
                StyledText(index == 0 ? "▸" : " ", .changed), StyledText(String(held.id), .strong),
                LiteralHighlighting.styled(held.label), StyledText(held.requester, .dim),
                StyledText(NumberText.age(since: held.since, now: now), .dim),
                StyledText(hasSource ? held.source ?? "" : "", .dim))
        }
        let more = gate.count - gate.held.count
        return table.lines(width: layout.width, flexible: 2)
            + (more > 0 ? [StyledText("… \(NumberText.grouped(more)) more", .dim)] : [])
    }

    private func summary(_ gate: GateDescription) -> String {
        var parts: [String] = []
        if gate.paused { parts.append("\(NumberText.grouped(gate.count)) held") }
        if let credit = gate.credit, credit > 0 {
            parts.append("\(NumberText.counted(credit, "action")) will be let through when they arrive")
        }
        parts.append(NumberText.counted(gate.breakpoints, "breakpoint"))
        return parts.joined(separator: ", ")
    }
}
