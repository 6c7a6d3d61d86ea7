import Strobe
import StrobeHistory
import StrobeProtocol
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

@Suite("Divergence over the wire", .timeLimit(.minutes(5)))
struct DivergenceTests {
    private struct Table: Codable, Sendable {
        var rolls = 0
        var value = 0
    }

    private enum Move: String, Codable, Sendable { case roll, wait }

    private static func makeDice() -> Store<Table, Move, Never> {
        let calls = Atomic<Int>(0)
        return Store<Table, Move, Never>(initial: Table()) { table, move in
            guard move == .roll else { return }
            table.rolls += 1
            table.value = calls.add(1, ordering: .relaxed).newValue
        }
    }

    @Test("every session is notified, whatever it looks at, and so is the logger")
    func everybody() async throws {
        let lines = LoggedLines()
        let server = DebugServer(
            configuration: .init(access: .control),
            logger: lines.logger)
        let dice = Self.makeDice()
        let shop = makeShop()
        server.add(dice, id: "dice")
        server.add(shop, id: "shop")
        let idle = try await server.attach(.read)
        let shopper = try await server.attach()
        try await shopper.send(Subscribe(store: "shop", events: [.log]))
        for move: Move in [.wait, .roll, .wait] { dice.dispatch(move) }
        let client = try await server.attach(.read)
        let result = try await client.send(HistoryVerify(store: "dice"))
        let divergence = try #require(result.divergence)
        #expect(divergence.seq == 2 && divergence.kind == .impureReducer && divergence.path == Path(["value"]))
        #expect(divergence.message.contains(".roll (#2)"))
        for other in [idle, shopper, client] {
            let told = try await other.notification(HistoryDiverged.self)
            #expect(told.store == "dice" && told.divergence == divergence)
        }
        let warnings = lines.all.filter { $0.hasPrefix("warning") }
        #expect(
            warnings.count == 1 && warnings.first?.hasPrefix("warning \(divergence.message) [") == true, "\(warnings)")
        let stores = try await idle.send(StoreList()).stores
        #expect(stores.map(\.capabilities.replay) == [false, true])
        #expect(try await idle.send(StateGet(store: "dice")).value == ["rolls": 1, "value": 1])
        #expect(try await client.failure("history/replay", ["store": "dice", "on": true]).code == .readOnly)
    }

    @Test("it is found by itself after traffic, and again when replay is turned on")
    func byItself() async throws {
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        let dice = Self.makeDice()
        server.add(dice, id: "dice")
        let client = try await server.attach()
        #expect(try await client.send(HistoryVerify()).divergence == nil)
        dice.dispatch(.roll)
        #expect(try await client.notification(HistoryDiverged.self).seq == 1)
        let replay = try await client.send(HistoryReplay(on: true))
        #expect(replay == .init(replay: true, seq: 1, firstSeq: 1))
        #expect(try await client.send(StoreDescribe()).capabilities.replay)
        dice.dispatch(.wait)
        dice.dispatch(.roll)
        #expect(try await client.notification(HistoryDiverged.self).seq == 3)
        #expect(try await client.send(HistoryReplay(on: false)) == .init(replay: false, seq: 3, firstSeq: 3))
    }

    @Test("what cannot be verified or replayed is refused with what to do")
    func refused() async throws {
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        let dice = Self.makeDice()
        server.add(dice, id: "dice")
        let slow = AsyncStore(initial: 0) { (state: Int, action: Int) in state + action }
        server.add(slow, id: "slow")
        let client = try await server.attach()
        for (method, params) in [("history/verify", [:]), ("history/replay", ["on": true])] as [(String, Value.Object)]
        {
            var params = params
            params["store"] = "slow"
            #expect(try await client.failure(method, params).code == .notSupported)
        }
        dice.dispatch(.wait)
        for params in [["from": 0], ["to": 9], ["from": 9], ["from": "x"]] as [Value.Object] {
            var params = params
            params["store"] = "dice"
            #expect(try await client.failure("history/verify", params).code == .invalidParams)
        }
        #expect(try await client.failure("history/replay", ["store": "dice"]).code == .invalidParams)
        #expect(
            try await client.send(HistoryVerify(store: "dice", from: 1, to: 1)) == .init(seq: 1, from: 1, checked: 1))
    }

    @Test("a server lets go of a store that is watched for divergence")
    func letsGo() async throws {
        weak var history: AnyObject?
        do {
            let store = Self.makeDice()
            let engine = InspectedStore(
                adapter: NativeStoreAdapter(store, id: "dice", name: "dice"), limits: SessionLimits())
            engine.onDivergence { _ in }
            history = engine.adapter.history
            #expect(history != nil)
        }
        #expect(history == nil)
    }
}
