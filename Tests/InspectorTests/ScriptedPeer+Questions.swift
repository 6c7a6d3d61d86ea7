import StrobeProtocol
import StrobeReflection
import StrobeTree

extension ScriptedPeer {
    /// Answers where a condition holds, and which entries changed a place.
    func question(_ method: String, _ params: Value.Object, _ id: RequestID) throws -> Envelope? {
        if method == HistoryFind.method {
            let request = try HistoryFind(params: params)
            let condition = try Condition(parsing: request.condition)
            let range = max(request.from ?? 0, firstKept)...(request.to ?? actions.count)
            let hits = range.filter { seq in
                condition.evaluate(after: Node(states[seq]), before: seq > 0 ? Node(states[seq - 1]) : nil)
            }
            let seq = request.last == true ? hits.last : hits.first
            return try .result(
                id: id,
                of: HistoryFind.Result(
                    seq: seq, entry: seq.flatMap { $0 > 0 ? entry($0) : nil }, tests: range.count,
                    from: range.lowerBound, to: range.upperBound))
        }
        guard method == StateBlame.method else { return nil }
        let request = try StateBlame(params: params)
        var seq = actions.count
        if case .seq(let at)? = request.at { seq = at }
        // One entry a page, like a server that has to examine many.
        let hit = stride(from: seq, to: 0, by: -1).first {
            states[$0].value(at: request.path) != states[$0 - 1].value(at: request.path)
        }
        let entries = hit.map { [BlamedEntry(entry: entry($0), changes: changes(states[$0 - 1], states[$0]))] } ?? []
        return try .result(
            id: id,
            of: StateBlame.Result(
                path: request.path, seq: seq, entries: entries, from: hit ?? 1,
                next: hit.flatMap { $0 > 1 ? $0 - 1 : nil }))
    }
}
