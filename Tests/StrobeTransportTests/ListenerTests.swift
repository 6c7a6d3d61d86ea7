import Foundation
import Testing

@testable import StrobeTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Listening and connecting", .timeLimit(.minutes(5)))
struct ListenerTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    private func endpoints() -> [Endpoint] {
        [.tcp(host: "127.0.0.1", port: 0), .unix(path: directory("s"))]
    }

    private func mode(_ path: String) throws -> mode_t {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status.st_mode & 0o7777
    }

    /// A socket that is bound to a port and does not listen.
    private func boundSocket() throws -> (CInt, Endpoint) {
        let descriptor = try Descriptor.socket(AF_INET)
        try #require(RawSocket.withAddress(port: 0) { bind(descriptor, $0, $1) } == 0)
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout.size(ofValue: address))
        withUnsafeMutablePointer(to: &address) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return (descriptor, .tcp(host: "127.0.0.1", port: Int(in_port_t(bigEndian: address.sin_port))))
    }

    @Test("port 0 becomes a real port that can be connected to")
    func realPort() async throws {
        let listener = try await Transport.listen(on: .tcp(host: "localhost", port: 0))
        guard case .tcp("127.0.0.1", let port) = listener.endpoint, port > 0 else {
            Issue.record("\(listener.endpoint)")
            return
        }
        let client = try await Transport.connect(to: .tcp(host: "localhost", port: port))
        let server = try await listener.nextConnection()
        #expect(server.peer.kind == .tcp)
        #expect(server.peer.address.hasPrefix("127.0.0.1:"))
        await client.close()
        await listener.close()
    }

    @Test("a peer that has sent all it wants still gets its answers")
    func halfClose() async throws {
        for endpoint in endpoints() {
            let listener = try await Transport.listen(on: endpoint)
            let client = try RawSocket(connectingTo: listener.endpoint)
            let server = try await listener.nextConnection()
            client.send("one\ntwo")
            client.endOutput()
            #expect(try await server.allText() == ["one", "two"])
            try await server.write("1\n2\n")
            await server.close()
            #expect(await client.receiveAll() == "1\n2\n")
            client.close()
            await listener.close()
        }
    }

    @Test("lines before a reset are read, then the break is reported once")
    func reset() async throws {
        let listener = try await Transport.listen(on: .tcp(host: "127.0.0.1", port: 0))
        let client = try RawSocket(connectingTo: listener.endpoint)
        let server = try await listener.nextConnection()
        client.send("one\n")
        #expect(try await server.nextText() == "one")
        client.reset()
        await expect(.inputOutput) { _ = try await server.nextLine() }
        #expect(try await server.nextLine() == nil)
        await expect(.closed) { try await server.write("x\n") }
        await listener.close()
    }

    @Test("the peer of a Unix socket is known by user and process")
    func credentials() async throws {
        let listener = try await Transport.listen(on: .unix(path: directory("s")))
        let client = try await Transport.connect(to: listener.endpoint)
        let server = try await listener.nextConnection()
        for peer in [client.peer, server.peer] {
            #expect(peer.uid == geteuid())
            #expect(peer.pid == getpid())
            #expect(peer.kind == .unix)
        }
        await listener.close()
    }

    @Test("a socket file is for its owner only and goes away with its listener")
    func socketFile() async throws {
        let path = directory("s")
        let listener = try await Transport.listen(on: .unix(path: path))
        #expect(try mode(path) == 0o600)
        await listener.close()
        #expect(!FileManager.default.fileExists(atPath: path))
        await listener.close()
    }

    @Test("closing does not remove the socket of a successor at the same path")
    func successor() async throws {
        let path = directory("s")
        let first = try await Transport.listen(on: .unix(path: path))
        try #require(unlink(path) == 0)
        let second = try await Transport.listen(on: .unix(path: path))
        await first.close()
        let client = try await Transport.connect(to: second.endpoint)
        await client.close()
        await second.close()
    }

    @Test("a listener that was closed removes nothing later, not even a file that got the number of its own")
    func reusedNumber() async throws {
        let (path, other) = (directory("s"), directory("t"))
        var listener: Listener? = try await Transport.listen(on: .unix(path: path))
        // A file system may give the number of a removed file to the next one: here it certainly has the same.
        try #require(link(path, other) == 0)
        await listener?.close()
        try #require(rename(other, path) == 0)
        await listener?.close()
        #expect(FileManager.default.fileExists(atPath: path))
        listener = nil
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("a socket file without a listener is replaced, one with a listener is not")
    func staleSocket() async throws {
        let path = directory("s")
        do {
            // As left by a killed process: a bound socket that is closed without being unlinked.
            let (descriptor, _) = try await UnixSocketFile.bind(path)
            Descriptor.close(descriptor)
        }
        let listener = try await Transport.listen(on: .unix(path: path))
        await expect(.addressInUse) { _ = try await Transport.listen(on: .unix(path: path)) }
        let client = try await Transport.connect(to: listener.endpoint)
        await client.close()
        await listener.close()
    }

    @Test("a file that is no socket is left alone")
    func otherFile() async throws {
        let path = directory("s")
        Descriptor.close(try openFile(path, O_WRONLY | O_CREAT))
        await expect(.cannotListen) { _ = try await Transport.listen(on: .unix(path: path)) }
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("a port in use is distinguished from other failures")
    func takenPort() async throws {
        let listener = try await Transport.listen(on: .tcp(host: "127.0.0.1", port: 0))
        await expect(.addressInUse) { _ = try await Transport.listen(on: listener.endpoint) }
        await listener.close()
    }

    #if canImport(Glibc)
        @Test("a port can be listened on again at once although its last connection lingers")
        func samePortAgain() async throws {
            // An address of its own, so that no other test gets the port in between.
            let listener = try await Transport.listen(on: .tcp(host: "127.77.13.5", port: 0))
            let client = try await Transport.connect(to: listener.endpoint)
            let server = try await listener.nextConnection()
            // The side that closes first keeps the port in TIME_WAIT.
            await server.close()
            #expect(try await client.nextLine() == nil)
            await client.close()
            await listener.close()
            let again = try await Transport.listen(on: listener.endpoint)
            await again.close()
        }
    #endif

    @Test("other machines are let in only when that is said explicitly")
    func loopbackOnly() async throws {
        for host in ["0.0.0.0", "::", "example.org"] {
            await expect(.notLoopback) { _ = try await Transport.listen(on: .tcp(host: host, port: 0)) }
        }
        let listener = try await Transport.listen(on: .tcp(host: "0.0.0.0", port: 0), allowingRemote: true)
        await listener.close()
    }

    @Test("connecting without a listener says so and names the endpoint")
    func nobody() async throws {
        // Bound and not listening: refuses connections, and reserves the port.
        let (descriptor, silent) = try boundSocket()
        defer { Descriptor.close(descriptor) }
        for endpoint in [silent, .unix(path: directory("none"))] {
            let error = await #expect(throws: TransportError.self) { try await Transport.connect(to: endpoint) }
            #expect(error?.code == .cannotConnect)
            #expect(error?.message.contains("\(endpoint)") == true)
        }
        let long = Endpoint.unix(path: "/" + String(repeating: "x", count: 200))
        await expect(.pathTooLong) { _ = try await Transport.connect(to: long) }
        await expect(.pathTooLong) { _ = try await Transport.listen(on: long) }
    }

    @Test("connecting to a listener that never accepts ends with the deadline")
    func connectDeadline() async throws {
        let (descriptor, endpoint) = try boundSocket()
        defer { Descriptor.close(descriptor) }
        try #require(listen(descriptor, 0) == 0)
        // Connections that are not accepted fill the queue, until further ones get no answer.
        var waiting: [any Connection] = []
        let error = await #expect(throws: TransportError.self) {
            for _ in 0..<20 {
                waiting.append(try await Transport.connect(to: endpoint, timeout: .milliseconds(200)))
            }
        }
        #expect(error?.code == .timedOut)
        for connection in waiting { await connection.close() }
    }

    @Test("connections beyond the backlog are closed, not kept")
    func backlog() async throws {
        let listener = try await Transport.listen(on: .unix(path: directory("s")), backlog: 1)
        var clients: [any Connection] = []
        for _ in 0..<3 { clients.append(try await Transport.connect(to: listener.endpoint)) }
        // Two of the three are closed, whichever they are.
        let ended = await withTaskGroup(of: Bool.self) { group in
            for client in clients {
                group.addTask { (try? await client.nextLine()) == .some(nil) }
            }
            var ended = 0
            while ended < 2, await group.next() == true { ended += 1 }
            group.cancelAll()
            return ended
        }
        #expect(ended == 2)
        let kept = try await listener.nextConnection()
        await kept.close()
        await listener.close()
    }
}
