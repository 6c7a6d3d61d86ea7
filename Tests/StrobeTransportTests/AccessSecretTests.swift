import Foundation
import Testing

@testable import StrobeTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Tokens", .timeLimit(.minutes(1)))
struct AccessSecretTests {
    private let scratch: ScratchDirectory
    private let secret = AccessSecret.make()

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func file(_ text: String, mode: mode_t = 0o600) throws -> String {
        let path = scratch("token")
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try #require(chmod(path, mode) == 0)
        return path
    }

    private func refusal(_ text: String) -> TransportError? {
        do {
            _ = try AccessSecret.checked(text, from: "It")
            return nil
        } catch {
            return error
        }
    }

    @Test("a token that is made is accepted, in any case of its letters and with white space around it")
    func made() throws {
        for _ in 0..<100 {
            let secret = AccessSecret.make()
            #expect(secret.utf8.count == 64)
            #expect(try AccessSecret.checked(" \(secret.uppercased())\r\n", from: "It") == secret)
        }
    }

    @Test("what is no token, or one that can be guessed, is refused without being repeated")
    func refused() {
        for text in [
            "", "hunter2", String(secret.dropLast()), secret + "0", secret.dropLast() + "g", "\(secret)\n\(secret)",
            String(repeating: "é", count: 64), String(repeating: "１", count: 64),
        ] {
            #expect(refusal(text)?.message.hasPrefix("It holds no token") == true, "\(text)")
        }
        let half = String(secret.prefix(32))
        for text in [String(repeating: "0", count: 64), String(repeating: "0123456789abcdef", count: 4), half + half] {
            #expect(refusal(text)?.code == .insecure)
            #expect(refusal(text)?.message.contains(text) == false)
        }
    }

    @Test("a file that only its owner can read is read, and so is a pipe")
    func reading() async throws {
        for mode in [0o600, 0o400] as [mode_t] {
            #expect(try AccessSecret.read(from: try file("\(secret)\n", mode: mode)) == secret)
            try FileManager.default.removeItem(atPath: scratch("token"))
        }
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("\(secret)\n".utf8))
        try pipe.fileHandleForWriting.close()
        #expect(try AccessSecret.read(from: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)") == secret)
    }

    @Test(
        "a file that others can read or change is refused, with the command that closes it",
        arguments: [
            0o640, 0o604, 0o622, 0o644, 0o666,
        ] as [mode_t])
    func open(mode: mode_t) throws {
        let path = try file(secret, mode: mode)
        let error = #expect(throws: TransportError.self) { try AccessSecret.read(from: path) }
        #expect(error?.code == .insecure && error?.message.contains("chmod 600 \(path)") == true)
    }

    @Test("what is missing, a directory, or a pipe that nobody writes to is an error, and is not waited for")
    func unusable() throws {
        let fifo = scratch("fifo")
        try #require(mkfifo(fifo, 0o600) == 0)
        for path in [scratch("missing"), scratch.path, fifo, "/dev/null"] {
            #expect(throws: TransportError.self, "\(path)") { try AccessSecret.read(from: path) }
        }
    }
}
