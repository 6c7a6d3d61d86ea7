import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Pages of a faulty server")
struct PagingTests {
    private func message(_ paging: inout Paging, _ next: Int, after count: Int = 1) throws -> String {
        try #require(throws: ClientError.self) { try paging.go(to: next, after: count) }.message
    }

    @Test("a page that begins where the last one did, or before it, is an error that says so")
    func location() throws {
        var forward = Paging("log/search", from: 1)
        try forward.go(to: 2, after: 1)
        try forward.go(to: 9, after: 0)
        #expect(try message(&forward, 9).contains("log/search"))
        #expect(try message(&forward, 3).contains("the page after 9 begins with 3"))
        var backward = Paging("state/blame", isBackward: true)
        try backward.go(to: 9, after: 1)
        try backward.go(to: 8, after: 1)
        #expect(try message(&backward, 8).contains("does not advance"))
    }

    @Test("pages with nothing on them are not read without end, and those with something are")
    func empty() throws {
        var paging = Paging("log/search")
        for page in 1..<10_000 { try paging.go(to: page, after: 0) }
        #expect(try message(&paging, 10_000, after: 0).contains("10000 empty pages in a row"))
        for page in 10_001..<30_000 { try paging.go(to: page, after: 1) }
    }

    @Test("stores that a server adds without end are listed up to a limit, and reported together")
    func stores() async throws {
        let bench = try await Bench()
        let session = bench.session
        let before = session.stores.count
        var feed = EventFeed()
        for number in 0..<StoreLimit.count + 50 {
            let store = StoreDescription(
                id: "n\(number)", name: "n", stateType: "S", actionType: "A", kind: "reducer", seq: 0, firstSeq: 0,
                paused: false, capabilities: .init(dispatch: true, replay: true, jump: true))
            let isTaken = await session.add(store)
            #expect(isTaken == (number < StoreLimit.count - before))
            if number < 20 { feed.add(StoreEvent(id: store.id, isThere: true)) }
        }
        #expect(session.stores.count == StoreLimit.count)
        let lines = feed.take(limit: 8, EventRendering(layout: Layout(width: 80), current: nil) { _ in Notation() })
        #expect(lines.map(\.plain) == ["20 stores added: n0, n1, n2, …"])
    }
}
