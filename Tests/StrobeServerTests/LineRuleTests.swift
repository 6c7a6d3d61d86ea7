import DeclarationTesting
import Strobe
import StrobeProtocol
import StrobeTransport
import StrobeTree
import Testing

@testable import StrobeServer

/// Rules of the specification about lines, tested like a client of another implementation.
@Suite("Rules of lines", .timeLimit(.minutes(5)))
struct LineRuleTests {
    private let store = makeShop()
    private let server: DebugServer

    init() {
        server = DebugServer.serving(store)
    }

    /// The answers to raw bytes, one for each line.
    private func answers(_ bytes: [UInt8], count: Int, _ client: WireClient) async throws -> [Envelope] {
        try await client.connection.write(bytes)
        var answers: [Envelope] = []
        for _ in 0..<count { answers.append(try #require(try await client.next())) }
        return answers
    }

    private func answers(_ lines: String, count: Int, _ client: WireClient) async throws -> [Envelope] {
        try await answers(Array(lines.utf8), count: count, client)
    }

    private func codes(_ envelopes: [Envelope]) -> [ErrorCode?] {
        envelopes.map { if case .failure(nil, let error) = $0 { error.code } else { nil } }
    }

    private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

    @Test("lines may end with CRLF, empty ones are ignored, and a byte order mark begins no JSON")
    func lineEnds() async throws {
        let client = try await server.attach()
        let answered = try await answers("\n\r\n\(ping)\r\n\n\(ping)\n", count: 2, client)
        #expect(answered == [.result(id: .int(1), [:]), .result(id: .int(1), [:])])
        #expect(codes(try await answers("\u{FEFF}\(ping)\n", count: 1, client)) == [.parseError])
    }

    @Test("white space around a message has no meaning, except before the first one")
    func whiteSpace() async throws {
        let client = try await server.attach()
        #expect(try await answers(" \t\(ping) \n", count: 1, client) == [.result(id: .int(1), [:])])
        let other = server.connect()
        try await other.send(
            #" {"jsonrpc":"2.0","id":1,"method":"initialize","#
                + #""params":{"protocolVersion":1,"client":{"name":"t","version":"1"}}}"#)
        #expect(try await other.next() == nil)
    }

    @Test("text that is not UTF-8 and half a surrogate pair are no JSON, and the session goes on")
    func encodings() async throws {
        let client = try await server.attach()
        let invalid =
            Array(#"{"jsonrpc":"2.0","id":1,"method":"ping","x":""#.utf8) + [0xC0, 0x80] + Array("\"}\n".utf8)
        #expect(codes(try await answers(invalid, count: 1, client)) == [.parseError])
        let half = #"{"jsonrpc":"2.0","id":1,"method":"ping","x":"\ud83d"}"# + "\n"
        #expect(codes(try await answers(half, count: 1, client)) == [.parseError])
        let escaped = #"{"jsonrpc":"2.0","id":1,"\u006dethod":"p\u0069ng"}"# + "\n"
        #expect(try await answers(escaped, count: 1, client) == [.result(id: .int(1), [:])])
        #expect(store.seq == 0)
    }

    @Test("an id comes back as it was, and what is none is answered without one")
    func ids() async throws {
        let client = try await server.attach()
        for id in ["1", #""1""#, #""""#, "-9223372036854775808", "9223372036854775807"] {
            let line = #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#
            try await client.send(line)
            let answer = try await within { try await client.connection.nextLine() }
            #expect(answer.map { String(decoding: $0, as: UTF8.self) } == #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#)
        }
        for id in ["null", "1.5", "true", "{}", "9223372036854775808"] {
            let line = #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"# + "\n"
            #expect(codes(try await answers(line, count: 1, client)) == [.invalidRequest])
        }
    }

    @Test("of members with the same name the last counts, and unknown ones are ignored on every level")
    func members() async throws {
        let client = try await server.attach()
        let line =
            #"{"id":1,"jsonrpc":"1.0","x":[],"method":"state/get","params":{"path":"/nowhere","path":"/count","x":1},"#
            + #""jsonrpc":"2.0"}"# + "\n"
        #expect(try await answers(line, count: 1, client) == [.result(id: .int(1), ["seq": 0, "value": 0])])
    }

    @Test("a request without an id does nothing and is not answered, whatever its params are")
    func withoutID() async throws {
        let client = try await server.attach()
        let lines = #"{"jsonrpc":"2.0","method":"action/dispatch","params":{"action":"reset"}}"# + "\n\(ping)\n"
        #expect(try await answers(lines, count: 1, client) == [.result(id: .int(1), [:])])
        #expect(store.seq == 0)
        let wrong = ["[]", "null", "7", #"[{"action":"reset"}]"#].flatMap { params in
            ["ping", "action/dispatch", "$/cancelRequest", "", "no/method"].map {
                #"{"jsonrpc":"2.0","method":"\#($0)","params":\#(params)}"# + "\n"
            }
        }
        let after = wrong.joined() + "\(ping)\n"
        #expect(try await answers(after, count: 1, client) == [.result(id: .int(1), [:])])
        // The next request of the client would be answered after it.
        #expect(try await client.send(StateGet()).seq == 0)
    }

    @Test("a client may send before its initialize is answered")
    func pipelined() async throws {
        let client = server.connect()
        let opening =
            #"{"jsonrpc":"2.0","id":"a","method":"initialize","#
            + #""params":{"protocolVersion":1,"client":{"name":"t","version":"1"},"access":"control"}}"#
        let dispatch = #"{"jsonrpc":"2.0","id":"b","method":"action/dispatch","params":{"action":"save"}}"#
        let answered = try await answers("\(opening)\n\(dispatch)\n", count: 2, client)
        let ids = answered.map { if case .result(let id, _) = $0 { id } else { nil as RequestID? } }
        #expect(ids == [.string("a"), .string("b")])
        #expect(store.seq == 1)
    }

    @Test("cancelling an unknown or answered request is ignored")
    func cancelUnknown() async throws {
        let client = try await server.attach()
        let id = try await client.post("store/list")
        _ = try await client.answer(to: id).get()
        for id: Value in [id.value, "never", nil, 1.5] { try await client.notify("$/cancelRequest", ["id": id]) }
        try await client.notify("$/cancelRequest", [:])
        #expect(try await client.send(StateGet()).seq == 0)
    }

    @Test("pages of children give each once, and the log is the same by pages in either direction")
    func pages() async throws {
        for id in 1...25 { store.dispatch(.add(Item(id: id, title: "item \(id)"))) }
        let client = try await server.attach()
        let path = Path(["items"])
        var (names, start): ([String], Int?) = ([], 0)
        var seq: Int?
        while let from = start {
            let page = try await client.send(
                StateTree(path: path, at: seq.map { .seq($0) }, start: from, count: 10))
            seq = page.seq
            let children = page.node.children ?? []
            names += children.map(\.name)
            start = page.node.more == nil ? nil : from + children.count
            // Later pages belong to the state of the first one.
            store.dispatch(.reset)
        }
        #expect(names == (0..<25).map(String.init))

        let last = try await client.send(StoreDescribe()).seq
        let firstSeq = try await client.send(LogList(from: 1, limit: 1)).entries.first?.seq ?? last
        var (forth, next): ([Int], Int?) = ([], firstSeq)
        while let from = next {
            let page = try await client.send(LogList(from: from, to: last, limit: 2))
            forth += page.entries.map(\.seq)
            next = page.next
        }
        var (back, previous): ([Int], Int?) = ([], last)
        while let to = previous {
            let page = try await client.send(LogList(to: to, limit: 2))
            back = page.entries.map(\.seq) + back
            previous = page.previous
        }
        #expect(forth == Array(firstSeq...last) && back == forth)
    }

    @Test("a count over the page is lowered to it")
    func lowered() async throws {
        let server = DebugServer.serving(
            store, .init(access: .control, limits: SessionLimits(page: 3), handshakeTimeout: .seconds(60)))
        let client = try await server.attach()
        for id in 1...5 { store.dispatch(.add(Item(id: id, title: "item \(id)"))) }
        let page = try await client.send(StateTree(path: Path(["items"]), count: 1_000_000))
        #expect(page.node.children?.count == 3 && page.node.more == 2)
        #expect(try await client.send(LogList(limit: 1_000_000)).entries.map(\.seq) == [3, 4, 5])
        for (method, params) in [("state/tree", ["count": -1]), ("log/list", ["limit": 0])] as [(String, Value.Object)]
        {
            #expect(try await client.failure(method, params).code == .invalidParams)
        }
    }

    @Test("what is made by the shape of actions is an action", .readsDeclarations)
    func shapes() async throws {
        let client = try await server.attach()
        guard case .choice(_, let cases) = try await client.send(ActionSchema()).schema else {
            Issue.record("the actions are no enum")
            return
        }
        #expect(cases.count == 6)
        for action in cases {
            let value = try #require(Self.form(of: action))
            #expect(try await client.send(ActionDispatch(action: value, dryRun: true)).seq == 0, "\(action.name)")
        }
    }

    private static func form(of action: Schema.Case) -> Value? {
        if let raw = action.raw { return raw }
        guard let first = action.payload.first else { return .string(action.name) }
        if action.payload.count == 1, first.name == nil {
            return form(of: first.schema).map { [action.name: $0] }
        }
        return fields(action.payload).map { [action.name: .object($0)] }
    }

    private static func fields(_ fields: [Schema.Field]) -> Value.Object? {
        var members = Value.Object()
        for (index, field) in fields.enumerated() {
            guard let value = form(of: field.schema) else { return nil }
            members[field.name ?? "_\(index)"] = value
        }
        return members
    }

    private static func form(of schema: Schema) -> Value? {
        switch schema {
        case .scalar(.int), .scalar(.uint), .scalar(.double): 1
        case .scalar(.bool): true
        case .scalar(.string): "a text"
        case .scalar: nil
        case .optional: .null
        case .array, .set: []
        case .dictionary: [:]
        case .object(_, let members): fields(members).map { .object($0) }
        case .choice(_, let cases): cases.first.flatMap(form)
        case .recursive, .unknown: nil
        }
    }
}
