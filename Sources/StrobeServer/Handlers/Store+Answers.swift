internal import StrobeProtocol

extension StoreList: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        Result(stores: session.server.feeds.map(\.target.description))
    }
}

extension StoreDescribe: Answering {
    func answer(in session: ClientSession) async throws -> StoreDescription {
        let target = try session.server.feed(for: store).target
        // Weighing may reduce what there is to describe.
        let history = try? await target.historyDescription()
        var description = target.description
        description.history = history
        return description
    }
}
