internal import NIOCore

/// Pauses a listening socket while the process can hardly open more files.
///
/// SwiftNIO would retry at once and forever, using a whole processor: a peer in the socket's queue keeps it readable.
/// Waiting peers stay in the queue during the pause.
///
/// A few descriptors are left free: the program needs some, and libdispatch ends a process in which it cannot open one
/// when it checks whether its threads are blocked, which it does under load.
final class AcceptPause: ChannelInboundHandler, Sendable {
    typealias InboundIn = any Channel

    /// Whether it is paused; accessed on the channel's event loop only.
    private let isResting: NIOLoopBoundBox<Bool>

    private let hasReserve: @Sendable () -> Bool

    /// The duration of a pause.
    static let pause = TimeAmount.milliseconds(200)

    /// Creates a handler for a channel; call it on the channel's event loop.
    ///
    /// - Parameter hasReserve: Whether enough files can still be opened.
    init(on eventLoop: any EventLoop, hasReserve: @escaping @Sendable () -> Bool = { DescriptorReserve.isThere }) {
        isResting = NIOLoopBoundBox(false, eventLoop: eventLoop)
        self.hasReserve = hasReserve
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireChannelRead(data)
        if !hasReserve() { rest(context.channel) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Not fatal: if it were, the channel would close by itself and not resume.
        rest(context.channel)
    }

    private func rest(_ channel: any Channel) {
        guard !isResting.value else { return }
        isResting.value = true
        channel.setOption(.autoRead, value: false).whenComplete { _ in }
        wake(channel)
    }

    private func wake(_ channel: any Channel) {
        channel.eventLoop.scheduleTask(in: Self.pause) { [self] in
            guard hasReserve() else { return wake(channel) }
            isResting.value = false
            channel.setOption(.autoRead, value: true).whenComplete { _ in }
        }
    }
}
