/// A connection over two file descriptors of any kind, served by a thread of its own.
final class DescriptorConnection: Connection {
    let peer: Peer
    private let loop: DescriptorLoop

    /// Takes ownership of two different descriptors.
    ///
    /// - Throws: `inputOutput` if no more descriptors are available; the two are then closed.
    init(input: CInt, output: CInt, peer: Peer) throws(TransportError) {
        self.peer = peer
        loop = try DescriptorLoop(input: input, output: output, peer: peer)
        loop.start()
    }

    deinit {
        loop.close()
    }

    func nextLine() async throws(TransportError) -> [UInt8]? {
        try await loop.inbox.next { loop.demand() }
    }

    func nextLine(beginningWith byte: UInt8) async throws(TransportError) -> [UInt8]? {
        try await loop.inbox.next(beginningWith: byte) { loop.demand() }
    }

    func write(_ bytes: [UInt8]) async throws(TransportError) {
        try await loop.write(bytes)
    }

    func setLineLimit(_ limit: Int) {
        loop.inbox.setLimit(limit)
    }

    func close() async {
        loop.close()
    }
}
