import InspectorWeb
import NIOCore
import NIOWebSocket
import Testing

@Suite("Frames of the live page")
struct MessageReaderTests {
    private func frame(
        _ opcode: WebSocketOpcode, _ bytes: [UInt8] = [], fin: Bool = true, isMasked: Bool = true, rsv1: Bool = false
    ) -> WebSocketFrame {
        var data = ByteBuffer(bytes: bytes)
        let key: WebSocketMaskingKey = [1, 2, 3, 4]
        if isMasked { data.webSocketMask(key) }
        return WebSocketFrame(fin: fin, rsv1: rsv1, opcode: opcode, maskKey: isMasked ? key : nil, data: data)
    }

    @Test("a text is unmasked, also in fragments with a ping between them")
    func texts() {
        var reader = MessageReader()
        #expect(reader.take(frame(.text, Array("grüße".utf8))) == .text("grüße"))
        let bytes = Array("ü".utf8)
        #expect(reader.take(frame(.text, [bytes[0]], fin: false)) == .nothing)
        #expect(reader.take(frame(.ping, [7])) == .ping(ByteBuffer(bytes: [7])))
        #expect(reader.take(frame(.continuation, [], fin: false)) == .nothing)
        #expect(reader.take(frame(.continuation, [bytes[1]])) == .text("ü"))
        #expect(reader.take(frame(.text)) == .text(""))
        #expect(reader.take(frame(.pong)) == .nothing)
        #expect(reader.take(frame(.connectionClose)) == .close)
    }

    @Test("what no browser sends ends the connection")
    func violations() {
        var reader = MessageReader()
        #expect(reader.take(frame(.text, [65], isMasked: false)) == .violation(1002))
        #expect(reader.take(frame(.text, [65], rsv1: true)) == .violation(1002))
        #expect(reader.take(frame(.continuation)) == .violation(1002))
        #expect(reader.take(frame(.binary)) == .violation(1003))
        #expect(reader.take(frame(.text, [0xFF])) == .violation(1007))
        #expect(reader.take(frame(.text, [65], fin: false)) == .nothing)
        #expect(reader.take(frame(.text, [65])) == .violation(1002))
    }

    @Test("fragments are a message of 1 MiB at most")
    func length() {
        var reader = MessageReader()
        let half = [UInt8](repeating: 65, count: MessageReader.messageBytes / 2)
        #expect(reader.take(frame(.text, half, fin: false)) == .nothing)
        #expect(reader.take(frame(.continuation, half, fin: false)) == .nothing)
        #expect(reader.take(frame(.continuation, [65])) == .violation(1009))
    }
}
