internal import StrobeProtocol
internal import StrobeSystem
internal import StrobeTree
internal import Synchronization

/// The bookmarks in one store's history, shared by all sessions.
final class Bookmarks: Sendable {
    /// The maximum number of bookmarks of a store.
    static let limit = 1_000

    private struct Contents: Sendable {
        var bookmarks: [String: Bookmark] = [:]
        var share = ReaderShare(of: "bookmark", each: 100, all: limit / 2)
    }

    private let contents = Mutex(Contents())

    /// All bookmarks, by seq and name.
    var all: [Bookmark] {
        contents.withLock { Array($0.bookmarks.values) }.sorted { ($0.seq, $0.name) < ($1.seq, $1.name) }
    }

    /// Sets a bookmark; an existing one of the same name is moved.
    ///
    /// - Throws: `tooLarge` if there are too many, `readOnly` if the session may not move it.
    func set(_ name: String, seq: Int, note: String?, by session: any SessionIdentity) throws(ProtocolError) -> Bookmark
    {
        let time = Int64(Date().timeIntervalSince1970 * 1e6)
        let bookmark = Bookmark(name: name, seq: seq, note: note, time: time)
        try contents.withLock { contents throws(ProtocolError) in
            if contents.bookmarks[name] != nil {
                try contents.share.check(name, by: session)
            } else if let leaving = try contents.share.take(name, by: session) {
                contents.bookmarks[leaving] = nil
            }
            guard contents.bookmarks[name] != nil || contents.bookmarks.count < Self.limit else {
                contents.share.remove(name)
                throw ProtocolError(
                    .tooLarge, "A store has at most \(Self.limit) bookmarks: remove one first.",
                    data: ["limit": .int(Int64(Self.limit))])
            }
            contents.bookmarks[name] = bookmark
        }
        return bookmark
    }

    /// Removes a bookmark.
    ///
    /// - Throws: `invalidParams` with the nearest name if there is none of that name, `readOnly` if the session may not
    ///   remove it.
    func remove(_ name: String, by session: any SessionIdentity) throws(ProtocolError) {
        let names = try contents.withLock { contents throws(ProtocolError) -> [String]? in
            guard contents.bookmarks[name] != nil else { return Array(contents.bookmarks.keys) }
            try contents.share.check(name, by: session)
            contents.bookmarks[name] = nil
            contents.share.remove(name)
            return nil
        }
        guard let names else { return }
        let near = Spelling.nearest(name, in: names)
        var data: Value.Object = ["path": "/name", "expected": "the name of a bookmark"]
        if let near { data["suggestion"] = .string(near) }
        throw ProtocolError(
            .invalidParams,
            "There is no bookmark \(name.prefix(64))" + (near.map { "; did you mean \($0)?" } ?? "."), data: data)
    }
}
