/// The other end of a connection, as far as the operating system reports it.
public struct Peer: Sendable, Hashable {
    /// The kinds of connections.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A TCP connection.
        case tcp
        /// A Unix socket.
        case unix
        /// The standard input and output of this process.
        case standardStreams
        /// The standard input and output of a process started by this one.
        case childProcess
        /// Another end within this process.
        case memory
    }

    /// The kind of connection.
    public var kind: Kind
    /// The address for display: `127.0.0.1:51034`, a path, a command, or the name of the kind.
    public var address: String
    /// The effective user of the peer's process; known for Unix sockets, children and memory connections.
    public var uid: UInt32?
    /// The peer's process; known for Unix sockets, children and memory connections.
    public var pid: Int32?

    /// Creates a description of a peer.
    ///
    /// - Parameters:
    ///   - kind: The kind of connection.
    ///   - address: The address for display.
    ///   - uid: The effective user id.
    ///   - pid: The process id.
    public init(kind: Kind, address: String, uid: UInt32? = nil, pid: Int32? = nil) {
        self.kind = kind
        self.address = address
        self.uid = uid
        self.pid = pid
    }
}

extension Peer: CustomStringConvertible {
    /// The address.
    public var description: String { address }
}
