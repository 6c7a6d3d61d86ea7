internal import InspectorWeb
internal import NIOCore
internal import NIOEmbedded
internal import NIOHTTP1
internal import NIOWebSocket

extension FuzzTarget {
    private static let guardian = RequestGuard(port: 4711)

    /// Heads of requests to the live page: decoded alike however they are split, and nothing but the page itself gets in.
    static let head = FuzzTarget(
        "head",
        FuzzSamples(
            [
                "GET / HTTP/1.1\r\nHost: 127.0.0.1:4711\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: localhost:4711\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: document\r\n\r\n",
                "GET /socket HTTP/1.1\r\nHost: 127.0.0.1:4711\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
                    + "Origin: http://127.0.0.1:4711\r\nSec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: strobe.1, key.abc\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: evil.test\r\nContent-Length: 3\r\n\r\nabc",
                "GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            ],
            tokens: [
                "\r\n", "Host: ", "127.0.0.1:4711", "localhost:4711", "evil.test", "Origin: ", "http://", "GET ",
                "PUT ",
                "/socket", "Sec-Fetch-Site: none", "Content-Length: 1", "Transfer-Encoding: chunked", "HTTP/1.1", " ",
                "key.",
            ])
    ) { input in
        let whole = verdicts(of: [input[...]])
        try FuzzFinding.unless(
            verdicts(of: input.indices.map { input[$0...$0] }) == whole, "byte by byte there are other verdicts")
        for verdict in whole {
            switch verdict {
            case .page(let host):
                try FuzzFinding.unless(
                    ["127.0.0.1:4711", "localhost:4711"].contains(host), "the page is given away as \(host)")
                let text = text(input).lowercased()
                try FuzzFinding.unless(text.contains("host:") && text.contains("get"), "the page is given away")
            case .socket(let key):
                try FuzzFinding.unless(text(input).contains("key." + key), "the socket is given away for \(key)")
            case .refused, .closed: break
            }
        }
        return whole.isEmpty ? .refused : .understood()
    }

    private static func verdicts(of pieces: [ArraySlice<UInt8>]) -> [Verdict] {
        let channel = EmbeddedChannel()
        var verdicts: [Verdict] = []
        do {
            try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
            for piece in pieces { try channel.writeInbound(ByteBuffer(bytes: piece)) }
        } catch {
            // What came before the error counts.
        }
        while let part = try? channel.readInbound(as: HTTPServerRequestPart.self) {
            guard case .head(let head) = part else { continue }
            verdicts.append(guardian.verdict(head, isLocal: true))
        }
        _ = try? channel.finish()
        return verdicts
    }

    /// Frames of a page: the same messages however they are split, none of them too long, and none after a violation.
    static let frames = FuzzTarget(
        "frames",
        FuzzSamples(
            [
                [0x81, 0x85, 1, 2, 3, 4, 0x69, 0x67, 0x6F, 0x68, 0x6E], [0x81, 0x80, 0, 0, 0, 0],
                [0x01, 0x81, 0, 0, 0, 0, 0x61, 0x89, 0x80, 0, 0, 0, 0, 0x80, 0x81, 0, 0, 0, 0, 0x62],
                [0x88, 0x82, 0, 0, 0, 0, 3, 0xE8],
                [0x81, 0xFE, 0, 126, 0, 0, 0, 0] + [UInt8](repeating: 0x61, count: 126),
                [0x82, 0x81, 0, 0, 0, 0, 1, 0x8A, 0x80, 9, 9, 9, 9],
                [0x81, 0xFF, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0],
            ])
    ) { input in
        let whole = events(of: [input[...]])
        try FuzzFinding.unless(
            events(of: input.indices.map { input[$0...$0] }) == whole, "byte by byte there are other messages")
        for case .text(let text) in whole {
            try FuzzFinding.unless(text.utf8.count <= MessageReader.messageBytes, "a message is too long")
        }
        let isUnderstood = whole.contains { if case .violation = $0 { false } else { true } }
        return isUnderstood ? .understood() : .refused
    }

    private static func events(of pieces: [ArraySlice<UInt8>]) -> [MessageReader.Event] {
        let channel = EmbeddedChannel()
        do {
            try channel.pipeline.syncOperations.addHandler(
                ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: MessageReader.messageBytes)))
            for piece in pieces { try channel.writeInbound(ByteBuffer(bytes: piece)) }
        } catch {
            // What came before the error counts.
        }
        var reader = MessageReader()
        var events: [MessageReader.Event] = []
        while let frame = try? channel.readInbound(as: WebSocketFrame.self) {
            let event = reader.take(frame)
            events.append(event)
            if case .violation = event { break }
        }
        _ = try? channel.finish()
        return events
    }
}
