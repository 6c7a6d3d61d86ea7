internal import StrobeProtocol

extension BookmarkSet: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let feed = try session.server.feed(for: store)
        let place = try feed.target.seq(of: seq.map { .seq($0) }, "seq") ?? feed.target.seq
        return Result(bookmark: try feed.bookmarks.set(name, seq: place, note: note, by: session))
    }
}

extension BookmarkList: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        Result(bookmarks: try session.server.feed(for: store).bookmarks.all)
    }
}

extension BookmarkRemove: Answering {
    func answer(in session: ClientSession) async throws -> Empty {
        try session.server.feed(for: store).bookmarks.remove(name, by: session)
        return Empty()
    }
}
