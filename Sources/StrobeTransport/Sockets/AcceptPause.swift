internal import NIOCore

/// Lets a listening socket rest while the process can open hardly any more files, or none.
///
/// SwiftNIO would try again at once and for ever, at the cost of a whole processor: a peer that waits in the socket's
/// queue keeps it readable. Waiting peers stay in the queue meanwhile.
///
/// A few descriptors are left alone: the program needs some, and libdispatch ends a process in which it cannot open one
/// when it looks whether its threads are blocked, which it does when they have much to do.
final class AcceptPause: ChannelInboundHandler, Sendable {
    typealias InboundIn = any Channel

    /// Whether it rests; only looked at on the channel's event loop.
    private let isResting: NIOLoopBoundBox<Bool>

    /// How long it rests.
    private static let pause = TimeAmount.milliseconds(200)

    /// Makes a handler for a channel; has to be called on its event loop.
    init(on eventLoop: any EventLoop) {
        isResting = NIOLoopBoundBox(false, eventLoop: eventLoop)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireChannelRead(data)
        if !DescriptorReserve.isThere { rest(context.channel) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Not fatal: the channel closes by itself where it is, and does not come back from that.
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
            guard DescriptorReserve.isThere else { return wake(channel) }
            isResting.value = false
            channel.setOption(.autoRead, value: true).whenComplete { _ in }
        }
    }
}
