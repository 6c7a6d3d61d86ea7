internal import StrobeSystem

/// One of two connected ends in this process, for tests and for programs that inspect themselves.
public final class MemoryConnection: Connection {
    /// This process.
    public let peer: Peer
    private let incoming: MemoryPipe
    private let outgoing: MemoryPipe

    private init(incoming: MemoryPipe, outgoing: MemoryPipe) {
        peer = Peer(kind: .memory, address: "this process", uid: geteuid(), pid: getpid())
        self.incoming = incoming
        self.outgoing = outgoing
    }

    deinit {
        incoming.closeReader()
        outgoing.closeWriter(failing: true)
    }

    /// Creates two connected ends.
    ///
    /// - Parameters:
    ///   - capacity: The number of bytes each direction holds before writers wait, at least 1.
    ///   - lineLimit: The initial line limit of both ends, in bytes.
    public static func pair(
        capacity: Int = 65_536, lineLimit: Int = Transport.defaultLineLimit
    ) -> (MemoryConnection, MemoryConnection) {
        let forth = MemoryPipe(capacity: capacity, lineLimit: lineLimit)
        let back = MemoryPipe(capacity: capacity, lineLimit: lineLimit)
        return (
            MemoryConnection(incoming: back, outgoing: forth), MemoryConnection(incoming: forth, outgoing: back)
        )
    }

    /// Returns the next line written by the other end; see `Connection`.
    public func nextLine() async throws(TransportError) -> [UInt8]? {
        try await incoming.inbox.next { incoming.pump() }
    }

    /// Returns the next line if it begins with a byte; see `Connection`.
    public func nextLine(beginningWith byte: UInt8) async throws(TransportError) -> [UInt8]? {
        try await incoming.inbox.next(beginningWith: byte) { incoming.pump() }
    }

    /// Writes bytes; returns when they are in the reader's buffer, which holds at most the capacity.
    public func write(_ bytes: [UInt8]) async throws(TransportError) {
        try await outgoing.write(bytes)
    }

    /// Sets the maximum length of lines from the other end, in bytes.
    public func setLineLimit(_ limit: Int) {
        incoming.inbox.setLimit(limit)
    }

    /// Ends this side's output: the peer's `nextLine()` returns `nil` after all written lines; reading continues.
    public func endOutput() {
        outgoing.closeWriter(failing: false)
    }

    /// Closes both directions.
    public func close() async {
        incoming.closeReader()
        outgoing.closeWriter(failing: true)
    }

    /// The number of bytes written by the peer and not taken here yet.
    var unreadBytes: Int { incoming.inbox.count }
}

extension MemoryConnection: HalfClosable {}
