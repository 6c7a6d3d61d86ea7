import DeclarationTesting
import Strobe
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("Dispatching")
struct DispatchTests {
    private let store = makeShop(Shop(items: [Item(id: 7, title: "tea")]))
    private let server: DebugServer

    init() {
        server = DebugServer.serving(store)
    }

    @Test("an action is reduced, and the answer has seq, changes, effects and duration")
    func dispatch() async throws {
        let client = try await server.attach()
        let first = try await client.send(ActionDispatch(action: ["increment": ["by": 3]]))
        #expect(first.seq == 1 && first.changed == true)
        #expect(first.changes == [Change(.replace, Path(["count"]), value: 3, old: 0)])
        #expect(first.durationNanos != nil && first.effects.isEmpty)
        #expect(store.state.count == 3)
        let second = try await client.send(ActionDispatch(action: "save"))
        #expect(second.seq == 2 && second.changed == false && second.changes == [])
        #expect(second.effects.map(\.value) == [["write": ["count": 3]]])
    }

    @Test("the log says that the inspector or a script asked")
    func origin() async throws {
        let client = try await server.attach()
        try await client.send(ActionDispatch(action: "save"))
        try await client.send(ActionDispatch(action: "save", origin: "script"))
        store.dispatch(.save)
        let entries = try await client.send(LogList()).entries
        #expect(entries.map(\.origin) == ["inspector", "script", "app"])
        #expect(
            try await client.failure("action/dispatch", ["action": "save", "origin": "app"]).code == .invalidParams)
    }

    @Test(
        "an action that does not decode is answered with the place, what was expected and the nearest case",
        arguments: [
            (["incremnt": ["by": 1]], "", "increment"), (["increment": ["by": "x"]], "/increment/by", nil),
            (["increment": ["bye": 1]], "/increment", "by"), (["rename": ["id": 1]], "/rename", nil),
            ("rest", "", "reset"),
            (5, "", nil), (nil, "", nil),
        ] as [(Value, String, String?)])
    func undecodable(action: Value, path: String, suggestion: String?) async throws {
        let client = try await server.attach()
        let error = try await client.failure("action/dispatch", ["action": action])
        #expect(error.code == .undecodableAction)
        #expect(error.data["path"] == .string(path))
        #expect(error.data["expected"] != nil)
        // The cases of an enum are known by its declaration alone.
        if let suggestion, Declarations.areRead || !path.isEmpty {
            #expect(error.data["suggestion"] == .string(suggestion))
        }
        #expect(store.seq == 0)
    }

    @Test("with ifSeq an action is reduced at that seq only")
    func ifSeq() async throws {
        let client = try await server.attach()
        store.dispatch(.increment(by: 1))
        let error = try await client.failure("action/dispatch", ["action": "reset", "ifSeq": 0])
        #expect(error.code == .stale && error.data["seq"] == 1 && error.data["ifSeq"] == 0)
        #expect(store.seq == 1)
        #expect(try await client.send(ActionDispatch(action: "reset", ifSeq: 1)).seq == 2)
    }

    @Test("many clients that race with ifSeq win once each seq")
    func race() async throws {
        let server = server
        let wins = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let client = try await server.attach()
                    var wins = 0
                    for seq in 0..<25 {
                        let params: Value.Object = ["action": ["increment": ["by": 1]], "ifSeq": .int(Int64(seq))]
                        let answer = try await client.answer(to: client.post("action/dispatch", params))
                        if case .success = answer { wins += 1 }
                    }
                    return wins
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(wins == store.seq && store.state.count == wins && wins >= 1)
    }

    @Test("a dry run shows what would happen, from the present or the past, and touches nothing")
    func dryRun() async throws {
        let client = try await server.attach()
        store.dispatch(.increment(by: 1))
        let now = try await client.send(ActionDispatch(action: ["increment": ["by": 5]], dryRun: true))
        #expect(now.seq == 1 && now.changes == [Change(.replace, Path(["count"]), value: 6, old: 1)])
        let then = try await client.send(ActionDispatch(action: ["increment": ["by": 5]], dryRun: true, at: .seq(0)))
        #expect(then.seq == 0 && then.changes == [Change(.replace, Path(["count"]), value: 5, old: 0)])
        #expect(try await client.send(ActionDispatch(action: "save", dryRun: true)).effects.count == 1)
        let stale = try await client.failure("action/dispatch", ["action": "save", "dryRun": true, "ifSeq": 0])
        #expect(stale.code == .stale)
        #expect(store.seq == 1)
    }

    @Test("history/jump restores a past state as a new entry, without effects")
    func jump() async throws {
        let client = try await server.attach()
        store.dispatch(.increment(by: 1))
        store.dispatch(.add(Item(id: 8, title: "jam")))
        let stale = try await client.failure("history/jump", ["seq": 1, "ifSeq": 1])
        #expect(stale.code == .stale && stale.data["ifSeq"] == 1 && stale.data["seq"] == 2)
        #expect(store.seq == 2)
        let answer = try await client.send(HistoryJump(seq: 1, ifSeq: 2))
        #expect(answer.seq == 3 && answer.changes?.map(\.path) == [Path(["items", "1"])])
        #expect(store.state == Shop(count: 1, items: [Item(id: 7, title: "tea")]))
        let entry = try await client.send(LogGet(seq: 3)).entry
        #expect(
            entry.origin == "restore" && entry.action == nil && entry.effects.isEmpty && entry.label == "restore of 1")
        #expect(try await client.send(StateGet(path: Path(["items", "1", "title"]), at: .seq(2))).value == "jam")
    }

    @Test("pipelined requests are answered in order, each seeing what came before it")
    func pipeline() async throws {
        let client = try await server.attach()
        var ids: [RequestID] = []
        for _ in 0..<20 {
            ids.append(try await client.post("action/dispatch", ["action": ["increment": ["by": 1]]]))
            ids.append(try await client.post("state/get", ["path": "/count"]))
        }
        for step in 1...20 {
            let dispatched = try await client.answer(to: ids[2 * step - 2]).get()
            guard case .object(let result) = dispatched else { continue }
            #expect(result["seq"] == .int(Int64(step)))
            #expect(
                try await client.answer(to: ids[2 * step - 1]).get()
                    == ["seq": .int(Int64(step)), "value": .int(Int64(step))])
        }
    }

    @Test("a store that has ended can be read, but not dispatched to")
    func ended() async throws {
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        var store: ShopStore? = makeShop()
        if let store { server.add(store, id: "shop") }
        let client = try await server.attach()
        store?.dispatch(.increment(by: 2))
        store = nil
        #expect(try await client.send(StateGet(path: Path(["count"]))).value == 2)
        #expect(try await client.failure("action/dispatch", ["action": "reset"]).code == .notSupported)
    }
}
