package import NIOCore
package import NIOWebSocket

/// Puts the frames of a page together to messages (RFC 6455).
package struct MessageReader: Sendable {
    /// What a frame was.
    package enum Event: Sendable, Hashable {
        /// The last frame of a text.
        case text(String)
        /// The page asks whether the connection lives; the answer repeats the data.
        case ping(ByteBuffer)
        /// The page ends the connection.
        case close
        /// Part of a message, or an answer to a ping.
        case nothing
        /// The page violates the protocol: the connection ends with this code.
        case violation(UInt16)
    }

    /// The most bytes of a message.
    package static let messageBytes = 1 << 20

    private var begun: ByteBuffer?

    /// Creates a reader of a new connection.
    package init() {}

    /// Takes the next frame.
    package mutating func take(_ frame: WebSocketFrame) -> Event {
        // Browsers mask everything; what does not is none.
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return .violation(1002) }
        var data = frame.unmaskedData
        switch frame.opcode {
        case .ping: return .ping(data)
        case .pong: return .nothing
        case .connectionClose: return .close
        case .text:
            guard begun == nil else { return .violation(1002) }
        case .continuation:
            guard var earlier = begun else { return .violation(1002) }
            begun = nil
            earlier.writeBuffer(&data)
            data = earlier
        case .binary: return .violation(1003)
        default: return .violation(1002)
        }
        guard data.readableBytes <= Self.messageBytes else { return .violation(1009) }
        guard frame.fin else {
            begun = data
            return .nothing
        }
        guard let text = String(validating: data.readableBytesView, as: UTF8.self) else {
            return .violation(1007)
        }
        return .text(text)
    }
}
