internal import Foundation
internal import StrobeProtocol
internal import StrobeTree
internal import Synchronization

/// The named places of one store's history, which all sessions share.
final class Bookmarks: Sendable {
    /// How many names a store can have.
    static let limit = 1_000

    private let bookmarks = Mutex<[String: Bookmark]>([:])

    /// All of them, by seq and name.
    var all: [Bookmark] {
        bookmarks.withLock { Array($0.values) }.sorted { ($0.seq, $0.name) < ($1.seq, $1.name) }
    }

    /// Names a place; an earlier bookmark of that name moves there.
    ///
    /// - Throws: `tooLarge` when there are too many.
    func set(_ name: String, seq: Int, note: String?) throws(ProtocolError) -> Bookmark {
        let time = Int64(Date().timeIntervalSince1970 * 1e6)
        let bookmark = Bookmark(name: name, seq: seq, note: note, time: time)
        let isKept = bookmarks.withLock { bookmarks in
            guard bookmarks[name] != nil || bookmarks.count < Self.limit else { return false }
            bookmarks[name] = bookmark
            return true
        }
        guard isKept else {
            throw ProtocolError(
                .tooLarge, "A store has at most \(Self.limit) bookmarks: remove one first.",
                data: ["limit": .int(Int64(Self.limit))])
        }
        return bookmark
    }

    /// Forgets a name.
    ///
    /// - Throws: `invalidParams` with the nearest name when there is none like it.
    func remove(_ name: String) throws(ProtocolError) {
        let names = bookmarks.withLock { bookmarks -> [String]? in
            bookmarks.removeValue(forKey: name) == nil ? Array(bookmarks.keys) : nil
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
