@testable import StrobeClient
import StrobeProtocol
@testable import StrobeTransport
import StrobeTree
import Testing

@Suite("Requests", .timeLimit(.minutes(5)))
struct RequestTests {
    @Test("a typed request gets its typed answer")
    func typed() async throws {
        let (client, server) = ScriptedServer.pair()
        async let answer = client.send(StateGet(store: "profile", path: Path(["a", "b"])))
        let request = try await server.nextRequest()
        #expect(request.method == "state/get")
        #expect(request.params == ["store": "profile", "path": "/a/b"])
        try await server.send(.result(id: request.id, ["seq": 7, "value": ["x": nil]]))
        let result = try await answer
        #expect(result.seq == 7)
        #expect(result.value == ["x": nil])
        await client.close()
    }

    @Test("a raw request gets the answer as it came")
    func raw() async throws {
        let (client, server) = ScriptedServer.pair()
        async let answer = client.request(method: "made/up", params: ["b": 1, "a": [1.5]])
        let request = try await server.nextRequest()
        #expect(request.method == "made/up")
        #expect(request.params == ["b": 1, "a": [1.5]])
        try await server.send(.result(id: request.id, ["anything": [nil, true]]))
        #expect(try await answer == ["anything": [nil, true]])
        await expect(.refused) { _ = try await client.request(method: "x", params: [1]) }
        await client.close()
    }

    @Test("an answer as deep as the protocol allows is read")
    func deepAnswer() async throws {
        let (client, server) = ScriptedServer.pair()
        let deep = (0..<SessionLimits().depth).reduce(Value.null) { value, _ in [value] }
        async let answer = client.request(method: "deep")
        try await server.send(.result(id: server.nextRequest().id, ["seq": 1, "value": deep]))
        #expect(try await answer == ["seq": 1, "value": deep])
        await client.close()
    }

    @Test("answers find their requests in any order")
    func outOfOrder() async throws {
        let (client, server) = ScriptedServer.pair()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let answer = try await client.request(method: "echo", params: ["n": .int(Int64(number))])
                    #expect(answer == .int(Int64(number)))
                }
            }
            var requests: [(RequestID, Value)] = []
            for _ in 0..<200 {
                let request = try await server.nextRequest()
                requests.append((request.id, request.params["n"] ?? nil))
            }
            for (id, number) in requests.reversed() { try await server.send(.result(id: id, number)) }
            try await group.waitForAll()
        }
        await client.close()
    }

    @Test("requests of one task are sent in order")
    func order() async throws {
        let (client, server) = ScriptedServer.pair()
        let player = Task {
            var methods: [String] = []
            for _ in 0..<20 {
                let request = try await server.nextRequest()
                methods.append(request.method)
                try await server.send(.result(id: request.id, nil))
            }
            return methods
        }
        for number in 0..<20 { _ = try await client.request(method: "m\(number)") }
        #expect(try await player.value == (0..<20).map { "m\($0)" })
        await client.close()
    }

    @Test("an error of the server is handed on with its code and data")
    func refused() async throws {
        let (client, server) = ScriptedServer.pair()
        let sending = Task { try await client.send(Ping()) }
        let id = try await server.nextRequest().id
        try await server.send(.failure(id: id, ProtocolError(.unknownStore, "No such store.", data: ["near": "x"])))
        let error = await expect(.refused) { _ = try await sending.value }
        #expect(error?.message == "No such store.")
        #expect(error?.serverError?.code == .unknownStore)
        #expect(error?.serverError?.data["near"] == "x")
        await client.close()
    }

    @Test("an answer of the wrong shape fails its request alone")
    func malformedAnswer() async throws {
        let (client, server) = ScriptedServer.pair()
        let sending = Task { try await client.send(StateGet()) }
        try await server.send(.result(id: server.nextRequest().id, ["seq": "seven"]))
        await expect(.malformedAnswer) { _ = try await sending.value }

        let other = Task { try await client.send(Ping()) }
        guard case .int(let id) = try await server.nextRequest().id else { return }
        try await server.send("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":1,\"error\":2}")
        await expect(.malformedAnswer) { _ = try await other.value }

        async let ping = client.send(Ping())
        try await server.answerNext()
        _ = try await ping
        await client.close()
    }

    @Test("cancelling the task ends the request at once and cancels it at the server")
    func cancellation() async throws {
        let (client, server) = ScriptedServer.pair()
        let sending = Task { try await client.send(StateGet()) }
        let id = try await server.nextRequest().id
        sending.cancel()
        await expect(.cancelled) { _ = try await sending.value }
        #expect(try await server.next() == .notification(CancelRequest(id: id)))
        // The late answer is expected and not reported: the next event is the end.
        try await server.send(.failure(id: id, .cancelled))
        async let ping = client.send(Ping())
        try await server.answerNext()
        _ = try await ping
        await client.close()
        var events = client.events.makeAsyncIterator()
        guard case .closed(let error)? = await events.next() else {
            Issue.record("expected nothing but the end")
            return
        }
        #expect(error.code == .closed)
    }

    @Test("a request that is cancelled before it was written is never sent")
    func cancelledInLine() async throws {
        let (client, server) = ScriptedServer.pair(capacity: 1)
        // An unread line keeps the writing task waiting.
        let first = Task { try await client.request(method: "first") }
        while server.connection.unreadBytes == 0 { await Task.yield() }
        let second = Task { try await client.request(method: "second") }
        while client.channel.unwrittenLines == 0 { await Task.yield() }
        second.cancel()
        await expect(.cancelled) { _ = try await second.value }
        #expect(client.channel.unwrittenLines == 0)
        let third = Task { try await client.request(method: "third") }
        for (sending, method) in [(first, "first"), (third, "third")] {
            let request = try await server.nextRequest()
            #expect(request.method == method)
            try await server.send(.result(id: request.id, true))
            #expect(try await sending.value == true)
        }
        await client.close()
    }

    @Test("a request that a cancelled task makes is not sent")
    func cancelledBefore() async throws {
        let (client, server) = ScriptedServer.pair()
        let sending = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await client.request(method: "never")
        }
        await expect(.cancelled) { try await sending.value }
        async let ping = client.send(Ping())
        #expect(try await server.nextRequest().method == "ping")
        await client.close()
        _ = try? await ping
    }

    @Test("a request whose time is over ends and is cancelled at the server")
    func timeout() async throws {
        let (client, server) = ScriptedServer.pair(options: ClientOptions(requestTimeout: .milliseconds(20)))
        let error = await expect(.timedOut) { _ = try await client.send(Ping()) }
        #expect(error?.message.contains("ping") == true)
        let id = try await server.nextRequest().id
        #expect(try await server.next() == .notification(CancelRequest(id: id)))

        // A request with a timeout of its own may take longer.
        async let patient = client.send(Ping(), timeout: .seconds(60))
        try await server.answerNext()
        _ = try await patient
        await client.close()
    }

    @Test("a request over the server's limit is refused here and nothing is sent")
    func requestLimit() async throws {
        let (client, server) = ScriptedServer.pair()
        let large: Value = ["text": .string(String(repeating: "x", count: 20_000))]
        await expect(.tooLarge) { _ = try await client.request(method: "m", params: large) }

        let opening = Task { try await client.initialize(client: .init(name: "test", version: "1")) }
        let request = try await server.nextRequest()
        try await server.send(.result(id: request.id, of: Self.welcome(lineBytes: 30_000)))
        #expect(try await opening.value.limits.lineBytes == 30_000)

        async let sending = client.request(method: "m", params: large)
        try await server.answerNext()
        #expect(try await sending == [:])
        let larger: Value = ["text": .string(String(repeating: "x", count: 30_000))]
        await expect(.tooLarge) { _ = try await client.request(method: "m", params: larger) }
        await client.close()
    }

    @Test("initialize brings the token, the name and the access that is asked for")
    func initialize() async throws {
        let (client, server) = ScriptedServer.pair(token: "secret")
        let opening = Task {
            try await client.initialize(client: .init(name: "test", version: "1"), access: .control)
        }
        let request = try await server.nextRequest()
        #expect(request.method == "initialize")
        #expect(request.params["token"] == "secret")
        #expect(request.params["access"] == "control")
        #expect(request.params["protocolVersion"] == 1)
        #expect(request.params["client"] == ["name": "test", "version": "1"])
        try await server.send(.result(id: request.id, of: Self.welcome(lineBytes: 1 << 20)))
        #expect(try await opening.value.session == "s1")
        await client.close()
    }

    @Test("a server that answers initialize with another version of the protocol is refused")
    func otherVersion() async throws {
        let (client, server) = ScriptedServer.pair()
        let opening = Task { try await client.initialize(client: .init(name: "test", version: "1")) }
        var answer = Self.welcome(lineBytes: 1 << 20)
        answer.protocolVersion = 2
        try await server.send(.result(id: server.nextRequest().id, of: answer))
        let error = await expect(.malformedAnswer) { _ = try await opening.value }
        #expect(error?.message.contains("version 2") == true)
        await client.close()
    }

    @Test("an error without an id ends the only request under way")
    func errorWithoutID() async throws {
        let (client, server) = ScriptedServer.pair()
        let sending = Task { try await client.send(Ping()) }
        _ = try await server.nextRequest()
        try await server.send(.failure(id: nil, .lineTooLong(limit: 10)))
        let error = await expect(.refused) { _ = try await sending.value }
        #expect(error?.serverError?.code == .lineTooLong)
        await client.close()
    }

    private static func welcome(lineBytes: Int) -> Initialize.Result {
        Initialize.Result(
            protocolVersion: 1, server: .init(name: "server", version: "1"),
            process: .init(pid: 1, name: "p", startedAt: 0), session: "s1", access: .read,
            limits: SessionLimits(lineBytes: lineBytes), capabilities: .init(methods: [], events: []), stores: [])
    }
}
