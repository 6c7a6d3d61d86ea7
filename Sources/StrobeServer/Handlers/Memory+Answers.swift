internal import StrobeProtocol

extension HistoryReset: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let feed = try session.feed(for: store)
        let result = try await feed.target.reset()
        await feed.waitUntilTold(result.seq)
        return result
    }
}

extension HistoryCommit: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let target = try session.feed(for: store).target
        return try await target.commit(try seq.flatMap { try target.seq(of: .seq($0), "seq") })
    }
}
