package import LineEditing
package import StrobeProtocol

/// Renders the pending actions of a store.
package struct PendingRendering {
    package var layout = Layout()
    package var time = TimeText()
    /// The current time, in microseconds since 1970.
    package var now = TimeText.now()

    package init(
        layout: Layout = Layout(), time: TimeText = TimeText(), now: Int64 = TimeText.now()
    ) {
        self.layout = layout
        self.time = time
        self.now = now
    }

    /// A short summary: `reducing .authenticate for 1.2 s, 3 queued`; `nil` if nothing is pending.
    ///
    /// - Parameter limit: The approximate width of the action.
    package func summary(of store: StoreDescription, limit: Int = 40) -> String? {
        var parts: [String] = []
        if let pending = store.pending {
            let label = StyledText(pending.label).onOneLine.fitted(to: limit).plain
            let mark = pending.cancelled == true ? " (cancelled)" : ""
            parts.append("reducing \(label)\(mark) for \(age(pending))")
        }
        if let queued = store.queued { parts.append("\(NumberText.grouped(queued.count)) queued") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The lines: the action that is being reduced and the queued ones, each with its origin and age.
    package func lines(_ store: StoreDescription) -> [StyledText] {
        guard let summary = summary(of: store) else { return [StyledText("nothing is pending", .dim)] }
        var table = Table(.right, .left, .left, .left, .right, .left)
        if let pending = store.pending { add(pending, as: StyledText("▸", .changed), to: &table) }
        for (index, action) in (store.queued?.actions ?? []).enumerated() {
            add(action, as: StyledText(String(index + 1), .strong), to: &table)
        }
        var lines = [StyledText(summary, .changed).fitted(to: layout.width)]
        lines += table.lines(width: layout.width, flexible: 1)
        let more = (store.queued?.count ?? 0) - (store.queued?.actions.count ?? 0)
        if more > 0 { lines.append(StyledText("… \(NumberText.grouped(more)) more", .dim)) }
        return lines
    }

    private func add(_ action: PendingDescription, as mark: StyledText, to table: inout Table) {
        var notes: [String] = []
        if let effect = action.effect { notes.append("effect \(effect)") }
        if action.cancelled == true { notes.append("cancelled, its reducer has not returned") }
        table.add(
            mark, LiteralHighlighting.styled(action.label),
            StyledText(action.cause.map { "\(action.origin) of \($0)" } ?? action.origin, .dim),
            StyledText("since \(time.clock(action.since))", .dim), StyledText(age(action)),
            StyledText(notes.joined(separator: ", "), .dim))
    }

    private func age(_ action: PendingDescription) -> String {
        NumberText.age(since: action.since, now: now)
    }
}
