import Foundation
import Strobe
import StrobeProtocol
import StrobeTransport
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("Sockets")
struct SocketTests {
    private let store = makeShop()
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("strobe-server-tests-\(UUID().uuidString.prefix(8))").path

    private func server(_ configure: (inout DebugServer.Configuration) -> Void = { _ in }) -> DebugServer {
        var configuration = DebugServer.Configuration(
            access: .control, name: "socket tests", handshakeTimeout: .seconds(60))
        configuration.runtimeDirectory = directory
        configure(&configuration)
        return DebugServer.serving(store, configuration)
    }

    private func records() throws -> [DiscoveryRecord] {
        guard let directory = try RuntimeDirectory.existing(at: directory) else { return [] }
        return try DiscoveryFile.readAll(in: directory)
    }

    private func client(_ endpoint: Endpoint) async throws -> WireClient {
        WireClient(try await Transport.connect(to: endpoint))
    }

    @Test("over TCP a client with the token of the discovery file attaches, dispatches and is notified")
    func tcp() async throws {
        let server = server()
        let endpoint = try #require(try await server.start(on: [.tcp()]).first)
        let record = try #require(try records().first)
        #expect(record.name == "socket tests" && record.stores == ["shop"])
        #expect(record.endpoints == [endpoint.description])
        let client = try await client(try Endpoint(parsing: record.endpoints[0]))
        try await client.initialize(.control, token: record.token)
        try await client.send(Subscribe(store: "shop", events: [.log]))
        try await client.send(ActionDispatch(action: ["increment": ["by": 2]]))
        #expect(client.takeNotifications().count == 1 && store.state.count == 2)
        await server.stop()
        #expect(try records().isEmpty)
        await #expect(throws: TransportError.self) { try await Transport.connect(to: endpoint) }
    }

    @Test(
        "over TCP a client without the token or with a wrong one is refused, and one failure closes",
        arguments: [nil, "", "0"])
    func wrongToken(digit: String?) async throws {
        let server = server()
        let endpoint = try #require(try await server.start(on: [.tcp()]).first)
        let client = try await client(endpoint)
        var params: Value.Object = [
            "protocolVersion": 1, "client": ["name": "a", "version": "1"], "access": "control",
        ]
        if let digit { params["token"] = .string(String(repeating: digit, count: 64)) }
        #expect(try await client.failure("initialize", params).code == .unauthorized)
        #expect(try await client.next() == nil)
        #expect(store.seq == 0)
        await server.stop()
    }

    @Test("over TCP a browser's POST gets nothing at all")
    func browser() async throws {
        let server = server()
        let endpoint = try #require(try await server.start(on: [.tcp()]).first)
        let client = try await client(endpoint)
        try? await client.send("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n\r\n{}")
        // The peer may see the end as a reset, because its data was not read to the end.
        let answer = try? await client.connection.nextLine()
        #expect(answer == .some(nil) || answer == nil)
        await server.stop()
    }

    @Test(
        "a first byte that begins no message closes the connection at once, however little follows, and does nothing",
        arguments: [
            Array("P".utf8), Array("GET".utf8), [0x16, 0x03, 0x01], [0], Array(" ".utf8), Array("\n\r\n[".utf8),
            [0xEF, 0xBB, 0xBF],
        ])
    func firstByte(bytes: [UInt8]) async throws {
        // The clock does not move, so that only the byte can be the reason.
        let server = server { $0.clock = ManualClock() }
        for endpoint in try await server.start(on: [.tcp(), .unix()]) {
            let (silent, client) = (try await client(endpoint), try await client(endpoint))
            try await client.connection.write(bytes)
            let connection = client.connection
            // The peer may see the end as a reset, because its data was not read to the end.
            let answer = try await within { try? await connection.nextLine() }
            #expect(answer == nil)
            #expect(store.seq == 0)
            try await silent.initialize(.control, token: server.token.secret)
        }
        await server.stop()
    }

    @Test("over a Unix socket a process of the same user needs no token; the socket goes with the server")
    func unix() async throws {
        let server = server()
        let endpoint = try #require(try await server.start(on: [.unix()]).first)
        guard case .unix(let path) = endpoint else {
            Issue.record("not a Unix socket: \(endpoint)")
            return
        }
        #expect(path.hasPrefix(directory))
        #expect(try records().first?.token == nil)
        let client = try await client(endpoint)
        try await client.initialize(.control)
        #expect(try await client.send(ActionDispatch(action: "save")).seq == 1)
        await server.stop()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("over a Unix socket another user's process is not answered")
    func otherUser() async throws {
        let server = server { $0.allowedUserID += 1 }
        let endpoint = try #require(try await server.start(on: [.unix()]).first)
        let client = try await client(endpoint)
        try? await client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"client":{"name":"a","version":"1"}}}"#
        )
        let answer = try? await client.connection.nextLine()
        #expect(answer == .some(nil) || answer == nil)
        await server.stop()
    }

    @Test("several endpoints share one discovery file; it is gone after the server stops")
    func both() async throws {
        let server = server()
        let endpoints = try await server.start(on: [.unix(), .tcp()])
        let record = try #require(try records().first)
        #expect(record.endpoints == endpoints.map(\.description))
        #expect(record.token?.count == 64)
        await server.stop()
        #expect(try records().isEmpty)
    }

    @Test("an endpoint that cannot be opened is an error, and nothing stays open")
    func taken() async throws {
        let first = server()
        let endpoint = try #require(try await first.start(on: [.tcp()]).first)
        guard case .tcp(_, let port) = endpoint else { return }
        let second = server()
        await #expect {
            try await second.start(on: [.unix(path: directory + "/second.sock"), .tcp(port: port)])
        } throws: { error in
            (error as? DebugServerError)?.code == .cannotListen
        }
        #expect(!FileManager.default.fileExists(atPath: directory + "/second.sock"))
        await first.stop()
    }

    @Test("TCP without a discovery file is refused: no client could know the token")
    func undiscovered() async throws {
        let server = server { $0.discovery = false }
        await #expect {
            try await server.start(on: [.tcp()])
        } throws: { error in
            (error as? DebugServerError)?.code == .invalidConfiguration
        }
        try await server.start(on: [.unix(path: NSTemporaryDirectory() + "\(UUID().uuidString.prefix(8)).sock")])
        #expect(try records().isEmpty)
        await server.stop()
    }

    @Test("a token that the one who runs the program chose opens TCP, even without a discovery file")
    func chosenToken() async throws {
        let secret = AccessSecret.make()
        let path = NSTemporaryDirectory() + "\(UUID().uuidString).token"
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: Data(secret.utf8), attributes: [.posixPermissions: 0o600]))
        let other = AccessSecret.make()
        for (file, variables) in [
            (path, ["STROBE_TOKEN": other, "STROBE_TOKEN_FILE": "/missing"]),
            (nil, ["STROBE_TOKEN": other, "STROBE_TOKEN_FILE": path]), (nil, ["STROBE_TOKEN": secret]),
        ] as [(String?, [String: String])] {
            for discovery in [true, false] {
                let server = server {
                    $0.tokenFile = file
                    $0.discovery = discovery
                    $0.variable = { variables[$0] }
                }
                let endpoint = try #require(try await server.start(on: [.tcp()]).first)
                #expect(try records().map(\.token) == (discovery ? [secret] : []))
                #expect(!"\(server.token)".contains(secret))
                let client = try await client(endpoint)
                try await client.initialize(.control, token: secret)
                await server.stop()
            }
        }
    }

    @Test("a chosen token that others can read, or that is none, keeps TCP closed, and is not repeated")
    func wrongChoice() async throws {
        let path = NSTemporaryDirectory() + "\(UUID().uuidString).token"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let secret = AccessSecret.make()
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: Data(secret.utf8), attributes: [.posixPermissions: 0o644]))
        for variables in [["STROBE_TOKEN_FILE": path], ["STROBE_TOKEN": "hunter2"]] {
            let server = server { $0.variable = { variables[$0] } }
            let error = await #expect(throws: DebugServerError.self) { try await server.start(on: [.tcp()]) }
            #expect(error?.code == .invalidConfiguration)
            #expect(error?.message.contains("hunter2") == false && error?.message.contains(secret) == false)
            // A socket needs none.
            try await server.start(on: [.unix()])
            await server.stop()
        }
    }

    @Test("a program with another user's rights takes no token from the environment")
    func foreignToken() async throws {
        let secret = AccessSecret.make()
        let server = server {
            $0.hasForeignRights = true
            $0.variable = { $0 == "STROBE_TOKEN" ? secret : nil }
        }
        try await server.start(on: [.tcp()])
        #expect(server.token.secret != secret)
        await server.stop()
    }

    @Test("a client whose process is gone leaves no session behind")
    func gone() async throws {
        let server = server()
        let endpoint = try #require(try await server.start(on: [.unix()]).first)
        let client = try await client(endpoint)
        try await client.initialize(.control)
        try await client.send(Subscribe(store: "shop", events: [.log, .state]))
        try await client.connection.write(Array(#"{"jsonrpc":"2.0","id":9,"method":"state/"#.utf8))
        await client.connection.close()
        try await within { await server.waitForSessions(0) }
        store.dispatch(.save)
        await server.stop()
    }
}
