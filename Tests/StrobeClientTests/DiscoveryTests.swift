import Foundation
@testable import StrobeClient
import StrobeProtocol
@testable import StrobeTransport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Discovery", .timeLimit(.minutes(5)))
struct DiscoveryTests {
    /// A runtime directory with the records of real processes, which are ended with it.
    private struct World {
        let directory: RuntimeDirectory
        var children: [ChildProcess] = []

        init() throws {
            var template = Array("/tmp/strobe-test-XXXXXX".utf8CString)
            directory = try RuntimeDirectory(creating: try #require(mkdtemp(&template).map { String(cString: $0) }))
        }

        var path: String { directory.path }

        mutating func add(_ name: String, endpoints: [String], token: String? = nil) async throws -> Int32 {
            let child = try await ChildProcess.launch(command: ["cat"])
            children.append(child)
            let start = try #require(ProcessStart.microseconds(of: child.pid))
            _ = try DiscoveryFile.write(
                DiscoveryRecord(
                    pid: Int(child.pid), name: name, startedAt: start, endpoints: endpoints, token: token),
                in: directory)
            return child.pid
        }

        func end() async {
            for child in children { await child.terminate() }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    @Test("processes are found by name, beginning of the name, process id, port and endpoint")
    func finding() async throws {
        var world = try World()
        let shop = try await world.add("Shop", endpoints: ["tcp:127.0.0.1:4001", "unix:/tmp/shop.sock"], token: "t1")
        let demo = try await world.add("strobe-demo", endpoints: ["tcp:127.0.0.1:4002"], token: "t2")
        _ = try await world.add("strobe-demo-2", endpoints: ["future:x"])
        #expect(try Discovery.processes(in: world.path).count == 3)

        for text in ["Shop", "sh", "\(shop)", "4001", ":4001", "tcp:127.0.0.1:4001", "/tmp/shop.sock"] {
            let target = try Discovery.find(text, in: world.path)
            #expect(target.record?.pid == Int(shop))
            #expect(target.token == "t1")
        }
        // An exact name wins over a longer one that begins like it.
        #expect(try Discovery.find("strobe-demo", in: world.path).record?.pid == Int(demo))
        // A name is not resolved if the address is known, so that the token is sent nowhere else.
        let named = try Discovery.find("localhost:4001", in: world.path)
        #expect(named.endpoints == [.tcp(host: "127.0.0.1", port: 4001)])
        #expect(named.token == "t1")
        #expect(try Discovery.find("127.0.0.2:4001", in: world.path).token == nil)
        // Unix sockets come first.
        #expect(
            try Discovery.find("Shop", in: world.path).endpoints
                == [.unix(path: "/tmp/shop.sock"), .tcp(host: "127.0.0.1", port: 4001)])
        #expect(try Discovery.find("strobe-demo-2", in: world.path).endpoints.isEmpty)
        await world.end()
    }

    @Test("an endpoint that was not published is taken as it is")
    func explicitEndpoint() async throws {
        let world = try World()
        #expect(
            try Discovery.find(":9", in: world.path) == .init(endpoints: [.tcp(host: "127.0.0.1", port: 9)]))
        #expect(try Discovery.find("./x", in: world.path + "/missing") == .init(endpoints: [.unix(path: "./x")]))
        await expect(.notFound) { _ = try Discovery.find(":x", in: world.path) }
        await world.end()
    }

    @Test("a name that matches none, or several, is reported with the existing ones")
    func misses() async throws {
        var world = try World()
        let none = await expect(.notFound) { _ = try Discovery.find(in: world.path) }
        #expect(none?.message.contains("Start one") == true)
        _ = try await world.add("shop", endpoints: [])
        #expect(try Discovery.find(in: world.path).record?.name == "shop")
        _ = try await world.add("shelf", endpoints: [])
        let several = await expect(.ambiguous) { _ = try Discovery.find("sh", in: world.path) }
        #expect(several?.message.contains("shelf (") == true)
        await expect(.ambiguous) { _ = try Discovery.find(in: world.path) }
        let near = await expect(.notFound) { _ = try Discovery.find("shpo", in: world.path) }
        #expect(near?.message.contains("Did you mean shop?") == true)
        await expect(.notFound) { _ = try Discovery.find("999999999", in: world.path) }
        await world.end()
    }

    @Test("a directory that others can write to is not trusted")
    func unsafeDirectory() async throws {
        let world = try World()
        try #require(chmod(world.path, 0o777) == 0)
        await expect(.insecure) { _ = try Discovery.processes(in: world.path) }
        await expect(.insecure) { _ = try Discovery.find("x", in: world.path) }
        await world.end()
    }

    @Test("the first endpoint that answers is used")
    func connecting() async throws {
        let world = try World()
        let listener = try await Transport.listen(on: .unix(path: world.directory.path(of: "s")))
        let target = Discovery.Target(endpoints: [.unix(path: world.path + "/none"), listener.endpoint])
        let client = try await DebugClient.connect(to: target)
        #expect(client.peer.uid == geteuid())
        await client.close()
        await listener.close()
        await expect(.cannotConnect) { _ = try await DebugClient.connect(to: target) }
        await expect(.cannotConnect) { _ = try await DebugClient.connect(to: Discovery.Target(endpoints: [])) }
        await world.end()
    }
}
