import Foundation
import ServiceLifecycle
import ServiceLifecycleTestKit
import Strobe
import StrobeClient
import StrobeServer
import StrobeService
import Testing

@Suite("The debug server as a service", .timeLimit(.minutes(5)))
struct ServiceTests {
    private let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }

    private func makeServer() -> DebugServer {
        let server = DebugServer(configuration: .init(access: .control, handshakeTimeout: .seconds(60)))
        server.add(store, id: "sum")
        return server
    }

    private func connect(_ path: String) async throws -> DebugClient {
        // The socket is there a moment before it takes connections.
        let end = ContinuousClock.now + .seconds(60)
        var connected: DebugClient?
        while connected == nil, ContinuousClock.now < end {
            connected = try? await DebugClient.connect(to: .unix(path: path), timeout: .seconds(60))
        }
        let client = try #require(connected)
        _ = try await client.initialize(client: .init(name: "test", version: "1"), access: .control)
        return client
    }

    @Test("a graceful shutdown tells clients, removes the socket, and reduces what they held")
    func shutdown() async throws {
        let folder = try Folder()
        let path = folder.path + "/s.sock"
        let service = DebugService(makeServer(), start: .atOnce, on: [.unix(path: path)])
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await service.run() }
                let client = try await connect(path)
                _ = try await client.send(GatePause(store: "sum"))
                let receipt = Task { try await store.receipt(of: 1).seq }
                while try await client.send(GateStatus(store: "sum")).held.isEmpty { await Task.yield() }
                trigger.triggerGracefulShutdown()
                var reason: String?
                for await event in client.events { if case .closed(let why) = event { reason = "\(why)" } }
                #expect(reason?.contains("the server is stopping") == true, "\(reason ?? "nil")")
                #expect(try await receipt.value == 1 && store.state == 1)
                try await group.waitForAll()
            }
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("a service that is cancelled stops its server")
    func cancelled() async throws {
        let folder = try Folder()
        let path = folder.path + "/s.sock"
        let service = DebugService(makeServer(), start: .atOnce, on: [.unix(path: path)])
        let running = Task { await service.run() }
        try await connect(path).close()
        running.cancel()
        await running.value
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("a server that cannot start leaves the other services alone")
    func failing() async {
        let service = DebugService(makeServer(), start: .atOnce, on: [.unix(path: "/nowhere/s.sock")])
        await testGracefulShutdown { trigger in
            let running = Task { await service.run() }
            trigger.triggerGracefulShutdown()
            await running.value
        }
    }

    @Test("what nobody asks for does not start")
    func unasked() async throws {
        let server = makeServer()
        await testGracefulShutdown { trigger in
            let running = Task { await DebugService(server, start: .whenAsked(by: [])).run() }
            trigger.triggerGracefulShutdown()
            await running.value
        }
        await #expect(throws: DebugServerError.self) { try await server.start(on: []) }
    }
}
