import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import InspectorWeb

@Suite("Connections that are slow, on a clock of their own")
struct SlowConnectionTests {
    /// A connection with a handler.
    private func connected(_ handler: some ChannelHandler) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    @Test(
        "a connection that says nothing, or no whole request, for five seconds is closed", arguments: ["", "GET / HT"])
    func silence(said: String) throws {
        let channel = try connected(HeadLimit())
        channel.embeddedEventLoop.advanceTime(by: .seconds(3))
        try channel.writeInbound(ByteBuffer(string: said))
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1_999))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(!channel.isActive)
    }

    @Test("an answer may take half a minute")
    func answers() throws {
        let channel = try connected(HeadLimit())
        channel.embeddedEventLoop.advanceTime(by: .seconds(4))
        try channel.writeOutbound(ByteBuffer(string: "HTTP/1.1 200 OK\r\n"))
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("a request of more than 8 KiB is not read to its end")
    func length() throws {
        let channel = try connected(HeadLimit())
        try channel.writeInbound(ByteBuffer(repeating: 65, count: RequestGuard.headBytes))
        #expect(channel.isActive)
        try channel.writeInbound(ByteBuffer(repeating: 65, count: 1))
        #expect(!channel.isActive)
    }

    /// Takes what is written, and has sent it only when it is told so.
    private final class Stuck: ChannelOutboundHandler {
        typealias OutboundIn = WebSocketFrame
        var frames: [WebSocketFrame] = []
        private var promises: [EventLoopPromise<Void>?] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            frames.append(unwrapOutboundIn(data))
            promises.append(promise)
        }

        func sendAll() {
            for promise in promises { promise?.succeed() }
            promises = []
        }
    }

    @Test("a page that does not take 4 MiB in ten seconds is closed with 1013; one that does, stays")
    func slowness() throws {
        let stuck = Stuck()
        let channel = try connected(stuck)
        let writer = SocketWriter(channel)
        let text = [UInt8](repeating: 65, count: 3 << 20)
        let loop = channel.embeddedEventLoop
        // Less than that may wait.
        writer.write(text)
        loop.advanceTime(by: .seconds(60))
        writer.write(text)
        loop.advanceTime(by: .milliseconds(9_999))
        stuck.sendAll()
        #expect(writer.isFree)
        loop.advanceTime(by: .seconds(60))
        for _ in 0..<2 { writer.write(text) }
        loop.advanceTime(by: .milliseconds(9_999))
        #expect(stuck.frames.count == 4)
        loop.advanceTime(by: .milliseconds(1))
        #expect(stuck.frames.count == 5)
        let last = try #require(stuck.frames.last)
        #expect(last.opcode == .connectionClose)
        #expect(last.data.getInteger(at: 0, as: UInt16.self) == 1013)
    }

    @Test("a page that takes nothing is closed with 1013 once too much waits, and gets nothing more")
    func stuck() throws {
        let stuck = Stuck()
        let channel = try connected(stuck)
        let writer = SocketWriter(channel)
        let text = [UInt8](repeating: 65, count: 1 << 20)
        for _ in 0..<4 { writer.write(text) }
        #expect(!writer.isFree)
        for _ in 0..<100 { writer.write(text) }
        #expect(stuck.frames.count == 64)
        let last = try #require(stuck.frames.last)
        #expect(last.opcode == .connectionClose)
        #expect(last.data.getInteger(at: 0, as: UInt16.self) == 1013)
        // It does not take that either.
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
    }
}
