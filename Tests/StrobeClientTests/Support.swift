@testable import StrobeClient
import StrobeProtocol
@testable import StrobeTransport
import StrobeTree
import Testing

/// The server's end of a connection, controlled by the test line by line.
struct ScriptedServer: Sendable {
    let connection: MemoryConnection

    /// A client connected to a server.
    static func pair(
        capacity: Int = 65_536, token: String? = nil, options: ClientOptions = ClientOptions(requestTimeout: nil)
    ) -> (DebugClient, ScriptedServer) {
        let (client, server) = MemoryConnection.pair(capacity: capacity)
        return (DebugClient(connection: client, token: token, options: options), ScriptedServer(connection: server))
    }

    /// Receives the next message of the client.
    func next() async throws -> Envelope {
        try Envelope.decode(try #require(await connection.nextLine()))
    }

    /// Receives the client's next message, which must be a request, and returns its id, method and parameters.
    func nextRequest(
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> (id: RequestID, method: String, params: Value.Object) {
        let envelope = try await next()
        guard case .request(let id, let method, let params) = envelope else {
            Issue.record("expected a request, got \(envelope)", sourceLocation: sourceLocation)
            throw ProtocolError(.internalError, "no request")
        }
        return (id, method, params)
    }

    func send(_ envelope: Envelope) async throws {
        try await connection.write(envelope.encode())
    }

    func send(_ line: String) async throws {
        try await connection.write(Array("\(line)\n".utf8))
    }

    /// Answers the client's next request with an empty object.
    func answerNext() async throws {
        try await send(.result(id: nextRequest().id, [:]))
    }
}

/// Expects a client call to fail with a code, and returns the error.
@discardableResult
func expect(
    _ code: ClientError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> ClientError? {
    let error = await #expect(throws: ClientError.self, sourceLocation: sourceLocation) { try await body() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    return error
}
