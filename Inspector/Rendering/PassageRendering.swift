import LineEditing
import StrobeProtocol

/// What went through a gate that was moved.
struct PassageRendering {
    var layout = Layout()

    /// The lines: the transitions, and how the gate stands.
    func lines(_ passage: Passage) -> [StyledText] {
        let gate = passage.answer.result
        var lines = passage.entries.map { LogRendering.event($0, layout: layout) }
        let seqs = gate.seq - (passage.before?.seq ?? gate.seq)
        if seqs > passage.entries.count, let last = passage.entries.last {
            lines.append(
                StyledText("… \(NumberText.grouped(seqs - passage.entries.count)) more: log \(last.seq + 1)..", .dim))
        }
        if lines.isEmpty, let first = passage.before?.held.first, gate.held.first?.id != first.id {
            // Its reducer is suspended, or it was refused.
            lines.append(StyledText("let through  ") + LiteralHighlighting.styled(first.label))
        }
        if !gate.paused {
            lines.append(StyledText("▶ open", .added) + StyledText(" at @\(gate.seq)", .dim))
        } else if let credit = gate.credit, credit > 0 {
            let text =
                credit == 1
                ? "the next action is let through when it comes"
                : "the next \(NumberText.grouped(credit)) actions are let through when they come"
            lines.append(StyledText(text, .dim))
        }
        return lines
    }
}
