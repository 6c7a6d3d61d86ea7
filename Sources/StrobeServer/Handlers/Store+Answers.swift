internal import StrobeProtocol

extension StoreList: Answering {
    func answer(in session: Session) async throws -> Result {
        Result(stores: session.server.feeds.map(\.target.description))
    }
}

extension StoreDescribe: Answering {
    func answer(in session: Session) async throws -> StoreDescription {
        let target = try session.server.feed(for: store).target
        var description = target.description
        description.history = try? await target.historyDescription()
        return description
    }
}
