#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// One of two connected ends within this process, for tests and for programs that inspect themselves.
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

    /// Makes two ends that are connected with each other.
    ///
    /// - Parameters:
    ///   - capacity: How many bytes each direction holds before writers wait, at least 1.
    ///   - lineLimit: The first limit of both ends, in bytes.
    public static func pair(
        capacity: Int = 65_536, lineLimit: Int = Transport.defaultLineLimit
    ) -> (MemoryConnection, MemoryConnection) {
        let forth = MemoryPipe(capacity: capacity, lineLimit: lineLimit)
        let back = MemoryPipe(capacity: capacity, lineLimit: lineLimit)
        return (
            MemoryConnection(incoming: back, outgoing: forth), MemoryConnection(incoming: forth, outgoing: back)
        )
    }

    /// The next line that the other end wrote; see `Connection`.
    public func nextLine() async throws(TransportError) -> [UInt8]? {
        try await incoming.inbox.next { incoming.pump() }
    }

    /// The next line, if it begins with a byte; see `Connection`.
    public func nextLine(beginningWith byte: UInt8) async throws(TransportError) -> [UInt8]? {
        try await incoming.inbox.next(beginningWith: byte) { incoming.pump() }
    }

    /// Writes bytes; returns once the reader holds less than the capacity and they were moved over.
    public func write(_ bytes: [UInt8]) async throws(TransportError) {
        try await outgoing.write(bytes)
    }

    /// Sets the longest line that is accepted from the other end, in bytes.
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

    /// The number of bytes that were written by the peer and not yet taken here.
    var unreadBytes: Int { incoming.inbox.count }
}

extension MemoryConnection: HalfClosable {}
