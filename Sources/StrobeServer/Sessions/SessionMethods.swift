internal import StrobeProtocol

extension Initialize: SessionMethod {
    func answer(in session: ClientSession) async throws -> Result {
        throw ProtocolError(.invalidRequest, "This session is already open; initialize can only be the first message.")
    }
}

extension Ping: SessionMethod {
    func answer(in session: ClientSession) async throws -> Empty { Empty() }
}

extension Shutdown: SessionMethod {
    func answer(in session: ClientSession) async throws -> Empty {
        session.endAfterAnswer()
        return Empty()
    }
}

extension ProtocolDescribe: SessionMethod {
    func answer(in session: ClientSession) async throws -> Result { MethodRegistry.description }
}

extension StoreList: SessionMethod {
    func answer(in session: ClientSession) async throws -> Result {
        Result(stores: session.server.feeds.map(\.target.description))
    }
}

extension Subscribe: SessionMethod {
    /// The maximum number of paths of a subscription: every change is checked against each path for each listener.
    private static let pathLimit = 100

    func answer(in session: ClientSession) async throws -> Result {
        if let paths, paths.count > Self.pathLimit {
            throw ProtocolError(
                .tooLarge,
                "A subscription has at most \(Self.pathLimit) paths, but this one has \(paths.count): "
                    + "remove some, or name a path above them.",
                data: ["limit": .int(Int64(Self.pathLimit)), "count": .int(Int64(paths.count))])
        }
        guard let store else {
            return Result(subscription: try await session.subscribe(self, to: nil).id)
        }
        let feed = try session.feed(for: store)
        try await feed.target.check(self)
        let (id, seq) = try await session.subscribe(self, to: feed)
        return Result(subscription: id, seq: seq ?? feed.target.seq)
    }
}

extension Unsubscribe: SessionMethod {
    func answer(in session: ClientSession) async throws -> Empty {
        guard session.unsubscribe(subscription) else {
            throw ProtocolError(
                .invalidParams, "This session has no subscription \(subscription.prefix(64)).",
                data: ["path": "/subscription", "expected": "an id that subscribe gave"])
        }
        return Empty()
    }
}
