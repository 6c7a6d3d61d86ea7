public import StrobeTransport

/// The server under test: an endpoint to which connections can be opened, in sequence or concurrently.
public protocol Subject: Sendable {
    /// The kind of transport.
    var transport: SubjectTransport { get }
    /// The token for `initialize`, if the server requires one.
    var token: String? { get }

    /// Opens a connection.
    ///
    /// - Throws: `cannotOpen`.
    func open() async throws(ConformanceError) -> OpenedLine
}

/// The kind of transport of a subject.
public enum SubjectTransport: String, Sendable, Hashable {
    /// The standard streams of a process that is started for each connection.
    case stdio
    /// A TCP port.
    case tcp
    /// A Unix socket.
    case unix
    /// A server in this process.
    case memory

    /// Whether all connections reach the same server.
    var isShared: Bool { self != .stdio }
}

/// An open connection, and how to close it.
public struct OpenedLine: Sendable {
    /// The connection.
    public var connection: any Connection
    /// Closes it, and ends the process started for it.
    public var close: @Sendable () async -> Void
    /// Asks the program behind it to end, as the system would; `nil` if this side did not start it.
    public var askForEnd: (@Sendable () async -> Void)?

    /// Creates an open connection.
    public init(
        _ connection: any Connection, close: @escaping @Sendable () async -> Void,
        askForEnd: (@Sendable () async -> Void)? = nil
    ) {
        self.connection = connection
        self.close = close
        self.askForEnd = askForEnd
    }
}
