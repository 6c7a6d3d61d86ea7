import Synchronization
import Testing

/// A page's side of a WebSocket: short texts out, texts in.
final class WebSocketPage: Sendable {
    private let socket: PlainSocket
    /// Texts that nothing waited for yet.
    private let unread = Mutex<[String]>([])

    private init(_ socket: PlainSocket) { self.socket = socket }

    static func open(_ port: Int, _ upgrade: String) async throws -> WebSocketPage {
        let socket = try await PlainSocket.connect(port)
        try await socket.send(upgrade)
        let head = try await socket.text(until: "\r\n\r\n")
        try #require(head.contains(" 101 "), "\(head)")
        return WebSocketPage(socket)
    }

    /// Sends a request; the message that answers it.
    func ask(_ id: Int, _ method: String, _ params: String = "{}") async throws -> String {
        let text = Array(#"{"id": \#(id), "method": "\#(method)", "params": \#(params)}"#.utf8)
        try #require(text.count < 65_536)
        let length: [UInt8] =
            text.count < 126 ? [0x80 | UInt8(text.count)] : [0xFE, UInt8(text.count >> 8), UInt8(text.count & 255)]
        try await socket.send([0x81] + length + [0, 0, 0, 0] + text)
        return try await wait(for: "\"id\":\(id),")
    }

    /// The first text that contains another and was not waited for before.
    @discardableResult
    func wait(for part: String) async throws -> String {
        let early = unread.withLock { texts in
            texts.firstIndex { $0.contains(part) }.map { texts.remove(at: $0) }
        }
        if let early { return early }
        while true {
            let text = try #require(try await next(), "the connection was closed before \(part)")
            if text.contains(part) { return text }
            unread.withLock { $0.append(text) }
        }
    }

    private func next() async throws -> String? {
        while true {
            guard let head = await socket.bytes(2) else { return nil }
            var length = Int(head[1])
            if length >= 126 {
                guard let bytes = await socket.bytes(length == 126 ? 2 : 8) else { return nil }
                length = bytes.reduce(0) { $0 << 8 | Int($1) }
            }
            guard let data = await socket.bytes(length) else { return nil }
            if head[0] & 15 == 1 { return String(decoding: data, as: UTF8.self) }
            if head[0] & 15 == 8 { return nil }
        }
    }

    func close() async { await socket.close() }
}
