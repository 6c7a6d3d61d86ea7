@testable import StrobeClient
import StrobeProtocol
@testable import StrobeTransport
import StrobeTree
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("The life of a client", .timeLimit(.minutes(5)))
struct LifetimeTests {
    private func launch(_ script: String) async throws -> DebugClient {
        try await DebugClient.launch(command: ["/bin/sh", "-c", script], errorOutput: .discarded)
    }

    @Test("a lost connection fails all outstanding requests and all later ones")
    func lost() async throws {
        let (client, server) = ScriptedServer.pair()
        let sending = (0..<10).map { _ in Task { try await client.send(Ping()) } }
        for _ in sending { _ = try await server.nextRequest() }
        await server.connection.close()
        for task in sending { await expect(.connectionLost) { _ = try await task.value } }
        await expect(.connectionLost) { _ = try await client.send(Ping()) }
        await expect(.connectionLost) { try client.notify(CancelRequest(id: .int(1))) }
    }

    @Test("closing fails outstanding requests and says that it was this side")
    func closed() async throws {
        let (client, server) = ScriptedServer.pair()
        let sending = Task { try await client.send(Ping()) }
        _ = try await server.nextRequest()
        await client.close()
        await client.close()
        await expect(.closed) { _ = try await sending.value }
        await expect(.closed) { _ = try await client.send(Ping()) }
        #expect(try await server.connection.nextLine() == nil)
    }

    @Test("a client that is released closes its connection")
    func lettingGo() async throws {
        var pair: (client: DebugClient, server: ScriptedServer)? = ScriptedServer.pair()
        let server = try #require(pair?.server)
        let events = try #require(pair?.client.events)
        pair = nil
        #expect(try await server.connection.nextLine() == nil)
        var iterator = events.makeAsyncIterator()
        guard case .closed? = await iterator.next() else {
            Issue.record("expected the end of the events")
            return
        }
    }

    @Test("a process that exits with a request outstanding is reported with its status")
    func exit() async throws {
        let client = try await launch("read line; exit 3")
        let error = await expect(.connectionLost) { _ = try await client.send(Ping()) }
        #expect(error?.message.contains("exited with status 3") == true)
        #expect(await client.child?.exitStatus == .exited(3))
    }

    @Test("a process that is killed with a request outstanding is reported with the signal")
    func killed() async throws {
        let client = try await launch("read line; kill -KILL $$")
        let error = await expect(.connectionLost) { _ = try await client.send(Ping()) }
        #expect(error?.message.contains("signal 9") == true)
    }

    @Test("a process that answers and exits has its answer read")
    func lastAnswer() async throws {
        let client = try await launch(
            "read line; printf '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\\nnonsense\\n'; exit 0")
        _ = try await client.send(Ping())
        var sawNonsense = false
        for await event in client.events {
            if case .malformed = event { sawNonsense = true }
        }
        #expect(sawNonsense)
    }

    @Test("closing ends a process that the client started")
    func closingChild() async throws {
        let client = try await launch("cat >/dev/null; exit 6")
        await client.close()
        #expect(await client.child?.exitStatus(within: .zero) == .exited(6))
    }

    @Test("a process that cannot be started is an error that names it")
    func cannotLaunch() async {
        let error = await expect(.cannotLaunch) { _ = try await DebugClient.launch(command: ["no-such-program"]) }
        #expect(error?.message.contains("no-such-program") == true)
    }

    @Test("a server that does not read does not keep a client from closing")
    func stuckServer() async throws {
        let (client, server) = ScriptedServer.pair(capacity: 1)
        let sending = (0..<10).map { _ in Task { try await client.send(Ping()) } }
        while server.connection.unreadBytes == 0 { await Task.yield() }
        await client.close()
        for task in sending { await expect(.closed) { _ = try await task.value } }
    }
}
