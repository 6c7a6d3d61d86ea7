import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Events at the prompt")
struct EventFeedTests {
    private func entry(_ seq: Int, _ label: String) -> LogEntry {
        LogEntry(seq: seq, time: 0, action: nil, label: label, origin: "app")
    }

    private func changed(_ seq: Int, _ path: String, from: Int? = nil) throws -> StateChanged {
        StateChanged(
            subscription: "1", store: "shop", fromSeq: from ?? seq - 1, seq: seq,
            changes: [Change(.replace, try Path(pointer: path), value: 2, old: 1)])
    }

    private func take(_ feed: inout EventFeed, current: String? = "shop") -> [String] {
        feed.take(limit: 8, EventRendering(layout: Layout(width: 80), current: current) { _ in Notation() }).map(
            \.plain)
    }

    @Test("few events are printed one by one, in order")
    func few() throws {
        var feed = EventFeed()
        feed.add(EntryEvent(store: "shop", entry: entry(4, ".load")))
        feed.add(ChangesEvent(changed: try changed(4, "/count")))
        #expect(take(&feed) == ["#4 .load  app", "  ~ .count  1 → 2"])
        #expect(feed.isEmpty)
    }

    @Test("changes go on below their entry, unless something else was printed in between")
    func heads() throws {
        var feed = EventFeed()
        func take(after printed: Int) -> [String] {
            feed.take(
                limit: 8, EventRendering(layout: Layout(width: 80), current: "shop") { _ in Notation() }, after: printed
            )
            .map(\.plain)
        }
        for (printed, head) in [(4, ""), (5, "@4")] {
            feed.add(EntryEvent(store: "shop", entry: entry(4, ".load")))
            #expect(take(after: 3) == ["#4 .load  app"])
            feed.add(ChangesEvent(changed: try changed(4, "/count")))
            #expect(take(after: printed) == ["\(head)  ~ .count  1 → 2"])
        }
        feed.add(EntryEvent(store: "shop", entry: entry(4, ".load")))
        feed.add(ChangesEvent(changed: try changed(5, "/count")))
        #expect(take(after: 9) == ["#4 .load  app", "@5  ~ .count  1 → 2"])
    }

    @Test("the name of another store is before its events")
    func otherStore() throws {
        var feed = EventFeed()
        feed.add(EntryEvent(store: "shop", entry: entry(4, ".load")))
        #expect(take(&feed, current: "profile") == ["shop #4 .load  app"])
    }

    @Test("many events are summed up, the most frequent first")
    func many() throws {
        var feed = EventFeed()
        for seq in 1...240 {
            feed.add(EntryEvent(store: "shop", entry: entry(seq, seq == 7 ? ".load" : ".tick")))
        }
        feed.add(ChangesEvent(changed: try changed(240, "/count", from: 0)))
        #expect(take(&feed) == ["#1…#240  240 actions: .tick ×239, .load  changed .count"])
    }

    @Test("a flood takes bounded memory")
    func flood() {
        var feed = EventFeed()
        for seq in 1...50_000 { feed.add(EntryEvent(store: "shop", entry: entry(seq, ".tick"))) }
        #expect(feed.events.count <= 10_000)
        let lines = take(&feed)
        #expect(lines.count == 2)
        #expect(lines.last == "… 40,000 more events")
    }

    @Test("what was missed is said")
    func lagged() {
        var feed = EventFeed()
        feed.add(StreamLagged(subscription: "1", store: "shop", fromSeq: 3, toSeq: 9))
        #expect(take(&feed) == ["missed #3 to #9; `log 3..9` lists them"])
    }
}
