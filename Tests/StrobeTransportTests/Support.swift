import Foundation
import Synchronization
import Testing

@testable import StrobeTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A directory that is removed when it is released; its path is short enough for sockets.
final class ScratchDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/strobe-test-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }
}

/// The ways to connect two processes by sockets, or two ends within one process.
enum Link: CaseIterable, Sendable, CustomTestStringConvertible {
    case memory, tcp, unix

    var testDescription: String { "\(self)" }
}

/// Two connected ends, and the objects that keep them open.
struct Pair {
    let client: any Connection
    let server: any Connection
    private let keep: [any Sendable]

    init(_ link: Link) async throws {
        switch link {
        case .memory:
            let (client, server) = MemoryConnection.pair()
            self.init(client, server, [])
        case .tcp:
            try await self.init(listening: .tcp(host: "127.0.0.1", port: 0), [])
        case .unix:
            let directory = try ScratchDirectory()
            try await self.init(listening: .unix(path: directory("s")), [directory])
        }
    }

    private init(listening endpoint: Endpoint, _ keep: [any Sendable]) async throws {
        let listener = try await Transport.listen(on: endpoint)
        let client = try await Transport.connect(to: listener.endpoint)
        self.init(client, try await listener.nextConnection(), keep + [listener])
    }

    private init(_ client: any Connection, _ server: any Connection, _ keep: [any Sendable]) {
        self.client = client
        self.server = server
        self.keep = keep
    }

    func close() async {
        await client.close()
        await server.close()
        for case let listener as Listener in keep { await listener.close() }
    }
}

extension Listener {
    func nextConnection() async throws -> any Connection {
        var iterator = connections.makeAsyncIterator()
        return try #require(await iterator.next())
    }
}

extension Connection {
    func nextText() async throws -> String? {
        try await nextLine().map { String(decoding: $0, as: UTF8.self) }
    }

    func write(_ text: String) async throws {
        try await write(Array(text.utf8))
    }

    /// All lines up to the end.
    func allText() async throws -> [String] {
        var lines: [String] = []
        while let line = try await nextText() { lines.append(line) }
        return lines
    }
}

/// Runs a blocking call on a separate thread.
func blocking<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
    }
}

/// Expects a connection call to fail with a code.
func expect(
    _ code: TransportError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async {
    let error = await #expect(throws: TransportError.self, sourceLocation: sourceLocation) { try await body() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
}

/// Opens a file for a test; the caller closes the descriptor.
func openFile(_ path: String, _ flags: CInt) throws -> CInt {
    let descriptor = open(path, flags | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    return descriptor
}

/// Reads a descriptor to its end.
func readAll(_ descriptor: CInt) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return bytes }
        bytes += buffer[..<count]
    }
}
