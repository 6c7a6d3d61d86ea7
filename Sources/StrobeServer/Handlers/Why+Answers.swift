internal import StrobeProtocol

extension LogWhy: Answering {
    func answer(in session: Session) async throws -> Result {
        let target = try session.feed(for: store).target
        _ = try target.seq(of: .seq(seq), "seq")
        return try await target.why(seq, limit: min(limit ?? 100, session.server.configuration.limits.page))
    }
}
