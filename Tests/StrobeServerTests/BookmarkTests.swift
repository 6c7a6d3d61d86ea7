import Strobe
import StrobeProtocol
import StrobeReflection
import StrobeSystem
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("Bookmarks", .timeLimit(.minutes(5)))
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
        // A single character to users.
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

@Suite("What sessions with read access make of bookmarks and branches", .timeLimit(.minutes(5)))
struct ReaderShareTests {
    /// A server with a store that has a log, and a client with control.
    private func serving() async throws -> (store: ShopStore, server: DebugServer, control: WireClient) {
        let store = makeShop()
        let server = DebugServer.serving(store)
        let control = try await server.attach()
        try await control.request("state/get")
        for _ in 0..<3 { store.dispatch(.increment(by: 1)) }
        return (store, server, control)
    }

    private func create(_ name: String) -> Value.Object { ["name": .string(name), "edits": [["skip": 1]]] }

    @Test("a session with read access changes its own bookmarks and branches, and no others")
    func own() async throws {
        let (store, server, control) = try await serving()
        let (one, other) = (try await server.attach(.read), try await server.attach(.read))
        try await one.send(BookmarkSet(name: "mine", seq: 1))
        try await one.request("branch/create", create("mine"))
        for (method, params) in [
            ("bookmark/set", ["name": "mine", "seq": 2]), ("bookmark/remove", ["name": "mine"]),
            ("branch/delete", ["id": "mine"]), ("branch/delete", ["id": "1"]),
        ] as [(String, Value.Object)] {
            let error = try await other.failure(method, params)
            #expect(error.code == .readOnly && error.data["needed"] == "control", "\(method)")
        }
        #expect(try await control.send(BookmarkList()).bookmarks.map(\.seq) == [1])
        try await one.send(BookmarkSet(name: "mine", seq: 3))
        try await control.send(BookmarkSet(name: "mine", seq: 2))
        try await one.send(BookmarkRemove(name: "mine"))
        try await one.request("branch/delete", ["id": "mine"])
        try await control.send(BookmarkSet(name: "theirs"))
        try await control.request("branch/create", create("theirs"))
        #expect(try await one.failure("bookmark/remove", ["name": "theirs"]).code == .readOnly)
        #expect(try await one.failure("branch/delete", ["id": "theirs"]).code == .readOnly)
        try await other.send(BookmarkSet(name: "more"))
        try await control.send(BookmarkRemove(name: "more"))
        withExtendedLifetime(store) {}
    }

    @Test("sessions with read access fill their own share alone, and those that are gone make room")
    func share() async throws {
        let (store, server, control) = try await serving()
        for round in 0..<7 {
            let reader = try await server.attach(.read)
            for number in 0..<100 { try await reader.send(BookmarkSet(name: "b\(round)-\(number)")) }
            #expect(try await reader.failure("bookmark/set", ["name": "more"]).code == .tooLarge)
            try await reader.send(BookmarkSet(name: "b\(round)-0", seq: 1))
            for number in 0..<16 { try await reader.request("branch/create", create("b\(round)-\(number)")) }
            #expect(try await reader.failure("branch/create", create("more")).code == .tooLarge)
            #expect(try await reader.failure("history/minimize", ["condition": "/count == 1"]).code == .tooLarge)
            try await reader.request("shutdown")
            while try await reader.next() != nil {}
            _ = await server.state.wait { $0.sessions.count == 1 ? true : nil }
        }
        let bookmarks = try await control.send(BookmarkList()).bookmarks
        #expect(bookmarks.count == 500 && Set(bookmarks.map { $0.name.prefix(2) }) == ["b2", "b3", "b4", "b5", "b6"])
        #expect(try await control.send(BranchList()).branches.count == 32)
        for number in 0..<500 { try await control.send(BookmarkSet(name: "c\(number)")) }
        for number in 0..<32 { try await control.request("branch/create", create("c\(number)")) }
        #expect(try await control.failure("bookmark/set", ["name": "more"]).code == .tooLarge)
        withExtendedLifetime(store) {}
    }

    @Test("connected readers keep what they made, and other readers are refused until there is space")
    func full() async throws {
        let (store, server, _) = try await serving()
        var readers: [WireClient] = []
        for round in 0..<5 {
            let reader = try await server.attach(.read)
            for number in 0..<100 { try await reader.send(BookmarkSet(name: "b\(round)-\(number)")) }
            readers.append(reader)
        }
        let late = try await server.attach(.read)
        #expect(try await late.failure("bookmark/set", ["name": "late"]).code == .tooLarge)
        try await readers[2].send(BookmarkRemove(name: "b2-7"))
        try await late.send(BookmarkSet(name: "late"))
        withExtendedLifetime(store) {}
    }
}
