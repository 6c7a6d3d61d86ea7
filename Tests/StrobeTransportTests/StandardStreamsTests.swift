import Foundation
import StrobeSystem
import Testing

@testable import StrobeTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Standard streams", .timeLimit(.minutes(5)))
struct StandardStreamsTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    /// The controlling end of a new pseudo-terminal and the path of the other one.
    private static func pseudoTerminal() throws -> (CInt, String) {
        let main = try openFile("/dev/ptmx", O_RDWR | O_NOCTTY)
        #if canImport(Glibc)
            // Implements unlockpt(3) and ptsname(3), which glibc declares for X/Open sources only.
            var unlocked: CInt = 0
            var number: CInt = 0
            try #require(ioctl(main, 0x4004_5431, &unlocked) == 0 && ioctl(main, 0x8004_5430, &number) == 0)
            return (main, "/dev/pts/\(number)")
        #else
            try #require(grantpt(main) == 0 && unlockpt(main) == 0)
            return (main, try #require(ptsname(main).map { String(cString: $0) }))
        #endif
    }

    private func errorFile() throws -> CInt {
        try openFile(directory("error"), O_RDWR | O_CREAT)
    }

    private func file(_ text: String) throws -> CInt {
        let path = directory("input")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return try openFile(path, O_RDONLY)
    }

    /// Reads everything, answers each line, closes, and returns the standard output.
    private func echo(input: CInt) async throws -> String {
        let output = try Descriptor.pipe()
        let error = try errorFile()
        let connection = try StandardStreams.take(input: input, output: output.write, error: error)
        defer { [input, output.read, error].forEach(Descriptor.close) }
        // Standard output is standard error now; only the connection's duplicate keeps the pipe open.
        Descriptor.close(output.write)
        async let written = blocking { String(decoding: readAll(output.read), as: UTF8.self) }
        while let line = try await connection.nextText() { try await connection.write("<\(line)>\n") }
        await connection.close()
        return await written
    }

    @Test("a regular file as standard input is read to its end and answered")
    func regularFile() async throws {
        #expect(try await echo(input: file("one\r\n\ntwo")) == "<one>\n<two>\n")
    }

    @Test("/dev/null as standard input is an end at once")
    func null() async throws {
        #expect(try await echo(input: openFile("/dev/null", O_RDONLY)) == "")
    }

    @Test("a pipe that was filled and closed before is answered")
    func pipe() async throws {
        let input = try Descriptor.pipe()
        let bytes = Array("one\ntwo\n".utf8)
        #expect(systemWrite(input.write, bytes, bytes.count) == bytes.count)
        Descriptor.close(input.write)
        #expect(try await echo(input: input.read) == "<one>\n<two>\n")
    }

    @Test("a terminal as standard input is read line by line and stays blocking")
    func terminal() async throws {
        let (main, name) = try Self.pseudoTerminal()
        defer { Descriptor.close(main) }
        let terminal = try openFile(name, O_RDWR | O_NOCTTY)
        defer { Descriptor.close(terminal) }
        let output = try openFile(directory("output"), O_RDWR | O_CREAT)
        let error = try errorFile()
        defer { [output, error].forEach(Descriptor.close) }
        let input = try openFile(name, O_RDWR | O_NOCTTY)
        defer { Descriptor.close(input) }
        let connection = try StandardStreams.take(input: input, output: output, error: error)
        let typed = Array("typed\n".utf8)
        #expect(systemWrite(main, typed, typed.count) == typed.count)
        #expect(try await connection.nextText() == "typed")
        #expect(fcntl(terminal, F_GETFL) & O_NONBLOCK == 0)
        await connection.close()
    }

    @Test("a socket as both streams is read and written, and stays blocking")
    func socket() async throws {
        var ends: [CInt] = [-1, -1]
        #if canImport(Glibc)
            try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        #else
            try #require(socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0)
        #endif
        let second = try Descriptor.duplicate(ends[1])
        let error = try errorFile()
        let connection = try StandardStreams.take(input: ends[1], output: second, error: error)
        #expect(fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0)
        let line = Array("over a socket\n".utf8)
        #expect(systemWrite(ends[0], line, line.count) == line.count)
        #expect(try await connection.nextText() == "over a socket")
        try await connection.write("answer\n")
        await connection.close()
        [ends[1], second, error].forEach(Descriptor.close)
        let peer = ends[0]
        #expect(await blocking { readAll(peer) } == Array("answer\n".utf8))
        Descriptor.close(ends[0])
    }

    @Test("what the program prints goes to standard error, what it reads is empty")
    func printing() async throws {
        let output = try openFile(directory("output"), O_RDWR | O_CREAT)
        let error = try errorFile()
        let input = try file("line\n")
        let connection = try StandardStreams.take(input: input, output: output, error: error)
        let noise = Array("noise\n".utf8)
        #expect(systemWrite(output, noise, noise.count) == noise.count)
        #expect(readAll(input).isEmpty)
        try await connection.write("protocol\n")
        #expect(try await connection.nextText() == "line")
        await connection.close()
        [output, error, input].forEach(Descriptor.close)
        #expect(try String(contentsOfFile: directory("output"), encoding: .utf8) == "protocol\n")
        #expect(try String(contentsOfFile: directory("error"), encoding: .utf8) == "noise\n")
    }

    @Test("a reader that is gone makes writes fail and does not end the process")
    func brokenPipe() async throws {
        let output = try Descriptor.pipe()
        let error = try errorFile()
        let input = try openFile("/dev/null", O_RDONLY)
        let connection = try StandardStreams.take(input: input, output: output.write, error: error)
        Descriptor.close(output.read)
        await expect(.closed) { try await connection.write("x\n") }
        await expect(.closed) { try await connection.write("y\n") }
        await connection.close()
        [output.write, error, input].forEach(Descriptor.close)
    }

    @Test("a write that is not read waits and ends with the connection")
    func slowReader() async throws {
        let output = try Descriptor.pipe()
        let error = try errorFile()
        let input = try openFile("/dev/null", O_RDONLY)
        let connection = try StandardStreams.take(input: input, output: output.write, error: error)
        let writer = Task { try await connection.write([UInt8](repeating: 65, count: 8 << 20)) }
        let reader = output.read
        let count = await blocking {
            var byte: UInt8 = 0
            return read(reader, &byte, 1)
        }
        #expect(count == 1)
        await connection.close()
        await expect(.closed) { try await writer.value }
        [output.read, output.write, error, input].forEach(Descriptor.close)
    }

    @Test("large lines pass whole in both directions")
    func largeLines() async throws {
        let line = String(repeating: "x", count: 1 << 20)
        #expect(try await echo(input: file("\(line)\n")).count == line.count + 3)
    }

    @Test("a closed standard stream is an error, not a crash")
    func closedStream() async throws {
        await expect(.inputOutput) { _ = try StandardStreams.take(input: 9999, output: 9999, error: 9999) }
    }
}
