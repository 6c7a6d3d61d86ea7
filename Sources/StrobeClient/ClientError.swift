public import StrobeProtocol
internal import StrobeTransport

/// Why a request, a connection or a search did not succeed.
///
///     do {
///         try await client.send(StateGet(store: "nothing"))
///     } catch {
///         print(error.code, error.message)  // refused, and what the server says
///     }
public struct ClientError: Error, Sendable, Hashable {
    /// The kinds of errors that callers distinguish.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// No connection could be made.
        case cannotConnect
        /// The process could not be started.
        case cannotLaunch
        /// The connection ended by itself, or the server closed it.
        case connectionLost
        /// The client was closed on this side.
        case closed
        /// The server answered with an error; `serverError` holds it.
        case refused
        /// The server's answer violates the protocol.
        case malformedAnswer
        /// The deadline of the request passed; it was cancelled.
        case timedOut
        /// The task of the request was cancelled, and the request with it.
        case cancelled
        /// The request exceeds what the server or the protocol accepts.
        case tooLarge
        /// No process matches the description.
        case notFound
        /// The process runs, but has no server to attach to.
        case noServer
        /// Several processes match the description.
        case ambiguous
        /// A directory or server belongs to another user.
        case insecure
    }

    /// The kind of error.
    public var code: Code
    /// What happened and what to do.
    public var message: String
    /// The error sent by the server.
    public var serverError: ProtocolError?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: What happened and what to do.
    ///   - serverError: The error sent by the server.
    public init(_ code: Code, _ message: String, serverError: ProtocolError? = nil) {
        self.code = code
        self.message = message
        self.serverError = serverError
    }

    /// Creates an error from the server's answer, with its message.
    public init(_ error: ProtocolError) {
        self.init(.refused, error.message, serverError: error)
    }
}

extension ClientError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

extension ClientError {
    init(_ code: Code, _ error: TransportError) {
        self.init(error.code == .insecure ? .insecure : code, error.message)
    }

    /// The error for a request that cannot be encoded as a message.
    static func unwritable(_ error: ProtocolError) -> ClientError {
        ClientError(.tooLarge, "The request cannot be written: \(error.message)")
    }
}
