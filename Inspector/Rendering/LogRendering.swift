import LineEditing
import StrobeProtocol

/// Renders a page of the log as a table.
struct LogRendering {
    var layout = Layout()
    var time = TimeText()
    /// The current position, which gets a mark.
    var position: Int?
    /// The bookmarks by seq.
    var marks: [Int: String] = [:]
    /// Remarks on entries by seq.
    var remarks: [Int: String] = [:]

    /// The lines for some entries, oldest first.
    func lines(_ entries: [LogEntry]) -> [StyledText] {
        lines(entries.map { ("", $0) })
    }

    /// The lines for some entries, with each note after the entry that it follows.
    func lines(_ entries: [LogEntry], notes: [NoteDescription]) -> [StyledText] {
        let lines = lines(entries)
        guard !notes.isEmpty, lines.count == entries.count else { return lines + notes.map(Self.note) }
        var merged: [StyledText] = []
        var rest = notes[...]
        for (entry, line) in zip(entries, lines) {
            let count = rest.prefix { $0.afterSeq < entry.seq }.count
            merged += rest.prefix(count).map(Self.note)
            rest = rest.dropFirst(count)
            merged.append(line)
        }
        return merged + rest.map(Self.note)
    }

    /// The lines for some entries as a tree, each below the one whose effect dispatched it.
    func tree(_ entries: [LogEntry]) -> [StyledText] {
        lines(CauseTree(entries, width: layout.width / 4).rows)
    }

    /// - Parameter rows: The entries, each with the stem before its label.
    private func lines(_ rows: [(stem: String, entry: LogEntry)]) -> [StyledText] {
        var table = Table(.left, .right, .left, .left, .left, .left, .right)
        // A narrow terminal shows only what happened.
        let (hasTime, hasDuration) = (layout.width >= 60, layout.width >= 72)
        for (stem, entry) in rows {
            let duration = hasDuration ? entry.durationNanos : nil
            table.add(
                mark(of: entry), StyledText(String(entry.seq), .strong),
                StyledText(hasTime ? time.clock(entry.time) : "", .dim),
                stem.isEmpty ? Self.source(of: entry) : Self.wait(before: entry),
                StyledText(stem, .dim) + Self.label(of: entry) + Self.edit(of: entry) + names(of: entry)
                    + Self.effects(of: entry) + Self.rejection(of: entry),
                StyledText(remarks[entry.seq] ?? "", .dim),
                duration.map { Slowness.styled(reducer: $0) } ?? StyledText())
        }
        return table.lines(width: layout.width, flexible: 4)
    }

    /// The origin, with the duration of the effect if it was slow.
    private static func source(of entry: LogEntry) -> StyledText {
        var text = StyledText(origin(of: entry), .dim)
        if let wait = entry.afterMicros, wait >= Slowness.effect { text += " +" + Slowness.styled(wait: wait) }
        return text
    }

    /// The time between the previous entry and this one.
    private static func wait(before entry: LogEntry) -> StyledText {
        entry.afterMicros.map { StyledText("+", .dim) + Slowness.styled(wait: $0) } ?? StyledText()
    }

    /// The bookmarks at its seq.
    private func names(of entry: LogEntry) -> StyledText {
        StyledText(marks[entry.seq].map { "  ⚑ \($0)" } ?? "", .past)
    }

    /// An entry as one line, as printed when it happens.
    static func event(_ entry: LogEntry, layout: Layout) -> StyledText {
        let line = StyledText("#\(entry.seq) ", .strong) + label(of: entry)
        var tail = StyledText("  \(origin(of: entry))", .dim)
        tail += edit(of: entry)
        if entry.error != nil { tail.append("  ✗", .failure) }
        return line.fitted(to: layout.width, keeping: tail + effects(of: entry) + rejection(of: entry))
    }

    /// A note, which is not a transition.
    static func note(_ note: NoteDescription) -> StyledText {
        StyledText("— \(note.text)", .changed)
    }

    /// The effects that the reducer requested.
    static func effects(of entry: LogEntry) -> StyledText {
        guard !entry.effects.isEmpty else { return StyledText() }
        return StyledText("  ⇒ " + entry.effects.map(\.label).joined(separator: ", "), .dim)
    }

    /// The reason for a rejection, in red.
    static func rejection(of entry: LogEntry) -> StyledText {
        entry.error.map { StyledText("  \($0)", .failure) } ?? StyledText()
    }

    /// The label, coloured if the entry changed something.
    static func label(of entry: LogEntry) -> StyledText {
        entry.changed == false ? StyledText(entry.label, .dim) : LiteralHighlighting.styled(entry.label)
    }

    /// The mark of an entry that was edited at the gate.
    static func edit(of entry: LogEntry) -> StyledText {
        StyledText(entry.editedFrom == nil ? "" : "  edited at the gate", .changed)
    }

    /// The origin, and the entry that caused this one.
    static func origin(of entry: LogEntry) -> String {
        entry.cause.map { "\(entry.origin) of \($0)" } ?? entry.origin
    }

    private func mark(of entry: LogEntry) -> StyledText {
        entry.seq == position ? StyledText("▸", .changed) : Self.mark(of: entry)
    }

    /// The mark that says what an entry did to the state.
    static func mark(of entry: LogEntry) -> StyledText {
        if entry.error != nil { return StyledText("✗", .failure) }
        switch entry.changed {
        case true?: return StyledText("~", .changed)
        case false?: return StyledText("·", .dim)
        case nil: return StyledText(entry.incomplete == nil ? " " : "?", .dim)
        }
    }
}
