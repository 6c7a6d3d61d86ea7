public import StrobeTransport

/// A client connection whose lines are logged in both directions if `STROBE_TAP` is set.
public final class TappedConnection: Connection {
    private let connection: any Connection
    private let log: WireLog
    private let session: Int

    private init(_ connection: any Connection, _ log: WireLog) {
        self.connection = connection
        self.log = log
        session = log.newSession()
    }

    /// The connection of a client, logged if requested.
    public static func tapping(_ connection: any Connection) -> any Connection {
        WireLog.shared.map { TappedConnection(connection, $0) } ?? connection
    }

    public var peer: Peer { connection.peer }

    public func nextLine() async throws(TransportError) -> [UInt8]? {
        let line = try await connection.nextLine()
        if let line { log.write(line, .fromServer, session) }
        return line
    }

    public func write(_ bytes: [UInt8]) async throws(TransportError) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) { log.write(line, .fromClient, session) }
        try await connection.write(bytes)
    }

    public func setLineLimit(_ limit: Int) { connection.setLineLimit(limit) }
    public func close() async { await connection.close() }
}
