package import LineEditing
package import StrobeProtocol
package import StrobeTree

/// Renders a page of the log as a table.
package struct LogRendering {
    package var layout = Layout()
    package var time = TimeText()
    /// The current position, which gets a mark.
    package var position: Int?
    /// The bookmarks by seq.
    package var marks: [Int: String] = [:]
    /// Remarks on entries by seq.
    package var remarks: [Int: String] = [:]
    /// The least widths of the first columns.
    package var minimum: [Int] = []
    /// Whether the time that the reducer took is shown, if there is room.
    package var hasDuration = true
    /// What was searched for: it is marked, and rows that are too wide are cut around it.
    package var pattern: Pattern?

    package init(
        layout: Layout = Layout(), time: TimeText = TimeText(), position: Int? = nil, marks: [Int: String] = [:],
        remarks: [Int: String] = [:], minimum: [Int] = [], hasDuration: Bool = true, pattern: Pattern? = nil
    ) {
        self.layout = layout
        self.time = time
        self.position = position
        self.marks = marks
        self.remarks = remarks
        self.minimum = minimum
        self.hasDuration = hasDuration
        self.pattern = pattern
    }

    /// The lines for some entries, oldest first.
    package func lines(_ entries: [LogEntry]) -> [StyledText] {
        rows(entries.map { Row(entry: $0) }).flatMap(\.self)
    }

    /// The lines for entries of several stores, each with its store.
    package func lines(_ entries: [(store: String, entry: LogEntry)]) -> [StyledText] {
        rows(entries.map { Row(store: $0.store, entry: $0.entry) }).flatMap(\.self)
    }

    /// The lines for some entries, with each note after the entry that it follows.
    package func lines(_ entries: [LogEntry], notes: [NoteDescription]) -> [StyledText] {
        var merged: [StyledText] = []
        var rest = notes[...]
        for (entry, lines) in zip(entries, rows(entries.map { Row(entry: $0) })) {
            let count = rest.prefix { $0.afterSeq < entry.seq }.count
            merged += rest.prefix(count).map(Self.note)
            rest = rest.dropFirst(count)
            merged += lines
        }
        return merged + rest.map(Self.note)
    }

    /// The lines for some entries as a tree, each below the one whose effect dispatched it.
    package func tree(_ entries: [LogEntry]) -> [StyledText] {
        rows(CauseTree(entries, width: layout.width / 4).rows.map { Row(stem: $0.stem, entry: $0.entry) }).flatMap(
            \.self)
    }

    /// An entry, with what is beside it.
    private struct Row {
        var store = ""
        /// What is before its label in a tree.
        var stem = ""
        var entry: LogEntry
    }

    /// The lines of each row: one, unless it reports a failure, whose reason is not cut.
    private func rows(_ rows: [Row]) -> [[StyledText]] {
        var table = Table(.left, .left, .right, .left, .left, .left, .left, .right)
        // A narrow terminal shows only what happened.
        let (hasTime, hasDuration) = (layout.width >= 60, hasDuration && layout.width >= 72)
        for row in rows {
            let (stem, entry) = (row.stem, row.entry)
            let duration = hasDuration ? entry.durationNanos : nil
            table.add(
                mark(of: entry), StyledText(row.store, .store), StyledText(String(entry.seq), .strong),
                StyledText(hasTime ? time.clock(entry.time) : "", .dim),
                stem.isEmpty ? Self.source(of: entry) : Self.wait(before: entry),
                StyledText(stem, .dim) + Self.label(of: entry) + Self.edit(of: entry) + names(of: entry)
                    + Self.effects(of: entry) + Self.rejection(of: entry),
                StyledText(remarks[entry.seq] ?? "", .dim),
                duration.map { Slowness.styled(reducer: $0) } ?? StyledText())
        }
        return table.rows(width: layout.width, flexible: 5, minimum: minimum) { index, cell, width in
            guard !Self.isFailure(rows[index].entry) else {
                return (pattern.map(cell.marking) ?? cell).wrapped(to: width, hanging: 2)
            }
            return [pattern.map { cell.fitted(to: width, around: $0) } ?? cell.fitted(to: width)]
        }
    }

    /// Whether an entry was rejected, or its action reports a failure.
    package static func isFailure(_ entry: LogEntry) -> Bool { entry.error != nil || FailureWords.areIn(entry.label) }

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

    /// An entry as printed when it happens: one line, unless it reports a failure, whose reason is not cut.
    package static func event(_ entry: LogEntry, layout: Layout) -> [StyledText] {
        let line = StyledText("#\(entry.seq) ", .strong) + label(of: entry)
        var tail = StyledText("  \(origin(of: entry))", .dim)
        tail += edit(of: entry)
        if entry.error != nil { tail.append("  ✗", .failure) }
        tail += effects(of: entry) + rejection(of: entry)
        guard !isFailure(entry) else { return (line + tail).wrapped(to: layout.width, hanging: 4) }
        return [line.fitted(to: layout.width, keeping: tail)]
    }

    /// A note, which is not a transition.
    package static func note(_ note: NoteDescription) -> StyledText {
        StyledText("— \(note.text)", .changed)
    }

    /// The effects that the reducer requested.
    package static func effects(of entry: LogEntry) -> StyledText {
        guard !entry.effects.isEmpty else { return StyledText() }
        return StyledText("  ⇒ " + entry.effects.map(\.label).joined(separator: ", "), .dim)
    }

    /// The reason for a rejection, in red.
    package static func rejection(of entry: LogEntry) -> StyledText {
        entry.error.map { StyledText("  \($0)", .failure) } ?? StyledText()
    }

    /// The label, coloured if the entry changed something.
    package static func label(of entry: LogEntry) -> StyledText {
        entry.changed == false ? StyledText(entry.label, .dim) : LiteralHighlighting.styled(entry.label)
    }

    /// The mark of an entry that was edited at the gate.
    package static func edit(of entry: LogEntry) -> StyledText {
        StyledText(entry.editedFrom == nil ? "" : "  edited at the gate", .changed)
    }

    /// The origin, and the entry that caused this one.
    package static func origin(of entry: LogEntry) -> String {
        entry.cause.map { "\(entry.origin) of \($0)" } ?? entry.origin
    }

    private func mark(of entry: LogEntry) -> StyledText {
        entry.seq == position ? StyledText("▸", .changed) : Self.mark(of: entry)
    }

    /// The mark that says what an entry did to the state.
    package static func mark(of entry: LogEntry) -> StyledText {
        if entry.error != nil { return StyledText("✗", .failure) }
        switch entry.changed {
        case true?: return StyledText("~", .changed)
        case false?: return StyledText("·", .dim)
        case nil: return StyledText(entry.incomplete == nil ? " " : "?", .dim)
        }
    }
}
