internal import StrobeProtocol

extension Subscribe: Answering {
    /// How many paths one subscription may have: each change is checked against every path, for each listener in turn.
    private static let pathLimit = 100

    func answer(in session: ClientSession) async throws -> Result {
        if let paths, paths.count > Self.pathLimit {
            throw ProtocolError(
                .tooLarge,
                "A subscription has at most \(Self.pathLimit) paths and this one has \(paths.count): "
                    + "leave out some, or name a path above them.",
                data: ["limit": .int(Int64(Self.pathLimit)), "count": .int(Int64(paths.count))])
        }
        guard let store else {
            return Result(subscription: try await session.subscribe(self, to: nil).id)
        }
        let feed = try session.feed(for: store)
        for (index, path) in (paths ?? []).enumerated() {
            try await feed.target.check(path, of: "paths/\(index)", isWatched: true)
        }
        if let fromSeq, let seq = try feed.target.seq(of: .seq(fromSeq), "fromSeq"), seq < feed.target.baseSeq {
            throw ProtocolError.seqEvicted(seq, firstSeq: feed.target.baseSeq)
        }
        let (id, seq) = try await session.subscribe(self, to: feed)
        return Result(subscription: id, seq: seq ?? feed.target.seq)
    }
}

extension Unsubscribe: Answering {
    func answer(in session: ClientSession) async throws -> Empty {
        guard session.unsubscribe(subscription) else {
            throw ProtocolError(
                .invalidParams, "This session has no subscription \(subscription.prefix(64)).",
                data: ["path": "/subscription", "expected": "an id that subscribe gave"])
        }
        return Empty()
    }
}
