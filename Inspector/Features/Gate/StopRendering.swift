import InspectorCore
import LineEditing
import StrobeProtocol

/// Renders why and where a gate stopped.
struct StopRendering {
    var layout = Layout()
    var notation = Notation()

    /// The lines for a stop: where it is, and what the pending action would do or the entry did.
    ///
    /// - Parameter seq: The last transition; shown if the stop has no action.
    func lines(_ stop: GateStop, seq: Int) -> [StyledText] {
        header(stop, seq: seq) + outcome(of: stop)
    }

    /// Suggests what to do at a stop.
    static let hint = StyledText(
        "  step lets it through, resume all; drop discards it, edit changes it", .dim)

    private func header(_ stop: GateStop, seq: Int) -> [StyledText] {
        var line = StyledText("■ ", .failure)
        switch stop.reason {
        case .pause: line.append("paused", .changed)
        case .step: line.append("stepped", .changed)
        case .breakpoint: line.append("breakpoint \(stop.breakpoint.map(String.init) ?? "")", .changed)
        }
        if let entry = stop.entry, stop.phase == .after {
            line += StyledText(" after ") + StyledText("#\(entry.seq) ", .strong) + LogRendering.label(of: entry)
            return placed(line, LogRendering.origin(of: entry), entry.source)
        }
        guard let pending = stop.pending else {
            return [(line + StyledText(" at @\(seq), nothing is held")).fitted(to: layout.width)]
        }
        line += StyledText(" before ") + LiteralHighlighting.styled(pending.label)
        return placed(line, pending.requester, pending.source)
    }

    /// A header with the requester and the source location, which gets a line of its own if it does not fit.
    private func placed(_ line: StyledText, _ requester: String, _ source: String?) -> [StyledText] {
        let requester = StyledText("  \(requester)", .dim)
        guard let source = source.map({ StyledText("  \($0)", .dim) }) else {
            return [line.fitted(to: layout.width, keeping: requester)]
        }
        let whole = line + requester + source
        guard whole.width > layout.width else { return [whole] }
        return [line.fitted(to: layout.width, keeping: requester), source.fitted(to: layout.width)]
    }

    /// What the pending action would do, or what the entry did.
    func outcome(of stop: GateStop) -> [StyledText] {
        let effects = stop.effects ?? (stop.phase == .after ? stop.entry?.effects : nil) ?? []
        var last = StyledText()
        if !effects.isEmpty {
            last = StyledText("  ⇒ ", .dim) + LiteralHighlighting.styled(effects.map(\.label).joined(separator: ", "))
        }
        var lines: [StyledText] = []
        if let reason = stop.error ?? (stop.phase == .after ? stop.entry?.error : nil) {
            lines.append(StyledText("  ✗ rejected: \(reason)", .failure))
        } else if stop.changes?.isEmpty == true {
            last = StyledText("  no changes", .dim) + last
        } else if let changes = stop.changes {
            lines += ChangeRendering(layout: layout, notation: notation, indent: 2).lines(changes)
        }
        if !last.isEmpty { lines.append(last) }
        return lines.map { $0.fitted(to: layout.width) }
    }
}

extension HeldDescription {
    /// The origin of the action, and the entry that caused it.
    var requester: String { cause.map { "\(origin) of \($0)" } ?? origin }
}
