import LineEditing
import StrobeProtocol

/// A page of the log as a table.
struct LogRendering {
    var layout = Layout()
    var time = TimeText()
    /// Where one stands; it gets a mark.
    var position: Int?

    /// The lines for some entries, oldest first.
    func lines(_ entries: [LogEntry]) -> [StyledText] {
        var table = Table(.left, .right, .left, .left, .left, .right)
        // A narrow terminal has its room for what was done.
        let (hasTime, hasDuration) = (layout.width >= 60, layout.width >= 72)
        for entry in entries {
            let duration = hasDuration ? entry.durationNanos : nil
            table.add(
                mark(of: entry), StyledText(String(entry.seq), .strong),
                StyledText(hasTime ? time.clock(entry.time) : "", .dim), StyledText(Self.origin(of: entry), .dim),
                Self.label(of: entry) + Self.effects(of: entry),
                StyledText(duration.map(NumberText.duration) ?? "", .dim))
        }
        return table.lines(width: layout.width, flexible: 4)
    }

    /// One entry on one line, as it is printed when it happens.
    static func event(_ entry: LogEntry, layout: Layout) -> StyledText {
        var line = StyledText("#\(entry.seq) ", .strong) + label(of: entry)
        line.append("  \(origin(of: entry))", .dim)
        return (line + effects(of: entry)).fitted(to: layout.width)
    }

    /// What the reducer asked for.
    private static func effects(of entry: LogEntry) -> StyledText {
        guard !entry.effects.isEmpty else { return StyledText() }
        return StyledText("  ⇒ " + entry.effects.map(\.label).joined(separator: ", "), .dim)
    }

    /// What was done, in colours; what went wrong in red.
    static func label(of entry: LogEntry) -> StyledText {
        var label =
            entry.changed == false
            ? StyledText(entry.label, .dim) : LiteralHighlighting.styled(entry.label)
        if let error = entry.error { label += StyledText("  \(error)", .failure) }
        return label
    }

    /// Who asked, and the entry that this came of.
    static func origin(of entry: LogEntry) -> String {
        entry.cause.map { "\(entry.origin) of \($0)" } ?? entry.origin
    }

    private func mark(of entry: LogEntry) -> StyledText {
        if entry.seq == position { return StyledText("▸", .changed) }
        switch entry.changed {
        case true?: return StyledText("~", .changed)
        case false?: return StyledText("·", .dim)
        case nil: return StyledText(" ")
        }
    }
}
