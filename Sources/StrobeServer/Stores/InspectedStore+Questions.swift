internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

extension InspectedStore {
    func find(
        _ condition: Condition, from: Int?, to: Int?, last: Bool, monotone: Bool
    ) async throws -> HistoryFind.Result {
        let found = try await adapter.history.find(
            condition, from: from, to: to, last: last, monotone: monotone,
            mayHide: { redaction.mayHide(at: $0, in: stateShape) },
            label: { [actions] in actions.describe($0).label },
            form: { [actions, limits] in actions.describe($0, limits: limits.tree).value })
        var entry: DetailedEntry?
        if let seq = found.seq, seq > baseSeq { entry = try? await self.entry(seq) }
        return HistoryFind.Result(
            seq: found.seq, entry: entry?.entry, tests: found.tests, from: found.range.lowerBound,
            to: found.range.upperBound, incomplete: found.hidesChanges ? .hidden : nil)
    }

    func blame(_ path: Path, at seq: Int?, limit: Int) async throws -> StateBlame.Result {
        let blame = try await adapter.history.blame(path, at: seq, limit: limit)
        let blamed = blame.lines.compactMap { line in (try? adapter.history.entry(line.seq)).map { (line, $0) } }
        let quotable = await quotable(blamed.map { $0.1 })
        let entries = blamed.map { line, entry in
            var shown = logEntry(entry, quotable)
            shown.changed = true
            return BlamedEntry(entry: shown, changes: sendable(line.changes))
        }
        return StateBlame.Result(path: path, seq: blame.seq, entries: entries, from: blame.from, next: blame.next)
    }
}
