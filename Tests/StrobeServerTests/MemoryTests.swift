import Strobe
import StrobeHistory
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("The budget of a store's history")
struct MemoryTests {
    private func server(_ store: ShopStore, budgetBytes: Int = 64 << 20) -> DebugServer {
        let server = DebugServer(configuration: .init(access: .control, redaction: .none), logger: .silent)
        var options = HistoryOptions()
        options.budgetBytes = budgetBytes
        server.add(store, id: "shop", history: options)
        return server
    }

    @Test("history/reset restores the first state, and the log says so")
    func reset() async throws {
        let store = makeShop(Shop(count: 3))
        let client = try await server(store).attach()
        store.dispatch(.increment(by: 2))
        let answer = try await client.send(HistoryReset())
        #expect(answer.seq == 2 && answer.changes == [Change(.replace, Path(["count"]), value: 3, old: 5)])
        #expect(store.state == Shop(count: 3))
        let entry = try await client.send(LogGet(seq: 2)).entry
        #expect(entry.label == "reset" && entry.origin == "restore" && entry.action == nil && entry.effects.isEmpty)
    }

    @Test("history/commit makes a state the first one: reset goes there, and what came before is seqEvicted")
    func commit() async throws {
        let store = makeShop()
        let client = try await server(store).attach()
        for _ in 0..<10 { store.dispatch(.increment(by: 1)) }
        let answer = try await client.send(HistoryCommit(seq: 4))
        #expect(answer.seq == 10 && answer.firstSeq == 4)
        #expect(try await client.send(StoreDescribe()).firstSeq == 4)
        for (method, params) in [
            ("log/get", ["seq": 4]), ("state/get", ["at": 3]), ("history/jump", ["seq": 1]),
            ("history/commit", ["seq": 2]), ("state/diff", ["from": 2, "to": 5]),
        ] as [(String, Value.Object)] {
            let error = try await client.failure(method, params)
            #expect(error.code == .seqEvicted, "\(method)")
            #expect(error.data["firstSeq"] == (method == "log/get" ? 5 : 4), "\(method)")
        }
        let page = try await client.send(LogList(from: 1, limit: 3))
        #expect(page.entries.map(\.seq) == [5, 6, 7] && page.firstSeq == 5 && page.previous == nil)
        #expect(try await client.send(HistoryReset()).seq == 11)
        #expect(store.state.count == 4)
        #expect(try await client.failure("history/commit", ["seq": 12]).code == .invalidParams)
        #expect(try await client.send(HistoryCommit()).firstSeq == 11)
        #expect(try await client.send(LogList()).entries.isEmpty)
    }

    @Test("only a client with control may reset and commit")
    func access() async throws {
        let client = try await server(makeShop()).attach(.read)
        #expect(try await client.failure("history/reset").code == .readOnly)
        #expect(try await client.failure("history/commit").code == .readOnly)
    }

    @Test("store/describe says what the history holds, and that stays within the budget")
    func budget() async throws {
        let store = makeShop()
        let client = try await server(store, budgetBytes: 1 << 20).attach()
        let first = try #require(try await client.send(StoreDescribe()).history)
        let before = try #require(first.bytes)
        #expect(first.budgetBytes == 1 << 20 && before < 1 << 20 && first.checkpoints == 1)
        for turn in 0..<30_000 {
            store.dispatch(.annotate("a note that does not fit into a string itself, number \(turn)"))
        }
        let description = try await client.send(StoreDescribe())
        let history = try #require(description.history)
        let bytes = try #require(history.bytes)
        #expect(bytes <= history.budgetBytes && bytes > before)
        #expect(description.firstSeq > 0 && description.seq == 30_000)
        #expect(try await client.send(StoreList()).stores[0].history == nil)
        let error = try await client.failure("log/get", ["seq": 1])
        #expect(error.code == .seqEvicted)
        // More may be dropped while states are measured again.
        guard case .int(let begin)? = error.data["firstSeq"] else {
            Issue.record("the error does not tell where the log begins")
            return
        }
        #expect(begin > description.firstSeq)
        let page = try await client.send(LogList(from: 1, limit: 1))
        #expect(page.entries.first?.seq == page.firstSeq && page.firstSeq ?? 0 >= begin)
    }

    @Test("store/describe says what was given up of a state beyond the budget, and the rest can be seen")
    func givenUp() async throws {
        let items = (0..<4_000).map { Item(id: $0, title: "the title of item number \($0)") }
        let store = makeShop(Shop(items: items))
        let server = server(store, budgetBytes: 1 << 16)
        // No client is attached before a request names the store.
        let client = try await server.attach()
        for _ in 0..<20_000 { store.dispatch(.increment(by: 1)) }
        let target = try server.feed(for: "shop").target
        guard let engine = target as? InspectedStore<NativeStoreAdapter<Shop, ShopAction, ShopEffect>> else {
            Issue.record("the target of a store is another one")
            return
        }
        let before = try #require(try await engine.historyDescription().givenUp)
        #expect(before.statesFrom == nil && before.message.contains("attache"))
        #expect(target.description.capabilities.replay)
        #expect(try await client.send(StoreDescribe()).history?.givenUp?.statesFrom == nil)
        _ = try await client.send(LogList(limit: 1))
        let answer = try await client.send(StoreDescribe())
        let givenUp = try #require(answer.history?.givenUp)
        // Where the log begins depends on the size of its chunks: it may be with the last entry.
        #expect(answer.firstSeq == answer.seq && givenUp.statesFrom == answer.seq)
        #expect((2...answer.seq).contains(givenUp.logFrom))
        #expect(givenUp.message.contains("\(answer.seq)") && givenUp.message.contains("budget"))
        let error = try await client.failure("state/get", ["at": .int(Int64(answer.seq - 1))])
        #expect(error.code == .seqEvicted && error.data["firstSeq"] == .int(Int64(answer.seq)))
        let page = try await client.send(LogList(from: givenUp.logFrom, limit: 2))
        #expect(page.entries.map(\.seq) == Array((givenUp.logFrom...answer.seq).prefix(2)))
        #expect(page.entries.allSatisfy { $0.changed == nil })
        let sent = try await client.send(ActionDispatch(action: ["increment": ["by": 1]]))
        #expect(sent.seq == answer.seq + 1 && sent.changes?.count == 1)
    }

    @Test("remarks come with the page that they belong to, and are sent to subscribers of the log")
    func notes() async throws {
        let store = makeShop()
        let server = server(store)
        let client = try await server.attach()
        let id = try await client.send(Subscribe(store: "shop", events: [.log])).subscription
        store.dispatch(.reset)
        #expect(try await client.notification(LogAppended.self).entry.seq == 1)
        let target = try server.feed(for: "shop").target
        guard let engine = target as? InspectedStore<NativeStoreAdapter<Shop, ShopAction, ShopEffect>> else {
            Issue.record("the target of a store is another one")
            return
        }
        engine.adapter.history.note("the gate opened")
        let noted = try await client.notification(LogNoted.self)
        #expect(noted.subscription == id && noted.note.afterSeq == 1 && noted.note.text == "the gate opened")
        store.dispatch(.reset)
        store.dispatch(.reset)
        #expect(try await client.send(LogList()).notes == [noted.note])
        #expect(try await client.send(LogList(from: 2)).notes == nil)
        #expect(try await client.send(LogList(from: 1, limit: 1)).notes == [noted.note])
    }
}
