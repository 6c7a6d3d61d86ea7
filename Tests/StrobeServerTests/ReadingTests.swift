import DeclarationTesting
import Strobe
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("Reading")
struct ReadingTests {
    private let store = makeShop(Shop(items: [Item(id: 7, title: "tea"), Item(id: 9, title: "milk")]))
    private let server: DebugServer

    init() {
        server = DebugServer.serving(store)
    }

    @Test("state/get gives the present state, a part of it, and a past one, each with its seq")
    func get() async throws {
        let client = try await server.attach(.read)
        store.dispatch(.increment(by: 3))
        let whole = try await client.send(StateGet())
        #expect(whole.seq == 1)
        #expect(
            whole.value == [
                "count": 3, "note": nil, "items": [["id": 7, "title": "tea"], ["id": 9, "title": "milk"]],
            ])
        let part = try await client.send(StateGet(store: "shop", path: Path(["items", "[id=9]", "title"])))
        #expect(part.value == "milk")
        let past = try await client.send(StateGet(path: Path(["count"]), at: .seq(0)))
        #expect(past.seq == 0 && past.value == 0)
    }

    @Test("state/tree gives types, counts and pages")
    func tree() async throws {
        let client = try await server.attach(.read)
        let root = try await client.send(StateTree())
        #expect(root.node.type == "Shop" && root.node.kind == .object)
        #expect(root.node.children?.map(\.name) == ["count", "note", "items"])
        let page = try await client.send(StateTree(path: Path(["items"]), depth: 2, start: 1, count: 2))
        #expect(page.node.count == 2 && page.node.children?.count == 1)
        #expect(page.node.children?.first?.children?.last?.value == "milk")
    }

    @Test("state/diff gives the changes between any two states, both ways")
    func diff() async throws {
        let client = try await server.attach(.read)
        store.dispatch(.increment(by: 3))
        store.dispatch(.rename(id: 9, title: "oat milk"))
        let forth = try await client.send(StateDiff(from: .seq(0), to: .live))
        #expect(forth.from == 0 && forth.to == 2)
        #expect(
            forth.changes == [
                Change(.replace, Path(["count"]), value: 3, old: 0),
                Change(.replace, Path(["items", "1", "title"]), value: "oat milk", old: "milk"),
            ])
        let back = try await client.send(StateDiff(from: .seq(2), to: .seq(1), path: Path(["items"])))
        #expect(
            back.changes == [Change(.replace, Path(["items", "1", "title"]), value: "milk", old: "oat milk")])
    }

    @Test("log/list gives the newest page, the pages before it, and any page by its first seq")
    func logPages() async throws {
        let client = try await server.attach(.read)
        for step in 1...25 { store.dispatch(.increment(by: step)) }
        let newest = try await client.send(LogList(limit: 10))
        #expect(newest.entries.map(\.seq) == Array(16...25))
        #expect(newest.seq == 25 && newest.next == nil && newest.previous == 15)
        let before = try await client.send(LogList(to: newest.previous, limit: 10))
        #expect(before.entries.map(\.seq) == Array(6...15) && before.previous == 5)
        let first = try await client.send(LogList(from: 1, limit: 10))
        #expect(first.entries.map(\.seq) == Array(1...10))
        #expect(first.next == 11 && first.previous == nil)
        let rest = try await client.send(LogList(from: 21, limit: 10))
        #expect(rest.entries.map(\.seq) == Array(21...25) && rest.next == nil)
        #expect(try await client.send(LogList(from: 26)).entries.isEmpty)
        #expect(try await client.send(LogList(from: 3, to: 4)).entries.map(\.seq) == [3, 4])
    }

    @Test("entries have action, label, origin, effects and whether they changed anything")
    func entries() async throws {
        let client = try await server.attach(.read)
        store.dispatch(.add(Item(id: 1, title: "jam")))
        store.dispatch(.save)
        let entries = try await client.send(LogList()).entries
        #expect(entries.map(\.changed) == [true, false])
        #expect(entries[0].action == ["add": ["id": 1, "title": "jam"]])
        #expect(entries[0].label.hasPrefix(".add("))
        #expect(entries.allSatisfy { $0.origin == "app" && $0.time > 1_500_000_000_000_000 })
        #expect(entries[1].effects.map(\.value) == [["write": ["count": 0]]])
        #expect(entries[1].label == ".save")
    }

    @Test("log/list filters by label, origin, whether something changed, and path")
    func filters() async throws {
        let client = try await server.attach(.control)
        store.dispatch(.increment(by: 1))
        store.dispatch(.save)
        store.dispatch(.annotate("hello"))
        try await client.request("action/dispatch", ["action": ["increment": ["by": 2]]])
        func seqs(_ filter: LogList.Filter) async throws -> [Int] {
            try await client.send(LogList(filter: filter)).entries.map(\.seq)
        }
        #expect(try await seqs(.init(action: ".increment*")) == [1, 4])
        #expect(try await seqs(.init(origin: "inspector")) == [4])
        #expect(try await seqs(.init(changed: false)) == [2])
        #expect(try await seqs(.init(path: Path(["count"]))) == [1, 4])
        #expect(try await seqs(.init(action: "*", origin: "app", changed: true, path: .root)) == [1, 3])
    }

    @Test("a filtered page that ends early goes on where it stopped")
    func filteredPages() async throws {
        let client = try await server.attach(.read)
        for step in 1...20 { store.dispatch(step % 2 == 0 ? .save : .increment(by: 1)) }
        let filter = LogList.Filter(action: ".save")
        let first = try await client.send(LogList(from: 1, limit: 4, filter: filter))
        #expect(first.entries.map(\.seq) == [2, 4, 6, 8])
        let second = try await client.send(LogList(from: first.next, limit: 100, filter: filter))
        #expect(second.entries.map(\.seq) == [10, 12, 14, 16, 18, 20] && second.next == nil)
        let last = try await client.send(LogList(limit: 2, filter: filter))
        #expect(last.entries.map(\.seq) == [18, 20])
        let earlier = try await client.send(LogList(to: last.previous, limit: 2, filter: filter))
        #expect(earlier.entries.map(\.seq) == [14, 16])
    }

    @Test("log/get gives one entry with what it changed")
    func entry() async throws {
        let client = try await server.attach(.read)
        store.dispatch(.increment(by: 5))
        let answer = try await client.send(LogGet(seq: 1))
        #expect(answer.entry.seq == 1 && answer.entry.changed == true)
        #expect(answer.changes == [Change(.replace, Path(["count"]), value: 5, old: 0)])
    }

    @Test("store/list and store/describe say what a store is")
    func stores() async throws {
        let client = try await server.attach(.read)
        store.dispatch(.save)
        var description = try await client.send(StoreDescribe())
        description.history = nil
        #expect(try await client.send(StoreList()).stores == [description])
        #expect(description.id == "shop" && description.name == "shop" && description.kind == "reducer")
        #expect(description.stateType == "Shop" && description.actionType == "ShopAction")
        #expect(description.seq == 1 && description.firstSeq == 0 && !description.paused)
        #expect(description.capabilities == .init(dispatch: true, replay: true, jump: true, gate: true, edit: true))
    }

    @Test("action/schema names every case with its labels")
    func schema() async throws {
        let client = try await server.attach(.read)
        guard Declarations.areRead else {
            #expect(try await client.send(ActionSchema()).schema == .unknown(type: "ShopAction"))
            return
        }
        guard case .choice(let type, let cases) = try await client.send(ActionSchema()).schema else {
            Issue.record("not an enum")
            return
        }
        #expect(type == "ShopAction")
        #expect(cases.map(\.name) == ["increment", "reset", "add", "rename", "annotate", "save"])
        #expect(cases[3].payload.map(\.name) == ["id", "title"])
    }

    @Test("protocol/describe lists every method and notification")
    func describe() async throws {
        let client = try await server.attach(.read)
        let answer = try await client.send(ProtocolDescribe())
        #expect(Set(answer.methods.map(\.method)).isSuperset(of: MethodRegistry.requests.map { $0.method }))
        #expect(answer.notifications.map(\.method) == MethodRegistry.notifications.map { $0.method })
    }

    @Test("every request of the registry is answered by this server")
    func complete() {
        #expect(Methods.answered == MethodRegistry.requests.map { $0.method })
    }
}
