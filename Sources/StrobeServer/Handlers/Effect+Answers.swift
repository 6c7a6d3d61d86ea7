internal import StrobeProtocol

extension EffectList: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let target = try session.server.feed(for: store).target
        let (effects, more) = target.runningEffects(limit: session.server.configuration.limits.page)
        return Result(effects: effects, more: more > 0 ? more : nil)
    }
}

extension EffectCancel: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        Result(cancelled: try session.server.feed(for: store).target.cancelEffect(id))
    }
}
