import StrobeTransport
import Testing

/// A thread that cancels a task holds a lock of the task while its cancellation handlers run, and resuming the task
/// takes the same lock.
///
/// So a connection that resumed its reader while holding the lock that the handler needs would deadlock.
@Suite("Reading that is cancelled while something comes", .timeLimit(.minutes(5)))
struct CancellationTests {
    @Test("ends with the line or with the cancellation, always")
    func receive() async throws {
        for round in 0..<20_000 {
            let (near, far) = MemoryConnection.pair()
            let reading = Task { try await near.nextLine() }
            // So that in most rounds the reader already waits when both come.
            for _ in 0..<round % 8 { await Task.yield() }
            let writing = Task.detached { try await far.write(Array("{}\n".utf8)) }
            let cancelling = Task.detached { reading.cancel() }
            await cancelling.value
            do {
                #expect(try await reading.value == Array("{}".utf8))
            } catch let error as TransportError {
                #expect(error.code == .cancelled)
                // Unread bytes are there for the next read.
                #expect(try await near.nextLine() == Array("{}".utf8))
            }
            try await writing.value
            await near.close()
            await far.close()
        }
    }
}
