import StrobeTransport
import Testing

/// A thread that cancels a task holds a lock of it while its cancellation handlers run, and resuming the task takes the
/// same.
///
/// So a connection that resumed its reader while it holds the lock which the handler needs would stop for ever.
@Suite("Reading that is cancelled while something comes", .timeLimit(.minutes(5)))
struct CancellationTests {
    @Test("ends with the line or with the cancellation, always")
    func receive() async throws {
        for round in 0..<20_000 {
            let (near, far) = MemoryConnection.pair()
            let reading = Task { try await near.nextLine() }
            // So that in most rounds the reader waits already when both come.
            for _ in 0..<round % 8 { await Task.yield() }
            let writing = Task.detached { try await far.write(Array("{}\n".utf8)) }
            let cancelling = Task.detached { reading.cancel() }
            await cancelling.value
            do {
                #expect(try await reading.value == Array("{}".utf8))
            } catch let error as TransportError {
                #expect(error.code == .cancelled)
                // What was not read then is there for the next.
                #expect(try await near.nextLine() == Array("{}".utf8))
            }
            try await writing.value
            await near.close()
            await far.close()
        }
    }
}
