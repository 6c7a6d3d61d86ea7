import NIOCore
import NIOPosix
import Synchronization
import Testing

/// A connection on which bytes are written as they are.
final class PlainSocket: Sendable {
    private let channel: any Channel
    private let stream: AsyncStream<ByteBuffer>
    private let buffer = Mutex(ByteBuffer())

    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        let output: AsyncStream<ByteBuffer>.Continuation
        init(_ output: AsyncStream<ByteBuffer>.Continuation) { self.output = output }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) { output.yield(unwrapInboundIn(data)) }
        func channelInactive(context: ChannelHandlerContext) { output.finish() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    private init(_ channel: any Channel, _ stream: AsyncStream<ByteBuffer>) {
        (self.channel, self.stream) = (channel, stream)
    }

    static func connect(_ port: Int) async throws -> PlainSocket {
        let (stream, output) = AsyncStream<ByteBuffer>.makeStream()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Collector(output))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return PlainSocket(channel, stream)
    }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// The peer may have closed the connection already.
    func send(_ bytes: [UInt8]) async throws { try? await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get() }

    /// All that comes until the peer closes.
    func rest() async throws -> String {
        for await part in stream { buffer.withLock { buffer in _ = buffer.writeImmutableBuffer(part) } }
        return buffer.withLock { String(buffer: $0) }
    }

    /// At least so many bytes that are not taken yet; `nil` if the peer closes before.
    func bytes(_ count: Int) async -> [UInt8]? {
        while true {
            if let bytes = buffer.withLock({ $0.readBytes(length: count) }) { return bytes }
            var iterator = stream.makeAsyncIterator()
            guard let part = await iterator.next() else { return nil }
            buffer.withLock { buffer in _ = buffer.writeImmutableBuffer(part) }
        }
    }

    /// The text up to and with an ending.
    func text(until ending: String) async throws -> String {
        var text = ""
        while !text.hasSuffix(ending) {
            let next = try #require(await bytes(1), "closed after \(text)")
            text += String(decoding: next, as: UTF8.self)
        }
        return text
    }

    func close() async { try? await channel.close().get() }
}
