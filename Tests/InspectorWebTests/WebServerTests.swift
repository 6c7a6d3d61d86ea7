import DeclarationTesting
import InspectorWeb
import NIOCore
import NIOPosix
import Strobe
import StrobeClient
import StrobeServer
import StrobeTransport
import Testing

@Suite("The server of the live page", .timeLimit(.minutes(2)))
struct WebServerTests {
    private struct Counter: Codable { var count = 0 }
    private enum Step: Codable { case increment }

    /// Runs a body with a server that shows a counter.
    private func with(
        _ access: Access = .read, _ body: (WebServer, DebugServer) async throws -> Void
    ) async throws {
        let store = Store(initial: Counter()) { (state: inout Counter, _: Step) in state.count += 1 }
        let debug = DebugServer(configuration: .init(access: access))
        debug.add(store, id: "counter")
        let target = WebTarget(access: access) {
            let (here, there) = MemoryConnection.pair()
            Task { await debug.serve(there) }
            return DebugClient(connection: here)
        }
        let server = try await WebServer.start(target)
        do {
            try await body(server, debug)
        } catch {
            await server.close()
            await debug.stop()
            throw error
        }
        await server.close()
        await debug.stop()
    }

    /// What the server answers to bytes until it closes the connection.
    private func answer(_ port: Int, _ text: String) async throws -> String {
        let socket = try await PlainSocket.connect(port)
        try await socket.send(text)
        return try await socket.rest()
    }

    @Test("the page comes with all its headers, and with nothing of the program")
    func page() async throws {
        try await with { server, _ in
            let text = try await answer(server.port, "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            for part in [
                "Content-Security-Policy: default-src 'none'; script-src 'nonce-", "frame-ancestors 'none'",
                "require-trusted-types-for 'script'", "connect-src ws://127.0.0.1:\(server.port);",
                "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer", "Cache-Control: no-store",
                "Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Resource-Policy: same-origin",
                "X-Frame-Options: DENY", "Connection: close", "</html>",
            ] { #expect(text.contains(part), "\(part)") }
            #expect(!text.contains("Set-Cookie") && !text.contains("Access-Control"))
            #expect(!text.contains("counter") && text.utf8.count < 200_000)
        }
    }

    @Test("wrong requests are refused or get no answer, and the server goes on")
    func refusals() async throws {
        try await with { server, _ in
            let host = "Host: 127.0.0.1:\(server.port)\r\n"
            let long = "X-Long: \(String(repeating: "a", count: 9_000))\r\n"
            for (request, status) in [
                ("GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n", " 421 "), ("GET /x HTTP/1.1\r\n\(host)\r\n", " 404 "),
                ("PUT / HTTP/1.1\r\n\(host)\r\n", " 405 "), ("GET / HTTP/1.1\r\n\(host)\(host)\r\n", nil),
                ("GET / HTTP/1.1\r\n\(host)Content-Length: 2\r\n\r\nab", nil),
                ("\u{16}\u{3}\u{1}nonsense\r\n\r\n", nil), ("GET / HTTP/1.1\r\n\(host)\(long)\r\n", nil),
                ("GET / HTTP/1.1\r\n\(host)\r\n", " 200 "),
            ] as [(String, String?)] {
                let text = try await answer(server.port, request)
                #expect(status.map { text.contains($0) } ?? text.isEmpty, "\(request.prefix(40)): \(text.prefix(200))")
            }
        }
    }

    @Test("a connection gets one page, whole, whatever follows its request", arguments: ["requests", "nonsense"])
    func pipelining(what: String) async throws {
        try await with { server, _ in
            let request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
            let more = what == "requests" ? String(repeating: request, count: 29) : "\u{16}\u{3}\u{1}\r\n\r\n"
            let text = try await answer(server.port, request + more)
            #expect(text.ranges(of: "HTTP/1.1 200 OK").count == 1)
            #expect(text.hasSuffix("</html>") || text.hasSuffix("</html>\n"), "\(text.suffix(40))")
        }
    }

    @Test("after many wrong requests all are refused with 503, also right ones, and soon none")
    func tooMany() async throws {
        try await with { server, _ in
            func page(_ host: String) async throws -> String {
                String(try await answer(server.port, "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").prefix { $0 != "\r\n" })
            }
            let host = "127.0.0.1:\(server.port)"
            // Twenty within a second: so long until that happened.
            while try await page("evil.test") != "HTTP/1.1 503 Service Unavailable" {}
            while try await page(host) != "HTTP/1.1 503 Service Unavailable" { _ = try await page("evil.test") }
            while try await page(host) != "HTTP/1.1 200 OK" {}
        }
    }

    @Test("a connection that says nothing is closed")
    func silence() async throws {
        try await with { server, _ in
            let text = try await answer(server.port, "GET / HT")
            #expect(text.isEmpty)
        }
    }

    private func upgrade(_ port: Int, key: String, origin: String? = nil) -> String {
        """
        GET /socket HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r
        Origin: \(origin ?? "http://127.0.0.1:\(port)")\r\nSec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: strobe.1, key.\(key)\r\n\r\n
        """
    }

    private func key(of link: String) -> String { String(link.split(separator: "#").last ?? "") }

    @Test("a socket needs the key of a link, once, and the page as its origin")
    func keys() async throws {
        try await with { server, _ in
            let key = key(of: server.link())
            let wrong = try await answer(server.port, upgrade(server.port, key: "x"))
            #expect(wrong.contains(" 401 "))
            let evil = try await answer(
                server.port, upgrade(server.port, key: key, origin: "http://127.0.0.1:1"))
            #expect(evil.contains(" 403 "))
            let socket = try await PlainSocket.connect(server.port)
            try await socket.send(upgrade(server.port, key: key))
            let head = try await socket.text(until: "\r\n\r\n")
            #expect(head.contains(" 101 "))
            let again = try await answer(server.port, upgrade(server.port, key: key))
            #expect(again.contains(" 401 "))
            await socket.close()
        }
    }

    @Test("requests are answered, and what needs control is refused without it")
    func requests() async throws {
        try await with { server, _ in
            let page = try await WebSocketPage.open(server.port, upgrade(server.port, key: key(of: server.link())))
            let opened = try await page.ask(1, "web/opened")
            #expect(opened.contains(#""access":"read""#) && opened.contains(#""id":"counter""#), "\(opened)")
            let get = try await page.ask(2, "state/get", #"{"store": "counter"}"#)
            #expect(get.contains(#""value":{"count":0}"#))
            for method in ["action/dispatch", "history/jump", "shutdown", "no/such"] {
                let refusal = try await page.ask(3, method)
                #expect(refusal.contains("-33008"), "\(method)")
            }
            let parsed = try await page.ask(4, "web/parse", #"{"store": "counter", "text": ".increment"}"#)
            #expect(
                parsed.contains(#""value":"increment""#) || parsed.contains(#""value":{"increment":{}}"#), "\(parsed)")
            let wrong = try await page.ask(5, "web/parse", #"{"store": "counter", "text": ".incremnt"}"#)
            // Without declarations any case may be one.
            if Declarations.areRead {
                #expect(wrong.contains("suggestion") && wrong.contains("increment"), "\(wrong)")
            }
            let link = try await page.ask(6, "web/link")
            #expect(link.contains("/#"))
            await page.close()
        }
    }

    @Test("events come to every page, and end with the program")
    func events() async throws {
        try await with(.control) { server, debug in
            let first = try await WebSocketPage.open(server.port, upgrade(server.port, key: key(of: server.link())))
            let second = try await WebSocketPage.open(server.port, upgrade(server.port, key: key(of: server.link())))
            for page in [first, second] { _ = try await page.ask(1, "subscribe", #"{"events": ["log"]}"#) }
            let sent = try await first.ask(2, "action/dispatch", #"{"store": "counter", "action": {"increment": {}}}"#)
            #expect(sent.contains(#""seq":1"#), "\(sent)")
            for page in [first, second] { try await page.wait(for: "log/appended") }
            await debug.stop()
            for page in [first, second] { try await page.wait(for: "web/ended") }
        }
    }

    @Test("the log so far is saved as a report, in one file")
    func reports() async throws {
        try await with(.control) { server, _ in
            let page = try await WebSocketPage.open(server.port, upgrade(server.port, key: key(of: server.link())))
            for id in 1...3 {
                _ = try await page.ask(
                    id, "action/dispatch", #"{"store": "counter", "action": {"increment": {}}}"#)
            }
            let report = try await page.ask(9, "web/report")
            #expect(report.contains("<!doctype html>") && report.contains(#"\"n\":3"#), "\(report.suffix(400))")
            #expect(!report.contains(#"\"n\":4"#))
        }
    }

    @Test("a gate belongs to its page: when that goes, what was held goes through, and the other page is told")
    func gates() async throws {
        try await with(.control) { server, _ in
            let first = try await WebSocketPage.open(server.port, upgrade(server.port, key: key(of: server.link())))
            let second = try await WebSocketPage.open(server.port, upgrade(server.port, key: key(of: server.link())))
            _ = try await second.ask(1, "subscribe", #"{"events": ["gate", "log"]}"#)
            let paused = try await first.ask(1, "gate/pause", #"{"store": "counter"}"#)
            #expect(paused.contains(#""paused":true"#), "\(paused)")
            let sent = try await second.ask(2, "action/dispatch", #"{"store": "counter", "action": {"increment": {}}}"#)
            #expect(sent.contains(#""held":"#), "\(sent)")
            try await second.wait(for: "gate/stopped")
            await first.close()
            try await second.wait(for: "log/appended")
        }
    }

    @Test("what is no request ends the page's connection, and no other's")
    func nonsense() async throws {
        try await with { server, _ in
            let other = try await WebSocketPage.open(server.port, upgrade(server.port, key: key(of: server.link())))
            for bytes in [
                [0x81, 0x80, 0, 0, 0, 0], [0x81, 0x01, 0x41], [0x82, 0x80, 0, 0, 0, 0], [0x83, 0x80, 0, 0, 0, 0],
                [0x81, 0xFF, 0x7F, 0, 0, 0, 0, 0, 0, 0],
            ] as [[UInt8]] {
                let socket = try await PlainSocket.connect(server.port)
                try await socket.send(upgrade(server.port, key: key(of: server.link())))
                _ = try await socket.text(until: "\r\n\r\n")
                try await socket.send(bytes)
                _ = try await socket.rest()
            }
            let pong = try await other.ask(1, "ping")
            #expect(pong.contains("result"))
        }
    }
}
