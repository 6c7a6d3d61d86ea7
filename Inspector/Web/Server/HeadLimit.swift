import NIOCore

/// Closes connections whose request has too long a head, or does not come in time.
///
/// It is removed when the connection becomes a WebSocket.
final class HeadLimit: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    /// How long a request may take; browsers open spare connections that say nothing.
    static let patience = TimeAmount.seconds(5)
    /// How long the answer may take.
    private static let answering = TimeAmount.seconds(30)

    private var bytes = 0
    private var deadline: Scheduled<Void>?
    private var isAnswered = false

    func handlerAdded(context: ChannelHandlerContext) { wait(Self.patience, context) }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes += unwrapInboundIn(data).readableBytes
        guard bytes <= RequestGuard.headBytes else { return context.close(promise: nil) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if !isAnswered {
            isAnswered = true
            wait(Self.answering, context)
        }
        context.write(data, promise: promise)
    }

    private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }
}
