import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

/// Renders one entry of the log with all its details.
struct EntryRendering {
    var layout = Layout()
    var notation = Notation()
    var time = TimeText()
    /// The lines of an action that are shown unless all are wanted.
    private static let actionLines = 12

    /// The bookmarks at its seq.
    var marks: String?

    /// The lines for an entry and its changes; `nil` if they are no longer known.
    ///
    /// - Parameter notes: The notes on the entry.
    func lines(_ entry: LogEntry, changes: [Change]?, notes: [NoteDescription] = []) -> [StyledText] {
        located(entry, changes: changes, notes: notes).map(\.text)
    }

    /// The same lines, those of changes with their paths.
    func located(_ entry: LogEntry, changes: [Change]?, notes: [NoteDescription] = []) -> [LocatedLine] {
        // The label names types that the notation does not know, but may be shortened.
        let isShortened = entry.label.contains("…")
        let action = isShortened ? entry.action.map { notation.text(action: $0) } ?? entry.label : entry.label
        var lines = (StyledText("#\(entry.seq) ", .strong) + LiteralHighlighting.styled(action))
            .wrapped(to: layout.width, hanging: 2)
        if !layout.isWhole, lines.count > Self.actionLines {
            let more = NumberText.counted(lines.count - Self.actionLines, "more line")
            lines = lines.prefix(Self.actionLines) + [StyledText("  … \(more): show \(entry.seq) --all", .dim)]
        }
        func add(_ name: String, _ text: StyledText) {
            let line = (StyledText(name, .dim).padded(to: 9) + text).indented(by: 2)
            lines += line.wrapped(to: layout.width, hanging: 11)
        }
        if let marks { add("marked", StyledText(marks, .past)) }
        var origin = StyledText(LogRendering.origin(of: entry))
        if let wait = entry.afterMicros { origin += StyledText(", after ", .dim) + Slowness.styled(wait: wait) }
        if let dispatched = entry.editedFrom {
            origin.append(", edited at the gate ", .changed)
            origin += StyledText("(was ", .dim) + LiteralHighlighting.styled(dispatched) + StyledText(")", .dim)
        }
        add("origin", origin)
        add("time", StyledText(time.full(entry.time)))
        if let duration = entry.durationNanos { add("took", Slowness.styled(reducer: duration)) }
        if let source = entry.source { add("source", StyledText(source)) }
        for (index, effect) in entry.effects.enumerated() {
            add(index == 0 ? "effects" : "", LiteralHighlighting.styled(effect.label))
        }
        if let reason = entry.error { add("rejected", StyledText(reason, .failure)) }
        for note in notes {
            add(note.afterSeq < entry.seq ? "before" : "after", StyledText(note.text, .changed))
        }
        guard let changes, !changes.isEmpty else {
            let range = "\(max(entry.seq - 1, 0)) \(entry.seq)"
            let text =
                switch entry.incomplete {
                case nil where changes != nil: "none"
                case .tooLarge?: "too many to show; `diff \(range) PATH` shows a part"
                case nil, .unknown?: "not known"
                case .hidden?, .incomparable?: ChangeRendering.text(of: entry.incomplete ?? .unknown)
                }
            add("changes", StyledText(text, .dim))
            return lines.map { LocatedLine($0) }
        }
        add("changes", StyledText(NumberText.grouped(changes.count)))
        var rendering = ChangeRendering(layout: layout, notation: notation, indent: 4)
        rendering.layout.isWhole = true
        rendering.rest = "`show \(entry.seq) --all` shows them"
        return lines.map { LocatedLine($0) } + rendering.located(changes)
    }
}
