internal import NIOCore
internal import NIOPosix
internal import StrobeSystem

/// A connection over a channel of SwiftNIO: a socket or a pair of pipes.
final class ChannelConnection: HalfClosable {
    let peer: Peer
    private let channel: any Channel
    private let inbox: LineInbox

    private init(_ prepared: Prepared, peer: Peer) {
        channel = prepared.channel
        inbox = prepared.inbox
        self.peer = peer
    }

    deinit {
        inbox.close()
        channel.close(promise: nil)
    }

    /// A channel with its inbox, which remains accessible even if the channel closes at once.
    struct Prepared: Sendable {
        let channel: any Channel
        let inbox: LineInbox
    }

    /// Installs the inbox in a new channel, so that no early bytes are lost.
    static func prepare(_ channel: any Channel) -> EventLoopFuture<Prepared> {
        channel.eventLoop.makeCompletedFuture {
            let inbox = LineInbox(limit: Transport.defaultLineLimit)
            try channel.pipeline.syncOperations.addHandler(InboxHandler(inbox))
            return Prepared(channel: channel, inbox: inbox)
        }
    }

    /// Creates a connection from a socket.
    ///
    /// - Parameter endpoint: The endpoint that this side connected to or accepted from.
    static func make(_ prepared: Prepared, endpoint: Endpoint) async -> ChannelConnection {
        var peer: Peer
        switch endpoint {
        case .tcp:
            var address = endpoint.description
            if let remote = prepared.channel.remoteAddress, let host = remote.ipAddress, let port = remote.port {
                address = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
            }
            peer = Peer(kind: .tcp, address: address)
        case .unix(let path):
            peer = Peer(kind: .unix, address: path)
            (peer.uid, peer.pid) = await PeerCredentials.read(of: prepared.channel)
        }
        return ChannelConnection(prepared, peer: peer)
    }

    /// Creates a connection from the ends of pipes, taking ownership of them.
    ///
    /// - Throws: `inputOutput`; the descriptors are then closed.
    static func pipes(input: CInt, output: CInt?, peer: Peer) async throws(TransportError) -> ChannelConnection {
        let bootstrap = NIOPipeBootstrap(group: Transport.group)
            .channelOption(.autoRead, value: false)
            .channelOption(.allowRemoteHalfClosure, value: true)
        do {
            let prepared =
                if let output {
                    try await bootstrap.takingOwnershipOfDescriptors(
                        input: input, output: output, channelInitializer: { prepare($0) })
                } else {
                    try await bootstrap.takingOwnershipOfDescriptor(input: input, channelInitializer: { prepare($0) })
                }
            return ChannelConnection(prepared, peer: peer)
        } catch {
            Descriptor.close(input)
            if let output { Descriptor.close(output) }
            throw TransportError(
                .inputOutput, "Cannot use the pipes to \(peer): \(Transport.reason(error)). Try again.")
        }
    }

    /// The number of bytes received and not taken yet.
    var unreadBytes: Int { inbox.count }

    func nextLine() async throws(TransportError) -> [UInt8]? {
        try await inbox.next { channel.read() }
    }

    func nextLine(beginningWith byte: UInt8) async throws(TransportError) -> [UInt8]? {
        try await inbox.next(beginningWith: byte) { channel.read() }
    }

    func write(_ bytes: [UInt8]) async throws(TransportError) {
        do {
            try await channel.writeAndFlush(channel.allocator.buffer(bytes: bytes)).get()
        } catch {
            throw Self.failure(error, "write to", peer)
        }
    }

    func setLineLimit(_ limit: Int) {
        inbox.setLimit(limit)
    }

    func close() async {
        inbox.close()
        channel.close(promise: nil)
        try? await channel.closeFuture.get()
    }

    func endOutput() async {
        try? await channel.close(mode: .output)
    }

    /// Ends the output, and drops what the peer still sends, so that the peer can finish.
    func endOutputAndDiscardInput() {
        inbox.close()
        channel.close(mode: .output, promise: nil)
        channel.setOption(.autoRead, value: true).whenComplete { _ in }
    }

    /// The error of a failed operation; distinguishes a peer that is gone from other failures.
    static func failure(_ error: any Error, _ operation: String, _ peer: Peer) -> TransportError {
        let number = (error as? IOError)?.errnoCode
        if error is ChannelError || [EPIPE, ECONNRESET, EBADF, ENOTCONN].contains(number) {
            return TransportError(
                .closed, "Cannot \(operation) \(peer): the connection is closed. Connect again.", errorNumber: number)
        }
        return TransportError(
            .inputOutput, "Cannot \(operation) \(peer): \(Transport.reason(error)). Connect again.",
            errorNumber: number)
    }
}

/// Passes received bytes to an inbox, and reads only while a reader waits there.
final class InboxHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    let inbox: LineInbox

    init(_ inbox: LineInbox) {
        self.inbox = inbox
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unwrapInboundIn(data).withUnsafeReadableBytes { inbox.receive($0) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if inbox.isWaiting { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent {
            inbox.finish()
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let number = (error as? IOError)?.errnoCode
        inbox.fail(
            TransportError(
                .inputOutput, "The connection broke: \(Transport.reason(error)). Connect again.", errorNumber: number))
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        inbox.finish()
        context.fireChannelInactive()
    }
}
