import InspectorCore
import LineEditing
import StrobeProtocol

/// Renders what caused an entry and what it caused, from the root down.
struct WhyRendering {
    var layout = Layout()
    var time = TimeText()
    /// The current time, in microseconds since 1970-01-01T00:00:00Z.
    var now = TimeText.now()

    /// The lines for an answer.
    func lines(_ why: LogWhy.Result) -> [StyledText] {
        var lines: [StyledText] = []
        let (notes, causes) = (why.notes ?? [], Set(why.links.map(\.seq)))
        if let cause = why.links.first?.cause {
            lines.append(StyledText("  … an effect of #\(cause), which is further back: why \(cause)", .dim))
        }
        for (index, link) in why.links.enumerated() {
            let isLast = index == why.links.count - 1
            if index > 0 { lines.append(wait(before: link)) }
            if isLast { lines += notes.filter { !causes.contains($0.cause ?? 0) }.map(note) }
            lines += self.link(link, isLast: isLast)
            lines += notes.filter { $0.cause == link.seq }.map(note)
        }
        let running = why.running.count
        for (index, child) in why.children.enumerated() {
            let isLast = index == why.children.count - 1 && why.more == nil && running == 0
            lines += entry(child, isLast: isLast)
        }
        if let more = why.more {
            lines.append(branch(running == 0) + StyledText("… \(NumberText.grouped(more)) more: --limit N", .dim))
        }
        for (index, effect) in why.running.enumerated() {
            lines.append((branch(index == running - 1) + self.running(effect)).fitted(to: layout.width))
        }
        if let last = why.links.last, why.children.isEmpty, running == 0, !last.effects.isEmpty,
            !notes.contains(where: { $0.cause == last.seq })
        {
            lines.append(StyledText("      no results so far", .dim))
        }
        return lines
    }

    private func link(_ entry: LogEntry, isLast: Bool) -> [StyledText] {
        var line = StyledText(isLast ? "▸ " : "  ", .changed) + StyledText("#\(entry.seq)", .strong) + "  "
        line += LogRendering.label(of: entry)
        var tail = StyledText("  \(time.clock(entry.time))", .dim)
        if entry.cause == nil { tail.append("  \(entry.origin)", .dim) }
        if let duration = entry.durationNanos, duration >= Slowness.reducer {
            tail += "  " + Slowness.styled(reducer: duration)
        }
        if let reason = entry.error { tail.append("  ✗ \(reason)", .failure) }
        tail += LogRendering.edit(of: entry)
        var lines = whole(line, keeping: tail)
        if let dispatched = entry.editedFrom {
            let was = StyledText("      was ", .dim) + LiteralHighlighting.styled(dispatched)
            lines += was.wrapped(to: layout.width, hanging: 10)
        }
        for effect in entry.effects.prefix(8) {
            let text = StyledText("      ⇒ ", .dim) + LiteralHighlighting.styled(effect.label)
            lines.append(text.fitted(to: layout.width))
        }
        if entry.effects.count > 8 { lines.append(StyledText("      ⇒ … \(entry.effects.count - 8) more", .dim)) }
        return lines
    }

    /// The text with what is behind it, wrapped: the reason of a failure is not cut.
    private func whole(_ text: StyledText, keeping tail: StyledText) -> [StyledText] {
        (text + tail).wrapped(to: layout.width, hanging: 8)
    }

    private func note(_ note: NoteDescription) -> StyledText {
        (StyledText("      ") + LogRendering.note(note)).fitted(to: layout.width)
    }

    /// The time between the previous entry and this one.
    private func wait(before entry: LogEntry) -> StyledText {
        StyledText("      ↓ ", .dim) + (entry.afterMicros.map { Slowness.styled(wait: $0) } ?? StyledText("?", .dim))
    }

    private func entry(_ child: LogEntry, isLast: Bool) -> [StyledText] {
        let line = branch(isLast) + StyledText("#\(child.seq)", .strong) + "  " + LogRendering.label(of: child)
        var tail = StyledText()
        if let wait = child.afterMicros { tail += StyledText("  +", .dim) + Slowness.styled(wait: wait) }
        if let reason = child.error { tail.append("  ✗ \(reason)", .failure) }
        tail += LogRendering.edit(of: child)
        return LogRendering.isFailure(child)
            ? whole(line, keeping: tail) : [line.fitted(to: layout.width, keeping: tail)]
    }

    private func running(_ effect: RunningEffectDescription) -> StyledText {
        var line = StyledText("◌ ", .changed) + StyledText(effect.name, .enumCase)
        if effect.label != effect.name { line += "  " + LiteralHighlighting.styled(effect.label) }
        let age = now - effect.since
        line += StyledText("  \(effect.phase) for ", .dim) + Slowness.styled(wait: max(age, 0))
        return line
    }

    private func branch(_ isLast: Bool) -> StyledText {
        StyledText(isLast ? "      └ " : "      ├ ", .dim)
    }
}
