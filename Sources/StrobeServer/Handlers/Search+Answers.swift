internal import StrobeHistory
internal import StrobeProtocol

extension StateSearch: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let query = try SearchQuery(query, isRegex: regex == true)
        let target = try session.feed(for: store).target
        let (seq, root) = try await target.state(at: target.position(of: at, "at"))
        var scan = StateScan(query, limit: min(limit ?? 100, session.server.configuration.limits.page))
        try await scan.run(from: try root.descendant(at: path ?? .root))
        return Result(seq: seq, matches: scan.matches, more: scan.hasMore ? true : nil)
    }
}

extension LogSearch: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let query = try SearchQuery(query, isRegex: regex == true)
        let target = try session.feed(for: store).target
        let last = target.seq
        let first = max(from ?? 1, target.baseSeq + 1)
        let end = min(to ?? last, last)
        guard first <= end else { return Result(seq: last, matches: []) }
        var seeker = LogSeeker(query, limit: min(limit ?? 100, session.server.configuration.limits.page))
        let next = try await seeker.run(on: target, first...end)
        return Result(seq: last, matches: seeker.matches, next: next)
    }
}
