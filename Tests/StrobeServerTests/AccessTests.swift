import Foundation
import Strobe
import StrobeProtocol
import StrobeSystem
import StrobeTransport
import StrobeTree
import Testing

@testable import StrobeServer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Access of clients", .timeLimit(.minutes(5)))
struct AccessTests {
    private let store = makeShop()
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("strobe-access-\(UUID().uuidString.prefix(8))").path

    private func configuration() -> DebugServer.Configuration {
        var configuration = DebugServer.Configuration(
            access: .control, name: "access tests", handshakeTimeout: .seconds(60))
        configuration.runtimeDirectory = directory
        return configuration
    }

    /// Sends `initialize` over a new connection; returns the error of the refusal, or `nil` without an answer.
    private func hello(at endpoint: Endpoint, token: String?) async throws -> Result<Value, ProtocolError>? {
        let client = WireClient(try await Transport.connect(to: endpoint))
        var params: Value.Object = ["protocolVersion": 1, "client": ["name": "a", "version": "1"]]
        if let token { params["token"] = .string(token) }
        do {
            let answer = try await client.answer(to: try await client.post("initialize", params))
            await client.connection.close()
            return answer
        } catch is WireClient.Ended {
            return nil
        } catch is TransportError {
            // An unread line makes the end a reset.
            return nil
        }
    }

    @Test("too many failed handshakes close TCP for a second, not the Unix socket, and not for ever")
    func failures() async throws {
        let clock = ManualClock()
        var configuration = configuration()
        configuration.clock = clock
        configuration.handshakeFailureLimit = 3
        let server = DebugServer.serving(store, configuration)
        let endpoints = try await server.start(on: [.tcp(), .unix()])
        let token = server.token.secret
        for _ in 0..<3 {
            guard case .failure(let error)? = try await hello(at: endpoints[0], token: "guess") else {
                Issue.record("a guess was not refused")
                return
            }
            #expect(error.code == .unauthorized)
        }
        #expect(server.handshakes.isRefusing)
        // Neither a guess nor the token is checked, and these refusals do not prolong it.
        for given in ["guess", token, "guess", token] {
            #expect(try await hello(at: endpoints[0], token: given) == nil)
        }
        guard case .success? = try await hello(at: endpoints[1], token: nil) else {
            Issue.record("the Unix socket was closed as well")
            return
        }
        // The timer may not have started when the clock advances.
        try await within {
            while server.handshakes.isRefusing, !Task.isCancelled {
                clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        guard case .success? = try await hello(at: endpoints[0], token: token) else {
            Issue.record("the token is not taken any more")
            return
        }
        #expect(store.seq == 0)
        await server.stop()
    }

    @Test("fewer failures than the limit within each second never close anything")
    func fewFailures() async throws {
        let clock = ManualClock()
        let handshakes = HandshakeGuard(limit: 3, clock: clock)
        for _ in 0..<50 {
            #expect(!handshakes.noteFailure())
            #expect(!handshakes.noteFailure())
            #expect(!handshakes.isRefusing)
            await clock.waitForSleeper()
            try await within {
                repeat {
                    clock.advance(by: .seconds(1))
                    await Task.yield()
                } while handshakes.failureCount > 0 && !Task.isCancelled
            }
        }
        #expect(!handshakes.noteFailure() && !handshakes.noteFailure() && handshakes.noteFailure())
        #expect(handshakes.isRefusing)
        // Only the first refusal is reported.
        #expect(!handshakes.noteFailure())
    }

    @Test("of too many silent connections the oldest is closed, and a client that speaks gets in")
    func waiting() async throws {
        var configuration = configuration()
        configuration.limits.sessions = 2
        let server = DebugServer.serving(store, configuration)
        let attached = try await server.attach()
        var silent: [WireClient] = []
        for number in 1...5 {
            silent.append(server.connect())
            // Accepted one after the other.
            try await within { _ = await server.state.wait { $0.lastConnection == number + 1 ? true : nil } }
        }
        for client in silent.prefix(3) { #expect(try await client.next() == nil) }
        #expect(server.state.read { $0.waiting.count } == 2)
        try await server.attach().request("ping")
        try await attached.request("ping")
    }

    @Test("over a Unix socket the system's word for the user decides, and none is no")
    func users() async throws {
        let logged = LoggedLines()
        let server = DebugServer.serving(store, configuration(), logger: logged.logger)
        for (uid, isIn) in [(geteuid(), true), (geteuid() &+ 1, false), (nil, false)] as [(UInt32?, Bool)] {
            let (near, far) = MemoryConnection.pair()
            let peer = Peer(kind: .unix, address: "a socket", uid: uid)
            Task { await server.serve(OtherPeer(connection: far, peer: peer)) }
            let client = WireClient(near)
            if isIn {
                try await client.initialize(.control)
            } else {
                try? await client.send(Self.hello)
                #expect(try await client.next() == nil)
            }
            await near.close()
        }
        await server.stop()
        let refusals = logged.all.filter { $0.contains("refused") }
        #expect(refusals.count == 2, "\(refusals)")
        #expect(refusals.contains { $0.hasPrefix("warning a process of another user was refused") })
        // A connection that was already closed is not an attack.
        #expect(refusals.contains { $0.hasPrefix("debug a connection was refused: it was closed before") })
    }

    private static let hello =
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":"#
        + #"{"protocolVersion":1,"client":{"name":"a","version":"1"},"access":"control"}}"#

    @Test("the environment starts a server with STROBE=1 and nothing else")
    func environment() async throws {
        for value in [nil, "", "0", "yes", "11"] as [String?] {
            let server = DebugServer.serving(store, configuration())
            #expect(try await server.startWhenAsked(environment: value.map { ["STROBE": $0] } ?? [:]).isEmpty)
            #expect(!FileManager.default.fileExists(atPath: directory))
            await server.stop()
        }
        let deaf = DebugServer.serving(store, configuration())
        #expect(try await deaf.startWhenAsked(by: [], environment: ["STROBE": "1"]).isEmpty)
        #expect(try await deaf.startWhenAsked(by: [.signal], environment: ["STROBE": "1"]).isEmpty)
        await deaf.stop()

        let server = DebugServer.serving(store, configuration())
        let opened = try await server.startWhenAsked(environment: ["STROBE": "1"])
        #expect(opened.count == 1)
        guard case .success? = try await hello(at: opened[0], token: nil) else {
            Issue.record("nobody answers")
            return
        }
        await server.stop()
        await #expect(throws: DebugServerError.self) {
            try await server.startWhenAsked(environment: ["STROBE": "1"])
        }
    }

    @Test("a first line that is nested too deeply, or larger than it may be, is not answered")
    func hostileFirstLines() async throws {
        let server = DebugServer.serving(store, configuration())
        for line in [
            String(repeating: "{\"a\":", count: 2_000) + "1" + String(repeating: "}", count: 2_000),
            "{" + String(repeating: "x", count: 20 << 10),
        ] {
            let client = server.connect()
            try? await client.send(line)
            #expect(try await client.next() == nil)
        }
        await server.stop()
    }
}

/// A connection whose peer is set by a test.
private struct OtherPeer: Connection {
    let connection: any Connection
    let peer: Peer

    func nextLine() async throws(TransportError) -> [UInt8]? { try await connection.nextLine() }
    func write(_ bytes: [UInt8]) async throws(TransportError) { try await connection.write(bytes) }
    func setLineLimit(_ limit: Int) { connection.setLineLimit(limit) }
    func close() async { await connection.close() }
}
