internal import NIOCore

/// Lets a listening socket rest after it could not accept, because the process may open no more files for example.
///
/// SwiftNIO would try again at once and for ever, at the cost of a whole processor: whoever waits in the socket's queue
/// keeps it readable. What waits stays in the queue meanwhile.
final class AcceptPause: ChannelInboundHandler, Sendable {
    typealias InboundIn = any Channel

    /// How long it rests.
    private static let pause = TimeAmount.milliseconds(200)

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let channel = context.channel
        // Not fatal: the channel closes by itself where it is, and does not come back from that.
        channel.setOption(.autoRead, value: false).whenComplete { _ in }
        channel.eventLoop.scheduleTask(in: Self.pause) {
            channel.setOption(.autoRead, value: true).whenComplete { _ in }
        }
    }
}
