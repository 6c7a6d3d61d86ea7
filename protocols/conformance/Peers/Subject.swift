public import StrobeTransport

/// What is tried: an endpoint that connections can be opened to, one after the other or at once.
public protocol Subject: Sendable {
    /// How it is reached.
    var transport: SubjectTransport { get }
    /// What `initialize` must bring, where the server requires it.
    var token: String? { get }

    /// Opens a connection.
    ///
    /// - Throws: `cannotOpen`.
    func open() async throws(ConformanceError) -> OpenedLine
}

/// How a subject is reached.
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

/// A connection that was opened, and how to get rid of it.
public struct OpenedLine: Sendable {
    /// The connection.
    public var connection: any Connection
    /// Closes it, and ends what was started for it.
    public var close: @Sendable () async -> Void
    /// Asks the program behind it to end, as the system would; `nil` if it is not this side that started it.
    public var askForEnd: (@Sendable () async -> Void)?

    /// Makes one.
    public init(
        _ connection: any Connection, close: @escaping @Sendable () async -> Void,
        askForEnd: (@Sendable () async -> Void)? = nil
    ) {
        self.connection = connection
        self.close = close
        self.askForEnd = askForEnd
    }
}
