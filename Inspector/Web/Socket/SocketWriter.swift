import NIOCore
import NIOWebSocket
import Synchronization

/// Writes messages to a page, and counts what it has not taken.
///
/// Nothing waits for a slow page: it is closed if it takes nothing for a while, and comes back by itself.
final class SocketWriter: Sendable {
    /// The bytes that may wait.
    static let mostWaiting = 4 << 20
    /// How long more may wait.
    static let patience = TimeAmount.seconds(10)
    /// The bytes that may never wait.
    private static let limit = 64 << 20
    /// What a frame takes beside its data, about.
    private static let frameBytes = 64

    private struct State {
        var waiting = 0
        /// Closes it; set while more waits than may.
        var closing: Scheduled<Void>?
        var isClosing = false
    }

    private let channel: any Channel
    private let state = Mutex(State())

    init(_ channel: any Channel) { self.channel = channel }

    /// Whether the page takes what is written.
    var isFree: Bool { state.withLock { $0.waiting <= Self.mostWaiting } }

    /// Writes a text.
    func write(_ bytes: [UInt8]) { write(.text, ByteBuffer(bytes: bytes)) }

    /// Answers a ping.
    func pong(_ data: ByteBuffer) { write(.pong, data) }

    private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
        let count = data.readableBytes + Self.frameBytes
        let isTooMuch = state.withLock { state -> Bool? in
            guard !state.isClosing else { return nil }
            state.waiting += count
            if state.waiting > Self.mostWaiting, state.closing == nil {
                state.closing = channel.eventLoop.scheduleTask(in: Self.patience) { [self] in close(1013) }
            }
            return state.waiting > Self.limit
        }
        guard let isTooMuch else { return }
        guard !isTooMuch else { return close(1013) }
        let frame = WebSocketFrame(fin: true, opcode: opcode, data: data)
        channel.writeAndFlush(frame).whenComplete { [self] _ in
            state.withLock { state in
                state.waiting -= count
                guard state.waiting <= Self.mostWaiting else { return }
                state.closing?.cancel()
                state.closing = nil
            }
        }
    }

    /// Ends the connection with a code (RFC 6455, 7.4): 1000 is normal, 1001 that the inspector ends it.
    func close(_ code: UInt16) {
        let isFirst = state.withLock { state -> Bool in
            defer { state.isClosing = true }
            return !state.isClosing
        }
        guard isFirst else { return }
        var data = ByteBuffer()
        data.write(webSocketErrorCode: WebSocketErrorCode(codeNumber: Int(code)))
        let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
        channel.writeAndFlush(frame).whenComplete { [channel] _ in channel.close(promise: nil) }
        // A page that takes nothing does not take this either.
        channel.eventLoop.scheduleTask(in: .seconds(2)) { [channel] in channel.close(promise: nil) }
    }
}
