import Foundation
import Synchronization
import Testing

@testable import StrobeTransport

@Suite("Connections", .timeLimit(.minutes(5)))
struct ConnectionTests {
    @Test("lines go both ways, several in one write", arguments: Link.allCases)
    func lines(link: Link) async throws {
        let pair = try await Pair(link)
        try await pair.client.write("one\ntwo\r\n\n\r\nthr")
        try await pair.client.write("ee\n")
        try await pair.server.write("answer\n")
        #expect(try await pair.server.nextText() == "one")
        #expect(try await pair.server.nextText() == "two")
        #expect(try await pair.server.nextText() == "three")
        #expect(try await pair.client.nextText() == "answer")
        await pair.close()
    }

    @Test("bytes that are no text reach the reader as they are", arguments: Link.allCases)
    func rawBytes(link: Link) async throws {
        let pair = try await Pair(link)
        let bytes: [UInt8] = [0, 0xff, 0xc0, 0x80, 13, 65]
        try await pair.client.write(bytes + [10])
        #expect(try await pair.server.nextLine() == bytes)
        await pair.close()
    }

    @Test("a line over the limit is an error that names the limit, and the next line is read", arguments: Link.allCases)
    func limit(link: Link) async throws {
        let pair = try await Pair(link)
        let server = pair.server
        server.setLineLimit(1000)
        let writer = Task { [client = pair.client] in
            try await client.write([UInt8](repeating: 65, count: 2 << 20) + Array("\nshort\n".utf8))
        }
        let error = await #expect(throws: TransportError.self) { try await server.nextLine() }
        #expect(error?.code == .lineTooLong)
        #expect(error?.limit == 1000)
        #expect(error?.message.contains("1000") == true)
        #expect(try await server.nextText() == "short")
        try await writer.value
        await pair.close()
    }

    @Test("a writer that outruns its reader waits, and what waits here is bounded", arguments: Link.allCases)
    func backPressure(link: Link) async throws {
        let pair = try await Pair(link)
        let total = 3000
        let counter = Counter()
        let line = [UInt8](repeating: 65, count: 32 << 10) + [10]
        let writer = Task { [client = pair.client] in
            for _ in 0..<total {
                try await client.write(line)
                counter.increment()
            }
        }
        for taken in 0..<total {
            let received = try await pair.server.nextLine()
            #expect(received?.count == 32 << 10)
            // SwiftNIO reads bursts of up to 4 times 64 KiB; the operating system's buffers hold a few MiB.
            #expect(pair.server.unread <= 1 << 20)
            #expect(counter.value - taken <= 1024)
        }
        try await writer.value
        await pair.close()
    }

    @Test("writes by many tasks arrive whole", arguments: Link.allCases)
    func concurrentWrites(link: Link) async throws {
        let pair = try await Pair(link)
        let server = pair.server
        let reader = Task {
            var seen: [String: Int] = [:]
            for _ in 0..<1000 {
                let line = try #require(try await server.nextText())
                #expect(Set(line).count == 1)
                seen[line, default: 0] += 1
            }
            return seen
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for letter in "abcdefghij" {
                group.addTask { [client = pair.client] in
                    for _ in 0..<50 {
                        let line = String(repeating: letter, count: 5000)
                        try await client.write("\(line)\n\(line)\n")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await reader.value.values.allSatisfy { $0 == 100 })
        await pair.close()
    }

    @Test("a cancelled read loses nothing", arguments: Link.allCases)
    func cancelledRead(link: Link) async throws {
        let pair = try await Pair(link)
        let server = pair.server
        let reader = Task { try await server.nextLine() }
        reader.cancel()
        await expect(.cancelled) { _ = try await reader.value }
        try await pair.client.write("kept\n")
        #expect(try await server.nextText() == "kept")
        await pair.close()
    }

    @Test("a second reader is refused while the first one waits")
    func secondReader() async throws {
        let (client, server) = MemoryConnection.pair()
        let outcomes = await withTaskGroup(of: Result<[UInt8]?, any Error>.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    do { return .success(try await server.nextLine()) } catch { return .failure(error) }
                }
            }
            // One of the two fails at once; only then does the other one get its line.
            let first = await group.next()
            try? await client.write("line\n")
            return [first, await group.next()]
        }
        guard case .failure(let error)? = outcomes[0], case .success(let line)? = outcomes[1] else {
            Issue.record("expected a refusal and a line: \(outcomes)")
            return
        }
        #expect((error as? TransportError)?.code == .busy)
        #expect(line == Array("line".utf8))
    }

    @Test("closing ends the own waiting read with nil, the peer's after what was written", arguments: Link.allCases)
    func closing(link: Link) async throws {
        let pair = try await Pair(link)
        let server = pair.server
        let reader = Task { try await server.nextLine() }
        try await pair.server.write("last\n")
        await server.close()
        await server.close()
        #expect(try await reader.value == nil)
        #expect(try await server.nextLine() == nil)
        await expect(.closed) { try await server.write("x\n") }
        #expect(try await pair.client.allText() == ["last"])
        await pair.close()
    }

    @Test("closing ends a write that the peer does not take", arguments: Link.allCases)
    func closingWhileWriting(link: Link) async throws {
        let pair = try await Pair(link)
        let client = pair.client
        let lines = [[UInt8]](repeating: [UInt8](repeating: 65, count: 1023) + [10], count: 32 << 10).flatMap { $0 }
        let writer = Task { try await client.write(lines) }
        // The peer sees the beginning, so the write has started, and reads no more.
        #expect(try await pair.server.nextLine()?.count == 1023)
        await client.close()
        await expect(.closed) { try await writer.value }
        await pair.close()
    }

    @Test("writing to a peer that closed fails", arguments: Link.allCases)
    func peerClosed(link: Link) async throws {
        let pair = try await Pair(link)
        await pair.server.close()
        #expect(try await pair.client.nextLine() == nil)
        await expect(.closed) {
            // The first write to a socket may still succeed.
            for _ in 0..<1000 { try await pair.client.write("x\n") }
        }
        await pair.close()
    }

    @Test("a connection that is released closes itself", arguments: Link.allCases)
    func lettingGo(link: Link) async throws {
        var pair: Pair? = try await Pair(link)
        let client = try #require(pair?.client)
        pair = nil
        #expect(try await client.nextLine() == nil)
    }

    @Test("the last line needs no line end", arguments: Link.allCases)
    func unfinishedLine(link: Link) async throws {
        let pair = try await Pair(link)
        try await pair.client.write("one\ntwo")
        await pair.client.close()
        #expect(try await pair.server.allText() == ["one", "two"])
        await pair.close()
    }

    @Test("a peer answers after the output of the other side has ended", arguments: Link.allCases)
    func halfClose(link: Link) async throws {
        let pair = try await Pair(link)
        let client = try #require(pair.client as? any HalfClosable)
        try await client.write("question\nlast")
        await client.endOutput()
        #expect(try await pair.server.allText() == ["question", "last"])
        try await pair.server.write("answer\n")
        #expect(try await client.nextText() == "answer")
        await expect(.closed) { try await client.write("more\n") }
        await pair.close()
    }

    @Test("a line that begins with another byte than it has to is known before its end", arguments: Link.allCases)
    func wrongBeginning(link: Link) async throws {
        let pair = try await Pair(link)
        let server = pair.server
        try await pair.client.write("\n\r\n{one\n")
        #expect(try await server.nextLine(beginningWith: UInt8(ascii: "{")) == Array("{one".utf8))
        // The reader may already wait, or not yet.
        let reader = Task { try await server.nextLine(beginningWith: UInt8(ascii: "{")) }
        try await pair.client.write("\r\nPOST / HTTP/1.1")
        await expect(.wrongBeginning) { _ = try await reader.value }
        await expect(.wrongBeginning) { _ = try await server.nextLine(beginningWith: UInt8(ascii: "{")) }
        try await pair.client.write("\n")
        #expect(try await server.nextText() == "POST / HTTP/1.1")
        await pair.close()
    }
}

/// A counter shared by many tasks.
final class Counter: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock { $0 } }

    func increment() {
        number.withLock { $0 += 1 }
    }
}

extension Connection {
    /// The number of bytes received and not taken in this process.
    var unread: Int {
        switch self {
        case let connection as ChannelConnection: connection.unreadBytes
        case let connection as MemoryConnection: connection.unreadBytes
        default: 0
        }
    }
}
