internal import StrobeProtocol

extension StoreList: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        Result(stores: session.server.feeds.map(\.target.description))
    }
}

extension StoreDescribe: Answering {
    func answer(in session: ClientSession) async throws -> StoreDescription {
        let target = try session.server.feed(for: store).target
        // What there is to describe may be less once it was weighed.
        let history = try? await target.historyDescription()
        var description = target.description
        description.history = history
        return description
    }
}
