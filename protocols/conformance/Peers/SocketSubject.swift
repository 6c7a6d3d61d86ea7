public import StrobeTransport

/// A server that listens on a TCP port or a Unix socket.
public struct SocketSubject: Subject {
    /// The server's endpoint.
    public let endpoint: Endpoint
    public let token: String?
    /// The addresses under which other machines would reach it; `nil` for those of this machine.
    package var otherAddresses: [String]?

    /// Creates a subject.
    ///
    /// - Parameters:
    ///   - endpoint: Where the server listens.
    ///   - token: The token of its discovery file; required on TCP.
    public init(endpoint: Endpoint, token: String? = nil) {
        self.endpoint = endpoint
        // Unix sockets use no token.
        self.token = if case .tcp = endpoint { token } else { nil }
    }

    public var transport: SubjectTransport { if case .tcp = endpoint { .tcp } else { .unix } }

    public func open() async throws(ConformanceError) -> OpenedLine {
        do {
            let connection = try await Transport.connect(to: endpoint)
            return OpenedLine(connection) { await connection.close() }
        } catch {
            throw ConformanceError(.cannotOpen, error.message)
        }
    }
}
