import NIOCore
import NIOWebSocket

/// The frames of one page.
final class SocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    /// The interval of the pings.
    private static let interval = TimeAmount.seconds(15)

    private let session: PageSession
    private let writer: SocketWriter
    private var reader = MessageReader()
    private var pings: RepeatedTask?
    private var hasLeft = false
    /// Whether the page or this side closes it: what comes then is not looked at.
    private var isClosing = false

    init(_ session: PageSession, _ writer: SocketWriter) {
        self.session = session
        self.writer = writer
    }

    func handlerAdded(context: ChannelHandlerContext) {
        session.start()
        let channel = context.channel
        pings = context.eventLoop.scheduleRepeatedTask(initialDelay: Self.interval, delay: Self.interval) { _ in
            channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()), promise: nil)
        }
        if !channel.isActive { end() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        switch reader.take(unwrapInboundIn(data)) {
        case .text(let text): session.receive(text)
        case .ping(let data): writer.pong(data)
        case .close: close(1000)
        case .violation(let code): close(code)
        case .nothing: break
        }
    }

    private func close(_ code: UInt16) {
        isClosing = true
        writer.close(code)
    }

    private func end() {
        guard !hasLeft else { return }
        hasLeft = true
        pings?.cancel()
        session.end()
    }
}
