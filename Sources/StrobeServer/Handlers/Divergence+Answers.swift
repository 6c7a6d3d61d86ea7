internal import StrobeProtocol

extension HistoryVerify: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        try await session.feed(for: store).target.verify(from: from, to: to)
    }
}

extension HistoryReplay: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        try await session.feed(for: store).target.setReplaying(on)
    }
}
