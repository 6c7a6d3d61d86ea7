/// The other end of a connection, as far as the operating system reports it.
public struct Peer: Sendable, Hashable {
    /// The ways two processes can be connected.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A TCP connection.
        case tcp
        /// A Unix socket.
        case unix
        /// This process' own standard input and output.
        case standardStreams
        /// The standard input and output of a process started by this one.
        case childProcess
        /// Two ends within this process.
        case memory
    }

    /// How the peer is connected.
    public var kind: Kind
    /// The address for people: `127.0.0.1:51034`, a path, a command, or the name of the kind.
    public var address: String
    /// The effective user of the peer's process; known for Unix sockets, children and memory connections.
    public var uid: UInt32?
    /// The peer's process; known for Unix sockets, children and memory connections.
    public var pid: Int32?

    /// Makes a description of a peer.
    ///
    /// - Parameters:
    ///   - kind: How the peer is connected.
    ///   - address: The address for people.
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
