import Strobe
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("Errors")
struct ErrorTests {
    private let store = makeShop(Shop(items: [Item(id: 7, title: "tea")]))
    private let server: DebugServer

    init() {
        server = DebugServer.serving(store)
    }

    /// After any error, the session continues and the store is unchanged.
    private func expectUntouched(_ client: WireClient) async throws {
        #expect(store.seq == 0)
        #expect(try await client.send(StateGet(path: Path(["items", "0", "title"]))).value == "tea")
    }

    @Test("a malformed line, a batch and a message of no kind are answered, and the session goes on")
    func malformed() async throws {
        let client = try await server.attach()
        for (line, code) in [
            ("{\"a\":", ErrorCode.parseError), ("nonsense", .parseError), ("[]", .invalidRequest),
            ("3", .invalidRequest),
            (#"{"jsonrpc":"1.0","id":null,"method":"ping"}"#, .invalidRequest),
        ] {
            try await client.send(line)
            guard case .failure(nil, let error)? = try await client.next() else {
                Issue.record("no error for \(line)")
                continue
            }
            #expect(error.code == code)
        }
        try await expectUntouched(client)
    }

    @Test("a request whose id can be read gets its error under that id")
    func identified() async throws {
        let client = try await server.attach()
        try await client.send(#"{"jsonrpc":"2.0","id":"x","method":"state/get","params":[1]}"#)
        guard case .failure(let id, let error)? = try await client.next() else {
            Issue.record("no error")
            return
        }
        #expect(id == .string("x") && error.code == .invalidParams)
    }

    @Test("an unknown method is answered with the nearest one")
    func methods() async throws {
        let client = try await server.attach()
        let unknown = try await client.failure("state/gett")
        #expect(unknown.code == .methodNotFound && unknown.data["suggestion"] == "state/get")
        let empty = try await client.failure("")
        #expect(empty.code == .methodNotFound && empty.data["method"] == "")
        try await expectUntouched(client)
    }

    @Test("wrong parameters name the place and what was expected there")
    func parameters() async throws {
        let client = try await server.attach()
        for (method, params) in [
            ("state/get", ["path": 3]), ("state/tree", ["depth": "x"]), ("state/tree", ["count": -1]),
            ("state/diff", ["from": 0]), ("log/get", [:]), ("action/dispatch", [:]),
            ("action/dispatch", ["action": "reset", "ifSeq": "0"]),
            ("action/dispatch", ["action": "reset", "dryrun": true]),
            ("subscribe", ["events": ["nonsense"]]), ("subscribe", ["events": []]), ("history/jump", ["seq": -1]),
            ("unsubscribe", ["subscription": "77"]),
        ] as [(String, Value.Object)] {
            let error = try await client.failure(method, params)
            #expect(error.code == .invalidParams, "\(method) \(params): \(error)")
        }
        try await expectUntouched(client)
    }

    @Test("an unknown store is answered with those that there are and the nearest")
    func unknownStore() async throws {
        let client = try await server.attach()
        let error = try await client.failure("state/get", ["store": "shopp"])
        #expect(error.code == .unknownStore && error.data["suggestion"] == "shop")
        server.add(makeShop(), id: "second")
        #expect(try await client.failure("state/get").code == .unknownStore)
    }

    @Test("an unknown path is answered with the part that exists")
    func unknownPath() async throws {
        let client = try await server.attach()
        let error = try await client.failure("state/get", ["path": "/items/0/titel"])
        #expect(error.code == .noSuchPath && error.data["suggestion"] == "title")
        #expect(try await client.failure("state/tree", ["path": "/items/44"]).code == .noSuchPath)
        #expect(try await client.failure("state/diff", ["from": 0, "to": 0, "path": "/nowhere"]).code == .noSuchPath)
    }

    @Test("a future seq and a branch are refused wherever they are")
    func positions() async throws {
        let client = try await server.attach()
        for (method, params) in [
            ("state/get", ["at": 5]), ("state/tree", ["at": 5]), ("state/diff", ["from": 0, "to": 5]),
            ("log/get", ["seq": 5]), ("history/jump", ["seq": 5]),
            ("subscribe", ["events": ["log"], "store": "shop", "fromSeq": 5]),
        ] as [(String, Value.Object)] {
            let error = try await client.failure(method, params)
            #expect(error.code == .invalidParams && error.data["seq"] == 0, "\(method): \(error)")
        }
        #expect(try await client.failure("state/get", ["at": "branch:b"]).code == .invalidParams)
    }

    @Test("what happened before the server began is evicted")
    func evicted() async throws {
        let old = makeShop()
        old.dispatch(.increment(by: 1))
        old.dispatch(.increment(by: 1))
        let client = try await DebugServer.serving(old).attach()
        let error = try await client.failure("state/get", ["at": 1])
        #expect(error.code == .seqEvicted && error.data["firstSeq"] == 2)
        #expect(try await client.failure("log/get", ["seq": 2]).code == .seqEvicted)
        #expect(
            try await client.failure("subscribe", ["events": ["log"], "store": "shop", "fromSeq": 0]).code
                == .seqEvicted)
    }

    @Test("a state over the limits is too large, with the count of its children; its pages are not")
    func tooLarge() async throws {
        var configuration = DebugServer.Configuration(access: .control, handshakeTimeout: .seconds(60))
        configuration.limits.nodes = 100
        let large = makeShop(Shop(items: (0..<200).map { Item(id: $0, title: "item") }))
        let client = try await DebugServer.serving(large, configuration).attach()
        let error = try await client.failure("state/get", ["path": "/items"])
        #expect(error.code == .tooLarge && error.data["count"] == 200 && error.data["limit"] == 100)
        #expect(try await client.send(StateGet(path: Path(["items", "3"]))).value == ["id": 3, "title": "item"])
        let page = try await client.send(StateTree(path: Path(["items"]), depth: 5))
        #expect(page.node.more.map { $0 > 0 } == true)
        large.dispatch(.reset)
        #expect(try await client.failure("state/diff", ["from": 0, "to": 1]).code == .tooLarge)
        #expect(try await client.send(LogGet(seq: 1)).changes == nil)
    }

    @Test("a line of 2 MB is skipped and reported, and the line after it is answered")
    func longLine() async throws {
        let client = try await server.attach()
        try await client.send(#"{"jsonrpc":"2.0","id":1,"method":"\#(String(repeating: "x", count: 2_000_000))"}"#)
        guard case .failure(nil, let error)? = try await client.next() else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .lineTooLong && error.data["limit"] == .int(1 << 20))
        try await expectUntouched(client)
    }

    @Test("a line that is nested too deeply is refused")
    func depth() async throws {
        let client = try await server.attach()
        let nested = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        try await client.send(#"{"jsonrpc":"2.0","id":1,"method":"action/dispatch","params":{"action":\#(nested)}}"#)
        guard case .failure(_, let error)? = try await client.next() else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .tooLarge)
        try await expectUntouched(client)
    }

    @Test("a session that may only read is refused whatever changes something or decodes an action")
    func readOnly() async throws {
        let client = try await server.attach(.read)
        #expect(try await client.failure("action/dispatch", ["action": "reset"]).code == .readOnly)
        #expect(try await client.failure("history/jump", ["seq": 0]).code == .readOnly)
        #expect(try await client.failure("action/dispatch", ["action": "reset", "dryRun": true]).code == .readOnly)
        try await expectUntouched(client)
    }

    @Test("answers to nothing and unknown notifications are ignored")
    func strays() async throws {
        let client = try await server.attach()
        try await client.send(#"{"jsonrpc":"2.0","id":99,"result":{}}"#)
        try await client.send(#"{"jsonrpc":"2.0","method":"nonsense","params":{}}"#)
        try await client.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":12345}}"#)
        try await client.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{}}"#)
        try await client.send("")
        try await expectUntouched(client)
    }

    @Test("an error quotes only so much of what was wrong")
    func bounded() async throws {
        let client = try await server.attach()
        let long = String(repeating: "a€", count: 100_000)
        for error in [
            try await client.failure("action/dispatch", ["action": .string(long)]),
            try await client.failure("action/dispatch", ["action": [long: 1]]),
            try await client.failure("state/get", ["path": .string("/" + long)]),
            try await client.failure("state/get", ["store": .string(long)]),
        ] {
            #expect(error.message.unicodeScalars.count <= 1_001)
        }
        try await expectUntouched(client)
    }
}
