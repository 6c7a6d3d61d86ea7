import Strobe
import StrobeProtocol
import StrobeSystem
import StrobeTransport
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("The first message")
struct HandshakeTests {
    private let store = makeShop()

    @Test("a valid initialize is answered with the server, its limits, its methods and its stores")
    func welcome() async throws {
        let server = DebugServer.serving(store)
        let answer = try await server.connect().initialize(.control)
        #expect(answer.protocolVersion == 1)
        #expect(answer.access == .control)
        #expect(answer.limits == SessionLimits())
        #expect(answer.capabilities.methods == MethodRegistry.requests.map { $0.method })
        #expect(answer.stores.map(\.id) == ["shop"])
        #expect(answer.process.pid > 0 && answer.process.startedAt > 0)
    }

    @Test(
        "anything else is not answered at all, and the connection closes",
        arguments: [
            "POST / HTTP/1.1", "GET / HTTP/1.1", "[1]", "{", "null", " {}",
            #"{"jsonrpc":"2.0","id":1,"method":"store/list"}"#,
            #"{"jsonrpc":"2.0","method":"initialize","params":{"protocolVersion":1,"client":{"name":"a","version":"1"}}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}"#,
            #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        ])
    func guarded(line: String) async throws {
        let client = DebugServer.serving(store).connect()
        try await client.send(line)
        #expect(try await client.next() == nil)
    }

    @Test("a browser's request does nothing to a store, even with messages in its body")
    func browser() async throws {
        let client = DebugServer.serving(store).connect()
        let open =
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":"#
            + #"{"protocolVersion":1,"client":{"name":"a","version":"1"},"access":"control"}}"#
        let dispatch = #"{"jsonrpc":"2.0","id":2,"method":"action/dispatch","params":{"action":"reset"}}"#
        try? await client.send("POST / HTTP/1.1\r\nHost: x\r\n\r\n\(open)\n\(dispatch)")
        #expect(try await client.next() == nil)
        #expect(store.seq == 0)
    }

    @Test("a first line over 16 KiB is not answered")
    func longLine() async throws {
        let client = DebugServer.serving(store).connect()
        let name = String(repeating: "x", count: 17 << 10)
        try? await client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":"#
                + #"{"protocolVersion":1,"client":{"name":"\#(name)","version":"1"}}}"#)
        #expect(try await client.next() == nil)
    }

    @Test("the answer is as long as it has to be, whatever the limit, up to what a client reads that knows of none")
    func longAnswer() async throws {
        let small = DebugServer.serving(
            store, .init(access: .control, limits: SessionLimits(answerBytes: 10), handshakeTimeout: .seconds(60)))
        let client = small.connect()
        #expect(try await client.initialize(.control).limits.answerBytes == 10)
        #expect(try await client.failure("store/list").code == .tooLarge)

        let name = String(repeating: "x", count: SessionLimits().answerBytes)
        let large = DebugServer.serving(
            store,
            .init(
                access: .control, name: name, limits: SessionLimits(answerBytes: 64 << 20),
                handshakeTimeout: .seconds(60)))
        for _ in 0..<2 {
            let other = large.connect()
            let error = try await other.failure(
                "initialize", ["protocolVersion": 1, "client": ["name": "a", "version": "1"]])
            #expect(error.code == .tooLarge)
            #expect(try await other.next() == nil)
        }
        #expect(large.state.read { $0.sessions.isEmpty })
    }

    @Test("a client that says nothing for five seconds is gone, one that does in time stays")
    func timeout() async throws {
        let clock = ManualClock()
        var configuration = DebugServer.Configuration(access: .control)
        configuration.clock = clock
        let server = DebugServer.serving(store, configuration)
        let silent = server.connect()
        await clock.waitForSleeper()
        let quick = server.connect()
        try await quick.initialize()
        clock.advance(by: .seconds(4.9))
        try await quick.request("ping")
        clock.advance(by: .seconds(0.2))
        #expect(try await silent.next() == nil)
        clock.advance(by: .seconds(60))
        try await quick.request("ping")
    }

    @Test("another version of the protocol is refused with the versions that are spoken, and the connection closes")
    func version() async throws {
        let client = DebugServer.serving(store).connect()
        let error = try await client.failure(
            "initialize", ["protocolVersion": 99, "client": ["name": "a", "version": "1"]])
        #expect(error.code == .unsupportedVersion)
        #expect(error.data["supported"] == [1])
        #expect(try await client.next() == nil)
    }

    @Test(
        "of another version nothing but its number and the id is looked at",
        arguments: [
            ["protocolVersion": 2], ["protocolVersion": 0, "client": "me", "access": "everything"],
            ["protocolVersion": .uint(.max), "Access": 1],
        ] as [Value.Object])
    func otherParams(_ params: Value.Object) async throws {
        let client = DebugServer.serving(store).connect()
        let error = try await client.failure("initialize", params)
        #expect(error.code == .unsupportedVersion)
        #expect(error.data["supported"] == [1])
        #expect(try await client.next() == nil)
    }

    @Test("access is what is asked for, up to what is granted; read without asking")
    func access() async throws {
        let control = DebugServer.serving(store)
        #expect(try await control.connect().initialize(.control).access == .control)
        #expect(try await control.connect().initialize(.read).access == .read)
        #expect(try await control.connect().initialize().access == .read)
        let read = DebugServer.serving(store, .init())
        #expect(try await read.connect().initialize(.control).access == .read)
    }

    @Test("a second initialize is an error of its own and leaves the session as it is")
    func twice() async throws {
        let client = try await DebugServer.serving(store).attach()
        let error = try await client.failure(
            "initialize", ["protocolVersion": 1, "client": ["name": "a", "version": "1"]])
        #expect(error.code == .invalidRequest)
        try await client.request("action/dispatch", ["action": "reset"])
    }

    @Test("one client too many is refused with that reason; the next is accepted when another has left")
    func tooMany() async throws {
        var configuration = DebugServer.Configuration(access: .control)
        configuration.limits.sessions = 2
        let server = DebugServer.serving(store, configuration)
        let first = try await server.attach()
        let second = try await server.attach()
        let error = try await server.connect().failure(
            "initialize", ["protocolVersion": 1, "client": ["name": "a", "version": "1"]])
        #expect(error.code == .tooManyClients)
        #expect(error.data["limit"] == 2)
        try await first.request("shutdown")
        #expect(try await first.next() == nil)
        try await within { await server.waitForSessions(1) }
        try await server.attach().request("ping")
        try await second.request("ping")
    }

    @Test("a token is 256 bits, differs each time, and is not shown by accident")
    func token() {
        let token = AccessToken()
        #expect(token.secret.count == 64 && token.secret.allSatisfy(\.isHexDigit))
        #expect(token.secret != AccessToken().secret)
        #expect(token.matches(token.secret))
        #expect(!token.matches(nil) && !token.matches("") && !token.matches(token.secret + "0"))
        #expect(!token.matches(String(token.secret.dropLast())))
        #expect(!"\(token) \(String(reflecting: token))".contains(token.secret))
        var dumped = ""
        dump(token, to: &dumped)
        #expect(!dumped.contains(token.secret))
    }

    @Test("a program may set limits that are no limits")
    func unlimited() async throws {
        var configuration = DebugServer.Configuration(access: .control)
        configuration.limits = SessionLimits(
            lineBytes: .max, answerBytes: .max, page: .max, outstandingRequests: .max, queueBytes: .max, sessions: .max)
        let server = DebugServer.serving(store, configuration)
        let client = try await server.attach()
        try await client.send(Subscribe(events: [.log, .state, .stores]))
        try await client.send(ActionDispatch(action: ["increment": ["by": 1]]))
        #expect(client.takeNotifications().count == 2)
        server.add(makeShop(), id: "other")
        #expect(try await client.notification(StoreAdded.self).store.id == "other")
    }
}

extension DebugServer {
    /// Waits until there is a number of sessions.
    func waitForSessions(_ count: Int) async {
        _ = await state.wait { $0.sessions.count == count ? true : nil }
    }
}
