import Strobe
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("Edits of the live state, and past actions again", .timeLimit(.minutes(5)))
struct EditTests {
    private static let items = [Item(id: 1, title: "Hat"), Item(id: 42, title: "Umbrella")]

    @Test("a part of the state is set, as an entry of its own that says what was set")
    func set() async throws {
        let store = makeShop(Shop(count: 3, note: nil, items: Self.items))
        let client = try await DebugServer.serving(store).attach()
        let answer = try await client.send(StateSet(path: Path(["items", "[id=42]", "title"]), value: "Parasol"))
        #expect(answer.seq == 1)
        #expect(
            answer.changes == [
                Change(.replace, Path(["items", "1", "title"]), value: "Parasol", old: "Umbrella")
            ])
        #expect(store.state.items[1].title == "Parasol")
        let entry = try await client.send(LogGet(seq: 1)).entry
        #expect((entry.origin, entry.label) == ("edit", #"set .items[1].title to "Parasol""#))
        #expect(entry.action == nil)
    }

    @Test("what does not fit is refused with its place, and the store is as it was")
    func misfits() async throws {
        let store = makeShop(Shop(count: 3, note: nil, items: Self.items))
        let client = try await DebugServer.serving(store).attach()
        let wrong: [(path: String, value: Value, place: String)] = [
            ("/count", "many", "/value"), ("/count", .null, "/value"), ("/items/0", ["id": 1], "/value"),
            ("/items", [["id": 1, "title": 2]], "/value/0/title"), ("", ["count": 1, "items": true], "/value/items"),
        ]
        for (path, value, place) in wrong {
            let error = try await client.failure("state/set", ["path": Value.string(path), "value": value])
            #expect(error.code == .invalidParams, "\(path)")
            #expect(error.data["path"] == .string(place), "\(path): \(error.message)")
        }
        let nowhere = try await client.failure("state/set", ["path": "/items/7", "value": 1])
        #expect(nowhere.code == .noSuchPath)
        #expect(store.seq == 0)
    }

    @Test("an element is added at the end of an array, a key to a dictionary")
    func added() async throws {
        let store = Store<Lists, Int, Never>(initial: Lists(names: ["a"], prices: ["a": 1])) { lists, _ in
            lists.names = []
        }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "lists")
        let client = try await server.attach()
        try await client.send(StateSet(path: Path(["names", "1"]), value: "b"))
        try await client.send(StateSet(path: Path(["names", "-"]), value: "c"))
        try await client.send(StateSet(path: Path(["prices", "b"]), value: 2))
        #expect(store.state == Lists(names: ["a", "b", "c"], prices: ["a": 1, "b": 2]))
        #expect(try await client.failure("state/set", ["path": "/name", "value": 1]).code == .noSuchPath)
    }

    private struct Lists: Codable, Sendable, Equatable {
        var names: [String]
        var prices: [String: Int]
    }

    @Test("a store whose reducer may be suspended is set between two reductions")
    func asynchronous() async throws {
        let store = AsyncStore(initial: Shop(count: 1)) { (shop: Shop, step: Int) in Shop(count: shop.count + step) }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "shop")
        let client = try await server.attach()
        let answer = try await client.send(StateSet(path: Path(["count"]), value: 5))
        #expect(answer.changes == [Change(.replace, Path(["count"]), value: 5, old: 1)])
        #expect(try await client.send(ActionDispatch(action: 2)).changes?.first?.value == 7)
        #expect(try await client.send(ActionRedo(seq: 2)).changes?.first?.value == 9)
        #expect(store.state.count == 9)
    }

    @Test("an edit is made only if the store is at ifSeq")
    func stale() async throws {
        let store = makeShop()
        let client = try await DebugServer.serving(store).attach()
        store.dispatch(.increment(by: 1))
        let error = try await client.failure("state/set", ["path": "/count", "value": 9, "ifSeq": 0])
        #expect(error.code == .stale)
        #expect(error.data["seq"] == 1)
        try await client.send(StateSet(path: Path(["count"]), value: 9, ifSeq: 1))
        #expect(store.state.count == 9)
    }

    @Test("no action is lost while edits are made, and every edit is of the state that it met")
    func concurrent() async throws {
        let store = makeShop(Shop(count: 0, note: nil, items: Self.items))
        let client = try await DebugServer.serving(store).attach()
        let actions = Task.detached { for _ in 0..<2_000 { store.dispatch(.increment(by: 1)) } }
        var edits = 0
        for number in 0..<20 {
            let answer = await Result.catching {
                try await client.request("state/set", ["path": "/note", "value": .string("\(number)")])
            }
            switch answer {
            case .success: edits += 1
            case .failure(let error as ProtocolError): #expect(error.code == .stale)
            case .failure(let error): throw error
            }
        }
        await actions.value
        #expect(store.state.count == 2_000)
        #expect(store.seq == 2_000 + edits)
    }

    @Test("what the type computes from the value changes with it, and is reported")
    func derived() async throws {
        let store = Store<Square, Int, Never>(initial: Square()) { $0.side += $1 }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "square")
        let client = try await server.attach()
        let changes = try await client.send(StateSet(path: Path(["side"]), value: 3)).changes
        #expect(changes?.map(\.path) == [Path(["side"]), Path(["area"])])
        #expect(store.state.side == 3)
    }

    private struct Square: Codable, Sendable {
        enum CodingKeys: CodingKey { case side, area }
        var side = 2

        init() {}

        init(from decoder: any Decoder) throws {
            side = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .side)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(side, forKey: .side)
            try container.encode(side * side, forKey: .area)
        }
    }

    private struct Huge: Codable, Sendable {
        var password = "hush"
        var numbers = [Int](repeating: 0, count: 2_000_001)
    }

    @Test("a state that is too large to be set says so, whatever is hidden in it")
    func huge() async throws {
        let store = Store<Huge, Int, Never>(initial: Huge()) { (_: inout Huge, _: Int) -> Void in }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "huge")
        let client = try await server.attach()
        let error = try await client.failure("state/set", ["path": "/numbers/0", "value": 1])
        #expect(error.code == .tooLarge)
        #expect(error.message.hasPrefix("The state is too large: setting a part reads all of it"))
        #expect(store.seq == 0)
    }

    @Test("a state that its coding does not keep whole cannot be set, and the error has the place")
    func lossy() async throws {
        let lossy = Store<Lossy, Int, Never>(initial: Lossy(count: 1, cache: 5)) { $0.count += $1 }
        let silent = Store<Silent, Int, Never>(initial: Silent()) { $0.count += $1 }
        let opaque = Store<Opaque, Int, Never>(initial: Opaque()) { $0.count += $1 }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(lossy, id: "lossy")
        server.add(silent, id: "silent")
        server.add(opaque, id: "opaque")
        let client = try await server.attach()
        let hidden = try await client.failure("state/set", ["store": "lossy", "path": "/count", "value": 2])
        #expect(hidden.code == .notSupported)
        #expect(hidden.data["path"] == "/cache")
        let changed = try await client.failure("state/set", ["store": "silent", "path": "/count", "value": 2])
        #expect(changed.code == .notSupported)
        #expect(changed.data["path"] == "/total")
        let uncoded = try await client.failure("state/set", ["store": "opaque", "path": "/count", "value": 2])
        #expect(uncoded.code == .notSupported)
        #expect(uncoded.message.contains("Codable"))
        #expect(try await client.send(StoreDescribe(store: "opaque")).capabilities.edit == false)
        #expect(lossy.seq + silent.seq + opaque.seq == 0)
    }

    /// Its coding omits `cache`; it has no `==` that would reveal it.
    private struct Lossy: Codable, Sendable {
        enum CodingKeys: CodingKey { case count }
        var count: Int
        var cache: Int

        init(count: Int, cache: Int) {
            self.count = count
            self.cache = cache
        }

        init(from decoder: any Decoder) throws {
            count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
            cache = 0
        }
    }

    /// It computes its total whenever it is read.
    private struct Silent: Codable, Sendable {
        enum CodingKeys: CodingKey { case count, total }
        var count = 1
        var total = 7.0

        init() {}

        init(from decoder: any Decoder) throws {
            count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
            total = Double(count)
        }
    }

    private struct Opaque: Sendable { var count = 0 }

    @Test("numbers that are not finite do not prevent an edit")
    func notANumber() async throws {
        let store = Store<Weather, Int, Never>(initial: Weather()) { $0.count += $1 }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "weather")
        let client = try await server.attach()
        try await client.send(StateSet(path: Path(["count"]), value: 2))
        #expect(store.state.count == 2)
    }

    private struct Weather: Codable, Sendable, Equatable {
        var count = 0
        var readings = [Double.nan, .infinity]
    }

    @Test("an element of a set becomes another one, wherever that is then")
    func setElement() async throws {
        let store = Store<Set<Int>, Int, Never>(initial: [1, 2, 3]) { $0.insert($1) }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "set")
        let client = try await server.attach()
        try await client.send(StateSet(path: Path(["0"]), value: 9))
        #expect(store.state == [2, 3, 9])
        try await client.send(StateSet(path: .root, value: [1, 3]))
        #expect(store.state == [1, 3])
    }

    @Test("a past action is dispatched again as it was, form or not")
    func redo() async throws {
        let store = Store<Shop, Plain, Never>(initial: Shop()) { shop, action in shop.count += action.step }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "plain")
        let client = try await server.attach()
        store.dispatch(Plain(step: 4))
        let answer = try await client.send(ActionRedo(seq: 1, origin: "script"))
        #expect((answer.seq, answer.changed) == (2, true))
        #expect(store.state.count == 8)
        #expect(try await client.send(LogGet(seq: 2)).entry.origin == "script")
        let dry = try await client.send(ActionRedo(seq: 1, dryRun: true))
        #expect(dry.changes == [Change(.replace, Path(["count"]), value: 12, old: 8)])
        #expect(store.seq == 2)
        let edit = Change(.replace, Path(["step"]), value: 1)
        let error = try await client.failure("action/redo", ActionRedo(seq: 1, changes: [edit]).params())
        #expect(error.code == .notSupported)
    }

    private struct Plain: Sendable { var step: Int }

    @Test("a past action is edited before it is dispatched again")
    func editedRedo() async throws {
        let store = makeShop()
        let client = try await DebugServer.serving(store).attach()
        store.dispatch(.add(Item(id: 1, title: "Hat")))
        let changes = [
            Change(.replace, Path(["add", "id"]), value: 2, old: 1),
            Change(.replace, Path(["add", "title"]), value: "Coat"),
        ]
        try await client.send(ActionRedo(seq: 1, changes: changes, ifSeq: 1))
        #expect(store.state.items == [Item(id: 1, title: "Hat"), Item(id: 2, title: "Coat")])
        let whole = Change(.replace, .root, value: "reset")
        try await client.send(ActionRedo(seq: 1, changes: [whole]))
        #expect(store.state == Shop())
        let stale = try await client.failure("action/redo", ActionRedo(seq: 1, ifSeq: 1).params())
        #expect(stale.code == .stale)
        let misfit = Change(.replace, Path(["add", "id"]), value: "one")
        #expect(
            try await client.failure("action/redo", ActionRedo(seq: 1, changes: [misfit]).params()).code
                == .undecodableAction)
        #expect(try await client.failure("action/redo", ["seq": 9]).code == .invalidParams)
        #expect(store.seq == 3)
    }

    @Test("a client that may only read sets nothing and redoes nothing")
    func readOnly() async throws {
        let store = makeShop()
        let client = try await DebugServer.serving(store).attach(.read)
        store.dispatch(.increment(by: 1))
        #expect(try await client.failure("state/set", ["path": "/count", "value": 9]).code == .readOnly)
        #expect(try await client.failure("action/redo", ["seq": 1]).code == .readOnly)
        #expect(try await client.send(ActionRedo(seq: 1, dryRun: true)).changed == true)
        #expect(store.seq == 1)
    }
}

extension Result where Failure == any Error {
    fileprivate static func catching(_ body: () async throws -> Success) async -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
