package import LineEditing
package import StrobeProtocol

/// Renders the stores of a process as a table.
package struct StoreRendering {
    package var layout = Layout()
    /// The stores that diverged from their replay.
    package var diverged: [String: DivergenceDescription] = [:]
    /// Whether they belong to a recording, which takes no actions anyway.
    package var isRecorded = false
    /// The current time, in microseconds since 1970.
    package var now = TimeText.now()

    package init(
        layout: Layout = Layout(), diverged: [String: DivergenceDescription] = [:], isRecorded: Bool = false,
        now: Int64 = TimeText.now()
    ) {
        self.layout = layout
        self.diverged = diverged
        self.isRecorded = isRecorded
        self.now = now
    }

    /// The lines; the current store gets a mark.
    package func lines(_ stores: [StoreDescription], current: String?) -> [StyledText] {
        guard !stores.isEmpty else { return [StyledText("no stores yet", .dim)] }
        var table = Table(.left, .left, .left, .left, .left)
        for store in stores {
            table.add(
                StyledText(store.id == current ? "▸" : " ", .changed), StyledText(store.id, .store),
                StyledText("@\(store.seq)"), StyledText("\(store.stateType) ← \(store.actionType)", .type),
                StyledText(notes(on: store), .dim))
        }
        return table.lines(width: layout.width, flexible: 3)
    }

    /// The lines, with the history of each store below it.
    package func longLines(_ stores: [StoreDescription], current: String?) -> [StyledText] {
        guard !stores.isEmpty else { return lines(stores, current: current) }
        let indent = (stores.map(\.id.count).max() ?? 0) + 4
        return zip(lines(stores, current: current), stores).flatMap { line, store in
            [line] + (store.history.map { memoryLines(of: store, $0).map { $0.indented(by: indent) } } ?? [])
        }
    }

    /// What a history keeps, and what it has given up to stay within its budget.
    private func memoryLines(of store: StoreDescription, _ history: HistoryDescription) -> [StyledText] {
        [memory(of: store, history)] + (history.givenUp.map { [StyledText($0.message, .changed)] } ?? [])
    }

    /// The size of a history and the range of its log.
    private func memory(of store: StoreDescription, _ history: HistoryDescription) -> StyledText {
        var text = StyledText()
        if let bytes = history.bytes {
            let share = history.budgetBytes > 0 ? 100 * bytes / history.budgetBytes : 0
            text.append(NumberText.bytes(bytes), share >= 90 ? .changed : .plain)
            text.append(" of \(NumberText.bytes(history.budgetBytes)), ", .dim)
        } else {
            // The size would reveal the size of redacted values.
            text.append("at most \(NumberText.bytes(history.budgetBytes)), ", .dim)
        }
        text.append("@\(store.firstSeq)..\(store.seq)", .dim)
        guard let checkpoints = history.checkpoints else { return text }
        let what = store.capabilities.replay ? "" : "retained "
        text.append(", \(NumberText.counted(checkpoints, what + "state"))", .dim)
        if store.capabilities.replay { text.append(" to replay from", .dim) }
        return text
    }

    /// Remarks on unusual properties.
    private func notes(on store: StoreDescription) -> String {
        var notes: [String] = []
        if store.name != store.id { notes.append(store.name) }
        if store.kind != "reducer" { notes.append(store.kind) }
        if store.firstSeq > 0 { notes.append("from @\(store.firstSeq)") }
        if let pending = PendingRendering(now: now).summary(of: store) { notes.append(pending) }
        if let replaying = store.replaying {
            notes.append("in a replay" + (replaying.source.map { " of \($0)" } ?? ""))
        }
        if store.paused { notes.append("paused") }
        if !store.capabilities.dispatch, !isRecorded { notes.append("no dispatch") }
        if !store.capabilities.replay { notes.append("no replay" + (store.noReplay.map { ": \($0)" } ?? "")) }
        if let divergence = store.history?.divergence ?? diverged[store.id] {
            notes.append("diverged at #\(divergence.seq): \(DivergenceRendering.cause(of: divergence.kind))")
        }
        return notes.joined(separator: ", ")
    }
}
