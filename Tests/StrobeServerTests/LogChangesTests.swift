import Strobe
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("What entries of the log changed")
struct LogChangesTests {
    private func server(_ store: ShopStore, limits: SessionLimits = SessionLimits()) -> DebugServer {
        let server = DebugServer(configuration: .init(access: .control, limits: limits), logger: .silent)
        server.add(store, id: "shop")
        return server
    }

    /// Applies the changes of entries to a state, and checks that none is missing.
    private func replay(_ entries: [LogEntry], on first: Value, from start: Int) throws -> Value {
        var (state, seq) = (first, start)
        for entry in entries {
            guard let changes = entry.changes else { continue }
            #expect(entry.fromSeq ?? entry.seq - 1 == seq)
            try Patch.apply(changes, to: &state)
            seq = entry.seq
        }
        #expect(seq == entries.last?.seq)
        return state
    }

    @Test("with changes, each entry turns the state before it into the next", arguments: [1, 2, 3, 7, 100, 5_000])
    func eachAndMerged(merge: Int) async throws {
        let store = makeShop()
        let client = try await server(store).attach(.read)
        for step in 1...40 {
            store.dispatch(.add(Item(id: step, title: "item \(step)")))
            store.dispatch(.increment(by: step % 3))
        }
        var (entries, from): ([LogEntry], Int?) = ([], 1)
        while let start = from {
            let page = try await client.send(
                LogList(from: start, limit: 25, changes: true, merge: merge == 1 ? nil : merge))
            entries += page.entries
            from = page.next
        }
        #expect(entries.map(\.seq) == Array(1...80))
        if merge == 1 { #expect(entries.allSatisfy { $0.changes != nil && $0.fromSeq == nil && $0.changed != nil }) }
        if merge >= 25 { #expect(entries.filter { $0.changes != nil }.map(\.seq) == [25, 50, 75, 80]) }
        let first = try await client.send(StateGet(at: .seq(0))).value
        let last = try await client.send(StateGet(at: .seq(80))).value
        #expect(try replay(entries, on: first, from: 0) == last)
    }

    @Test("without changes requested none are sent, and with false not even whether there were any")
    func none() async throws {
        let store = makeShop()
        let client = try await server(store).attach(.read)
        store.dispatch(.increment(by: 1))
        let usual = try await client.send(LogList()).entries
        #expect(usual.map(\.changed) == [true] && usual.allSatisfy { $0.changes == nil })
        let bare = try await client.send(LogList(changes: false)).entries
        #expect(bare.map(\.changed) == [nil] && bare.allSatisfy { $0.changes == nil })
        let filtered = try await client.send(LogList(filter: .init(changed: true), changes: false)).entries
        #expect(filtered.map(\.seq) == [1])
    }

    @Test("a page ends before it gets too large, and what is too large by itself has no changes", arguments: [1, 4])
    func room(merge: Int) async throws {
        let store = makeShop()
        let client = try await server(store, limits: SessionLimits(answerBytes: 20_000)).attach(.read)
        let long = String(repeating: "x", count: 3_000)
        for step in 1...8 { store.dispatch(.add(Item(id: step, title: "\(step) \(long)"))) }
        store.dispatch(.annotate(String(repeating: "y", count: 12_000)))
        var (entries, pages, from): ([LogEntry], Int, Int?) = ([], 0, 1)
        while let start = from {
            let page = try await client.send(LogList(from: start, changes: true, merge: merge))
            entries += page.entries
            from = page.next
            pages += 1
        }
        #expect(entries.map(\.seq) == Array(1...9))
        #expect(pages > 2)
        #expect(entries.last?.changes == nil && entries.last?.fromSeq == nil)
    }

    @Test("merge means nothing without changes and with a filter, and is at least 1")
    func mergeAlone() async throws {
        let store = makeShop()
        let client = try await server(store).attach(.read)
        for _ in 1...3 { store.dispatch(.increment(by: 1)) }
        #expect(try await client.send(LogList(merge: 2)).entries.map(\.changed) == [true, true, true])
        let filtered = try await client.send(LogList(filter: .init(action: "*"), changes: true, merge: 2)).entries
        #expect(filtered.allSatisfy { $0.changes?.count == 1 && $0.fromSeq == nil })
        #expect(try await client.failure("log/list", ["changes": true, "merge": 0]).code == .invalidParams)
    }
}
