internal import StrobeProtocol

extension ReplayBegin: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let feed = try session.feed(for: store)
        let replay = ReplayDescription(effects: effects, source: source)
        try feed.replayer.begin(replay, in: feed.target, by: session)
        let seq = feed.target.seq
        session.server.announce(ReplayChanged(store: feed.target.id, seq: seq, replaying: replay))
        return Result(seq: seq, replaying: replay)
    }
}

extension ReplayEnd: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let feed = try session.feed(for: store)
        return Result(seq: feed.target.seq, ended: feed.endReplay(of: session))
    }
}

extension StoreSubscriptions {
    /// Ends the replay of a session and notifies all clients.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    func endReplay(of session: ClientSession) -> Bool {
        guard replayer.end(in: target, by: session) else { return false }
        session.server.announce(ReplayChanged(store: target.id, seq: target.seq, replaying: nil))
        return true
    }
}
