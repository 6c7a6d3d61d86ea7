internal import StrobeProtocol

extension StoreList: Answering {
    func answer(in session: Session) async throws -> Result {
        Result(stores: session.server.feeds.map(\.target.description))
    }
}

extension StoreDescribe: Answering {
    func answer(in session: Session) async throws -> StoreDescription {
        try session.server.feed(for: store).target.description
    }
}
