internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol

extension InspectedStore {
    func why(_ seq: Int, limit: Int) async throws -> LogWhy.Result {
        var links = [try await entry(seq).entry]
        while links.count < limit, let cause = links.last?.cause, cause > 0, cause > baseSeq {
            try Task.checkCancellation()
            // A cause may be evicted between two steps; then the chain ends before it.
            guard let link = try? await entry(cause).entry else { break }
            links.append(link)
        }
        let (seqs, more) = try await adapter.history.effects(of: seq, limit: limit)
        var children: [LogEntry] = []
        for child in seqs {
            try Task.checkCancellation()
            if let entry = try? await entry(child).entry { children.append(entry) }
        }
        let running = adapter.runningEffects.lazy.filter { $0.cause == seq }.prefix(limit)
        return LogWhy.Result(
            links: links.reversed(), children: children,
            running: running.map { ActionFormatter.describe($0, actions.redaction) },
            more: more > 0 ? more : nil)
    }
}
