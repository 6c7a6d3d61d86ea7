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
                Self.label(of: entry) + Self.effects(of: entry) + Self.rejection(of: entry),
                StyledText(duration.map(NumberText.duration) ?? "", .dim))
        }
        return table.lines(width: layout.width, flexible: 4)
    }

    /// One entry on one line, as it is printed when it happens.
    static func event(_ entry: LogEntry, layout: Layout) -> StyledText {
        var line = StyledText("#\(entry.seq) ", .strong) + label(of: entry)
        line.append("  \(origin(of: entry))", .dim)
        if entry.error != nil { line.append("  ✗", .failure) }
        return (line + effects(of: entry) + rejection(of: entry)).fitted(to: layout.width)
    }

    /// A remark that is no transition.
    static func note(_ note: NoteDescription) -> StyledText {
        StyledText("— \(note.text)", .changed)
    }

    /// What the reducer asked for.
    private static func effects(of entry: LogEntry) -> StyledText {
        guard !entry.effects.isEmpty else { return StyledText() }
        return StyledText("  ⇒ " + entry.effects.map(\.label).joined(separator: ", "), .dim)
    }

    /// Why the store rejected the action, in red.
    private static func rejection(of entry: LogEntry) -> StyledText {
        entry.error.map { StyledText("  \($0)", .failure) } ?? StyledText()
    }

    /// What was done, in colours where it changed something.
    static func label(of entry: LogEntry) -> StyledText {
        entry.changed == false ? StyledText(entry.label, .dim) : LiteralHighlighting.styled(entry.label)
    }

    /// Who asked, and the entry that this came of.
    static func origin(of entry: LogEntry) -> String {
        entry.cause.map { "\(entry.origin) of \($0)" } ?? entry.origin
    }

    private func mark(of entry: LogEntry) -> StyledText {
        if entry.seq == position { return StyledText("▸", .changed) }
        if entry.error != nil { return StyledText("✗", .failure) }
        switch entry.changed {
        case true?: return StyledText("~", .changed)
        case false?: return StyledText("·", .dim)
        case nil: return StyledText(" ")
        }
    }
}
