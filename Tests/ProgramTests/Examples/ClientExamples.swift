import Foundation
import Strobe
import StrobeClient
import StrobePlayback
import StrobeRecording
import StrobeServer
import Testing

/// The code in the documentation of the client, compiled with the imports above and nothing else.
@Suite("Examples of clients", .timeLimit(.minutes(5)))
struct ClientExamples {
    private let folder = ExampleFolder()
    private let store = Store(initial: 0) { (count: inout Int, step: Int) in count += step }

    /// A server on a socket of its own.
    private func serve() async throws -> (DebugServer, DebugServer.Endpoint) {
        let server = DebugServer(configuration: .init(handshakeTimeout: .seconds(60)))
        server.add(store, id: "counter")
        let endpoint = try #require(try await server.start(on: [.unix(path: folder.path + "/shop.sock")]).first)
        return (server, endpoint)
    }

    @Test("a session")
    func session() async throws {
        let (server, endpoint) = try await serve()
        do {
            let client = try await DebugClient.connect(to: endpoint)
            let session = try await client.initialize(client: .init(name: "example", version: "1.0"))
            print(session.process.name, session.access)
            let counter = try await client.send(StateGet(store: "counter"))
            print(counter.seq, counter.value)
            await client.close()
            #expect(counter.value == 0 && session.access == .read)
        }
        do {
            let options = ClientOptions(requestTimeout: .seconds(60), eventCapacity: 100)
            let client = try await DebugClient.connect(to: endpoint, options: options)
            _ = try await client.initialize(client: .init(name: "example", version: "1.0"))
            do {
                try await client.send(StateGet(store: "nothing"))
            } catch {
                print(error.code, error.message)  // refused, and what the server says
            }
            async let stopped: Void = server.stop()
            for await event in client.events {
                switch event {
                case .notification(let notification, _): print(notification)
                case .dropped(let count): print("\(count) events came too fast")
                case .closed(let reason): print("no more come: \(reason)")
                default: break
                }
            }
            await stopped
        }
    }

    @Test("finding processes")
    func discovery() async throws {
        let (server, endpoint) = try await serve()
        // Compiled alone: there is no process called so.
        let finding: @Sendable (String) async throws -> DebugClient = { directory in
            for process in try Discovery.processes(in: directory) { print(process.name, process.pid) }
            let target = try Discovery.find("shop", in: directory)
            let client = try await DebugClient.connect(to: target)
            return client
        }
        await #expect(throws: ClientError.self) { try await finding(folder.path + "/nowhere") }
        let target: Discovery.Target = try Discovery.find("\(endpoint)", in: folder.path + "/nowhere")
        #expect(target.endpoints == [endpoint])
        await server.stop()
    }

    @Test("a recording answers as a program does")
    func playback() async throws {
        let recorder = try FlightRecorder(directory: folder.path)
        recorder.add(store, id: "counter")
        store.dispatch(3)
        await recorder.stop()
        let path = recorder.currentFile
        let playback = Playback(try RecordingReader(paths: [path]))
        let client = DebugClient(connection: playback.connect())
        _ = try await client.initialize(client: .init(name: "example", version: "1.0"))
        #expect(try await client.send(StateGet(store: "counter")).value == 3)
        await client.close()
    }

    @Test("all that signatures of the module name can be named")
    func names() throws {
        let endpoint: Endpoint = try Endpoint(parsing: "127.0.0.1:4711")
        let target = Discovery.Target(endpoints: [endpoint], token: nil, record: DiscoveryRecord?.none)
        #expect(target.endpoints == [.tcp(host: "127.0.0.1", port: 4711)])
        let refusal = ProtocolError(.invalidParams, "no")
        #expect(ClientError(refusal).serverError == refusal)
        let (near, _) = MemoryConnection.pair()
        let client = DebugClient(connection: near as any Connection)
        let (peer, child): (Peer, ChildProcess?) = (client.peer, client.child)
        #expect(peer.kind == .memory && child == nil)
        let parameters: Value.Object = try StateGet(store: "counter", path: Path(["total"])).params()
        #expect(parameters["store"] == "counter")
    }
}
