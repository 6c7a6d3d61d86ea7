import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let undo = Command(
        name: "undo", group: .change, arguments: "",
        summary: "restore the state before your last change",
        details: [
            "Takes back the last `send`, `redo`, `set`, `jump` or `reset` of this session in the current store, with",
            "what its effects dispatched since, by restoring the state before it. The log keeps everything, and",
            "running effects are not stopped. If the program has done something else since, nothing is restored.",
            "Repeat it to take back the change before that. Needs control access.",
        ]
    ) { _, context in
        try await context.undo()
    }
}

extension CommandContext {
    /// The maximum number of entries examined after the change.
    private static let limit = 1000
    /// How often a store that changes meanwhile is read again.
    private static let attempts = 10

    fileprivate func undo() async throws {
        let store = try await store()
        guard let change = await session.sent.lastChange(of: store) else {
            throw InspectorError(.failed, "There is nothing to undo: no change of yours in \(store) is left.")
        }
        let (answer, own) = try await jump(before: change, in: store)
        let label = try await self.answer(LogGet(store: store, seq: change)).result.entry.label
        await session.noteUndone(change, by: answer.result.seq, in: store)
        await goLive()
        let notation = await notation()
        let mark = note(.text(String(answer.result.seq)))
        show(answer) { result in
            let caused =
                own.count == 0 ? "" : " and \(NumberText.counted(own.count, "entry", plural: "entries")) that it caused"
            return marked(
                DispatchRendering(layout: layout, notation: notation).lines(
                    result,
                    "undid #\(change) \(label)\(caused): restored the state of @\(change - 1)"), mark)
                + [StyledText("`jump \(own.last)` redoes it", .dim)]
        }
    }

    /// Restores the state before a change, unless something else has happened since.
    private func jump(
        before change: Int, in store: String
    ) async throws -> (answer: Answer<HistoryJump.Result>, own: (count: Int, last: Int)) {
        for _ in 1..<Self.attempts {
            let own = try await consequences(of: change, in: store)
            do {
                return (try await answer(HistoryJump(store: store, seq: change - 1, ifSeq: own.last)), own)
            } catch let error as ProtocolError where error.code == .stale {
                // Meanwhile an effect of it dispatched; or something else happened, which refuses the next attempt.
            }
        }
        let own = try await consequences(of: change, in: store)
        return (try await answer(HistoryJump(store: store, seq: change - 1, ifSeq: own.last)), own)
    }

    /// What came of a change: how many entries it caused, and the last entry.
    ///
    /// - Throws: ``InspectorError`` (`failed`) if something else has happened since, or the change is no longer in the log.
    private func consequences(of change: Int, in store: String) async throws -> (count: Int, last: Int) {
        let page = try await answer(LogList(store: store, from: change + 1, limit: Self.limit)).result
        if let first = page.firstSeq, change < first {
            throw InspectorError(
                .failed, "The log of \(store) begins at #\(first): #\(change) cannot be undone anymore.")
        }
        var own = await session.sent.changes(of: store).union([change])
        var others: [LogEntry] = []
        var followers = 0
        for entry in page.entries where !own.contains(entry.seq) {
            if let cause = entry.cause, own.contains(cause) {
                own.insert(entry.seq)
                followers += 1
            } else {
                others.append(entry)
            }
        }
        guard page.next == nil else {
            throw InspectorError(
                .failed,
                "Since #\(change) there are more than \(Self.limit) entries: `jump \(change - 1)` would take all of them back."
            )
        }
        guard others.isEmpty else {
            let count = NumberText.counted(others.count, "other entry", plural: "other entries")
            throw InspectorError(
                .failed,
                "Since #\(change) there \(others.count == 1 ? "is" : "are") \(count), from #\(others.first?.seq ?? change + 1) \(others.first?.label ?? ""): "
                    + "`jump \(change - 1)` would take them back as well.")
        }
        return (followers, page.entries.last?.seq ?? change)
    }
}
