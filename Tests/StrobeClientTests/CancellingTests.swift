import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeClient
@testable import StrobeTransport

@Suite("Cancelling requests at the moment of their answers", .timeLimit(.minutes(5)))
struct CancellingTests {
    @Test("requests that are cancelled while their answers come end all the same, and later ones are answered")
    func requests() async throws {
        let (here, there) = MemoryConnection.pair()
        let peer = Task {
            while let line = try await there.nextLine() {
                guard case .request(let id, _, _) = try Envelope.decode(line) else { continue }
                try await there.write(Envelope.result(id: id, [:]).encode())
            }
        }
        let client = DebugClient(connection: here)
        for _ in 0..<200 {
            let requests = (0..<16).map { _ in Task { try? await client.request(method: "ping") } }
            let cancelling = Task.detached { for request in requests { request.cancel() } }
            for request in requests { _ = await request.value }
            await cancelling.value
        }
        #expect(try await client.request(method: "ping") == [:])
        await client.close()
        peer.cancel()
    }

    @Test("events that arrive while their reader is cancelled keep no one waiting")
    func events() async throws {
        for round in 0..<1_000 {
            let queue = EventQueue(capacity: 10, maxCost: 1_000)
            let reader = Task { await queue.next() }
            let adding = Task.detached { queue.add(.malformed(reason: "\(round)"), cost: 1) }
            let cancelling = Task.detached { reader.cancel() }
            await adding.value
            await cancelling.value
            _ = await reader.value
        }
    }
}
