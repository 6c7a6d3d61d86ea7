import Observation
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

@MainActor @Observable
private final class Basket {
    var items: [String] = []
    var total = 0
    var note = ""

    func add(_ item: String, price: Int) {
        items.append(item)
        total += price
    }
}

private struct BasketView: Codable, Sendable {
    var items: [String]
    var total: Int

    @MainActor
    init(_ basket: Basket) { (items, total) = (basket.items, basket.total) }
}

private enum BasketAction: Codable, Sendable { case clear, buy(String) }

@Suite("Observable models", .timeLimit(.minutes(5)))
@MainActor
struct ObservedModelTests {
    private let basket = Basket()
    private let server = DebugServer(configuration: .init(access: .control), logger: .silent)

    private func addWritable() {
        server.add(observing: basket, id: "basket", set: { ($0.items, $0.total) = ($1.items, $1.total) }) {
            BasketView($0)
        }
    }

    @Test("the changes of one turn are one entry, with the names of what changed")
    func turns() async throws {
        server.add(observing: basket, id: "basket") { BasketView($0) }
        let client = try await server.attach()
        try await client.send(Subscribe(store: "basket", events: [.log]))
        #expect(try await client.send(StateGet()).value == ["items": [], "total": 0])
        basket.add("tea", price: 3)
        basket.add("cake", price: 4)
        let first = try await client.notification(LogAppended.self).entry
        #expect(first.label == "items, total" && first.action == nil && first.origin == "app")
        basket.total = 8
        #expect(try await client.notification(LogAppended.self).entry.label == "total")
        // What is not seen is not observed, and a change that was undone is none.
        basket.note = "gift"
        basket.total = 9
        basket.total = 8
        basket.items = ["tea"]
        #expect(try await client.notification(LogAppended.self).entry.label == "items")
        #expect(try await client.send(StateGet(path: Path(["total"]), at: .seq(1))).value == 7)
        let description = try await client.send(StoreDescribe())
        #expect(description.seq == 3 && description.capabilities == .init(dispatch: false, replay: false, jump: false))
        let refusal = try await client.failure("action/dispatch", ["action": "clear"])
        #expect(refusal.code == .notSupported && refusal.message.contains("has no actions"))
    }

    @Test("clients that come and go do not read a model again that did not change")
    func comingAndGoing() async throws {
        var reads = 0
        server.add(observing: basket, id: "basket") { basket -> BasketView in
            reads += 1
            return BasketView(basket)
        }
        for _ in 0..<5 {
            let visitor = try await server.attach()
            try await visitor.send(StateGet())
            await visitor.connection.close()
        }
        let client = try await server.attach()
        try await client.send(Subscribe(store: "basket", events: [.log]))
        basket.total = 1
        #expect(try await client.notification(LogAppended.self).entry.label == "total")
        // When it is added, followed and changed, and once more if a client attaches before it was read the first time.
        #expect(reads <= 4)
    }

    @Test("a part is set, and a past state restored, where there is a way to write")
    func set() async throws {
        addWritable()
        let client = try await server.attach()
        let set = try await client.send(StateSet(path: Path(["total"]), value: 12))
        #expect(set.seq == 1 && set.changes == [Change(.replace, Path(["total"]), value: 12, old: 0)])
        #expect(basket.total == 12)
        #expect(try await client.send(HistoryJump(seq: 0)).seq == 2)
        #expect(basket.total == 0)
        #expect(try await client.send(LogList()).entries.map(\.origin) == ["edit", "restore"])
    }

    @Test("its actions are dispatched on the main actor, and logged with what they changed")
    func actions() async throws {
        server.add(
            observing: basket, id: "basket",
            dispatch: { (basket, action: BasketAction) in
                switch action {
                case .clear: basket.items = []
                case .buy(let item): basket.add(item, price: 5)
                }
            }, { BasketView($0) })
        let client = try await server.attach()
        let bought = try await client.send(ActionDispatch(action: ["buy": "jam"]))
        #expect(bought.seq == 1 && bought.changes?.count == 2 && basket.items == ["jam"])
        #expect(try await client.send(ActionDispatch(action: "clear")).seq == 2)
        try await client.send(Subscribe(store: "basket", events: [.log]))
        basket.total = 1
        #expect(try await client.notification(LogAppended.self).entry.seq == 3)
        #expect(try await client.send(LogList()).entries.map(\.label) == [".buy(\"jam\")", ".clear", "total"])
    }

    @Test("what changed before a server follows is in its first state, or the first entry")
    func late() async throws {
        addWritable()
        basket.total = 2
        let client = try await server.attach()
        try await client.send(Subscribe(store: "basket", events: [.log], fromSeq: 0))
        #expect(try await client.notification(LogAppended.self).entry.label == "total")
        #expect(try await client.send(StateGet(path: Path(["total"]))).value == 2)
    }

    @Test("it is not kept alive, and what is left can be read")
    func ended() async throws {
        var other: Basket? = Basket()
        weak let gone = other
        server.add(observing: try #require(other), id: "other", set: { $0.total = $1.total }, { BasketView($0) })
        let client = try await server.attach()
        other = nil
        #expect(gone == nil)
        #expect(try await client.send(StateGet(path: Path(["total"]))).value == 0)
        await #expect(throws: ProtocolError.self) {
            try await client.send(StateSet(path: Path(["total"]), value: 1))
        }
    }
}
