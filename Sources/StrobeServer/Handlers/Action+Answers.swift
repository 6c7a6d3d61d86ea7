internal import Strobe
internal import StrobeProtocol

extension ActionSchema: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let target = try session.server.feed(for: store).target
        return Result(schema: target.actionSchema, state: target.stateSchema)
    }
}

extension ActionDispatch: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let feed = try session.feed(for: store)
        guard dryRun != true else {
            return try await feed.target.dryRun(action, at: feed.target.position(of: at, "at"), ifSeq: ifSeq)
        }
        if isReplayed, !feed.replayer.belongs(to: session) {
            throw ProtocolError(
                .invalidParams,
                "`origin: app` and `cause` are allowed only in a replay that this session began: send "
                    + "\(ReplayBegin.method) first.",
                data: [
                    "path": cause != nil ? "/cause" : "/origin", "expected": "a replay of this session",
                ])
        }
        let result = try await feed.target.dispatch(
            action, origin: origin.flatMap(Origin.init(rawValue:)) ?? .inspector, cause: cause, ifSeq: ifSeq)
        await feed.waitUntilTold(result.seq)
        return result
    }
}

extension HistoryJump: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let feed = try session.feed(for: store)
        guard let seq = try feed.target.seq(of: .seq(seq), "seq") else { throw ProtocolError.cancelled }
        let result = try await feed.target.jump(to: seq)
        await feed.waitUntilTold(result.seq)
        return result
    }
}
