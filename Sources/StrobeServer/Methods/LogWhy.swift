internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol

extension LogWhy: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        let seq = try store.checked(seq, "seq")
        let limit = min(limit ?? Self.defaultLimit, store.limits.page)
        var links = [try await store.entry(seq).entry]
        while links.count < limit, let cause = links.last?.cause, cause > 0, cause > store.baseSeq {
            try Task.checkCancellation()
            // A cause may be evicted between two steps; then the chain ends before it.
            guard let link = try? await store.entry(cause).entry else { break }
            links.append(link)
        }
        let (seqs, more) = try await store.adapter.history.effects(of: seq, limit: limit)
        var children: [LogEntry] = []
        for child in seqs {
            try Task.checkCancellation()
            if let entry = try? await store.entry(child).entry { children.append(entry) }
        }
        let running = store.adapter.runningEffects.lazy.filter { $0.cause == seq }.prefix(limit)
        var why = Result(
            links: links.reversed(), children: children,
            running: running.map { ActionFormatter.describe($0, store.actions.redaction) },
            more: more > 0 ? more : nil)
        why.notes = store.notes(on: seq, causes: Set(links.map(\.seq)))
        return why
    }
}
