import Strobe
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("Bookmarks", .timeLimit(.minutes(1)))
struct BookmarkTests {
    @Test("what one client names every client sees, those with read access too")
    func shared() async throws {
        let store = makeShop()
        let server = DebugServer.serving(store)
        let one = try await server.attach(.read)
        let other = try await server.attach()
        store.dispatch(.increment(by: 1))
        let set = try await one.send(BookmarkSet(name: "before", seq: 0, note: "empty")).bookmark
        #expect((set.name, set.seq, set.note) == ("before", 0, "empty"))
        #expect(try await one.send(BookmarkSet(name: "here")).bookmark.seq == 1)
        #expect(try await other.send(BookmarkList()).bookmarks.map(\.name) == ["before", "here"])
        try await other.send(BookmarkSet(name: "before", seq: 1))
        #expect(try await one.send(BookmarkList()).bookmarks.map(\.seq) == [1, 1])
        try await one.send(BookmarkRemove(name: "before"))
        #expect(try await other.send(BookmarkList()).bookmarks.map(\.name) == ["here"])
        #expect(store.seq == 1)
    }

    @Test("a name that reads as another place is refused, and so is a seq that is not there yet")
    func names() async throws {
        let store = makeShop()
        let client = try await DebugServer.serving(store).attach()
        let wrong = [
            "", "1", "-1", "@3", "live", "first", "last", "branch:2", "a b", "a/b", String(repeating: "a", count: 65),
        ]
        for name in wrong {
            let error = try await client.failure("bookmark/set", ["name": .string(name)])
            #expect(error.code == .invalidParams, "\(name)")
            #expect(error.data["path"] == "/name", "\(name)")
        }
        for name in ["a", "über-1.2_x", "lives", "Before"] { try await client.send(BookmarkSet(name: name)) }
        #expect(try await client.failure("bookmark/set", ["name": "a", "seq": 1]).code == .invalidParams)
        #expect(try await client.failure("bookmark/remove", ["name": "Befor"]).data["suggestion"] == "Before")
    }

    @Test("a note has a limited length, counted in code points")
    func longNote() async throws {
        let store = makeShop()
        let client = try await DebugServer.serving(store).attach()
        try await client.send(BookmarkSet(name: "a", note: String(repeating: "é", count: 1_000)))
        // One character for people.
        let marked = "e" + String(repeating: "\u{301}", count: 1_000)
        #expect(marked.count == 1)
        let error = try await client.failure("bookmark/set", ["name": "a", "note": .string(marked)])
        #expect(error.code == .invalidParams && error.data["path"] == "/note" && store.seq == 0)
    }

    @Test("a store has a limited number of bookmarks, and they end with it")
    func limit() async throws {
        let store = makeShop()
        let server = DebugServer.serving(store)
        let client = try await server.attach()
        for number in 0..<1_000 { try await client.send(BookmarkSet(name: "b\(number)")) }
        #expect(try await client.failure("bookmark/set", ["name": "more"]).code == .tooLarge)
        try await client.send(BookmarkSet(name: "b7", note: "moved"))
        server.add(store, id: "shop")
        #expect(try await client.send(BookmarkList()).bookmarks.isEmpty)
    }
}
