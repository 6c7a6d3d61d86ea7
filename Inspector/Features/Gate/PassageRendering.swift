import InspectorCore
import LineEditing
import StrobeProtocol

/// The result of stepping or resuming a gate.
struct Passage: Sendable {
    /// The maximum number of entries printed one by one.
    static let entryLimit = 10

    /// The gate before; `nil` if the output is JSON.
    var before: GateDescription?
    /// The gate after.
    var after: GateDescription
    /// The first of the resulting transitions.
    var entries: [LogEntry] = []
}

/// Renders the actions that passed a gate.
struct PassageRendering {
    var layout = Layout()

    /// The lines: the transitions and the gate; where it stopped is printed separately.
    func lines(_ passage: Passage) -> [StyledText] {
        let gate = passage.after
        let reported = gate.stopped?.phase == .after ? gate.stopped?.entry?.seq : nil
        var lines = passage.entries.filter { $0.seq != reported }.flatMap { LogRendering.event($0, layout: layout) }
        let seqs = gate.seq - (passage.before?.seq ?? gate.seq)
        if seqs > passage.entries.count, let last = passage.entries.last {
            lines.append(
                StyledText("… \(NumberText.grouped(seqs - passage.entries.count)) more: log \(last.seq + 1)..", .dim))
        }
        if seqs == 0, let first = passage.before?.held.first, gate.held.first?.id != first.id {
            // Its reducer is suspended, or the action was rejected.
            lines.append(StyledText("let through  ") + LiteralHighlighting.styled(first.label))
        }
        if !gate.paused {
            lines.append(StyledText("▶ open", .added) + StyledText(" at @\(gate.seq)", .dim))
        } else if let credit = gate.credit, credit > 0 {
            let text =
                credit == 1
                ? "the next action is let through when it arrives"
                : "the next \(NumberText.grouped(credit)) actions are let through when they arrive"
            lines.append(StyledText(text, .dim))
        }
        return lines
    }
}
