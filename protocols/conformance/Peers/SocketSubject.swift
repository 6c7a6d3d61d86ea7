public import StrobeTransport

/// A server that listens on a TCP port or a Unix socket.
public struct SocketSubject: Subject {
    /// Where it listens.
    public let endpoint: Endpoint
    public let token: String?
    /// The addresses by which other machines would reach it; `nil` for those that this machine has.
    package var otherAddresses: [String]?

    /// Makes a subject.
    ///
    /// - Parameters:
    ///   - endpoint: Where the server listens.
    ///   - token: The token of its discovery file; needed on TCP.
    public init(endpoint: Endpoint, token: String? = nil) {
        self.endpoint = endpoint
        // A socket needs none, and a server must not ask for what its specification does not.
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
