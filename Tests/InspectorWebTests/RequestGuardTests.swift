import InspectorWeb
import NIOHTTP1
import Testing

@Suite("The guard of the live page")
struct RequestGuardTests {
    private static let guardian = RequestGuard(port: 4711)
    private static let key = String(repeating: "a", count: 64)

    /// A head with the headers of a browser that navigates to the page.
    private static func head(
        _ uri: String = "/", method: HTTPMethod = .GET, _ changes: [(String, String?)] = []
    ) -> HTTPRequestHead {
        var headers: HTTPHeaders = ["Host": "127.0.0.1:4711"]
        if uri == "/socket" {
            headers.add(name: "Origin", value: "http://127.0.0.1:4711")
            headers.add(name: "Sec-WebSocket-Protocol", value: "strobe.1, key.\(key)")
        }
        for (name, value) in changes {
            if let value { headers.replaceOrAdd(name: name, value: value) } else { headers.remove(name: name) }
        }
        return HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: headers)
    }

    @Test("the page is for navigation from anywhere, under the two names of this machine")
    func page() {
        for (host, changes) in [
            ("127.0.0.1:4711", []), ("localhost:4711", [("Host", "localhost:4711")]),
            ("127.0.0.1:4711", [("Sec-Fetch-Site", "none")]), ("127.0.0.1:4711", [("Sec-Fetch-Site", "same-origin")]),
            ("127.0.0.1:4711", [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "document")]),
        ] as [(String, [(String, String?)])] {
            #expect(Self.guardian.verdict(Self.head("/", changes), isLocal: true) == .page(host: host))
        }
    }

    @Test("the socket is for the page itself, with one key")
    func socket() {
        #expect(Self.guardian.verdict(Self.head("/socket"), isLocal: true) == .socket(key: Self.key))
        let localhost = Self.head("/socket", [("Host", "localhost:4711"), ("Origin", "http://localhost:4711")])
        #expect(Self.guardian.verdict(localhost, isLocal: true) == .socket(key: Self.key))
    }

    @Test(
        "what another site, another name or another port can make a browser send is refused",
        arguments: [
            ("/", [("Host", "evil.test:4711")], .misdirected), ("/", [("Host", nil)], .misdirected),
            ("/", [("Host", "127.0.0.1")], .misdirected), ("/", [("Host", "127.0.0.1:4712")], .misdirected),
            ("/", [("Host", "127.0.0.1:4711.evil.test")], .misdirected), ("/", [("Host", "[::1]:4711")], .misdirected),
            ("/", [("Host", "LOCALHOST:4711")], .misdirected),
            ("/", [("Sec-Fetch-Site", "cross-site")], .forbidden), ("/", [("Sec-Fetch-Site", "same-site")], .forbidden),
            ("/", [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "iframe")], .forbidden),
            ("/socket", [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "document")], .forbidden),
            ("/socket", [("Host", "evil.test:4711"), ("Origin", "http://evil.test:4711")], .misdirected),
            ("/socket", [("Origin", nil)], .forbidden), ("/socket", [("Origin", "null")], .forbidden),
            ("/socket", [("Origin", "http://127.0.0.1:4712")], .forbidden),
            ("/socket", [("Origin", "https://127.0.0.1:4711")], .forbidden),
            ("/socket", [("Origin", "http://localhost:4711")], .forbidden),
            ("/socket", [("Sec-WebSocket-Protocol", nil)], .unauthorized),
            ("/socket", [("Sec-WebSocket-Protocol", "strobe.1")], .unauthorized),
            ("/socket", [("Sec-WebSocket-Protocol", "key.a")], .unauthorized),
            ("/socket", [("Sec-WebSocket-Protocol", "strobe.1, key.a, key.b")], .unauthorized),
            ("/favicon.ico", [], .notFound), ("/?x", [], .notFound), ("//", [], .notFound), ("/../", [], .notFound),
            ("http://127.0.0.1:4711/", [], .notFound),
        ] as [(String, [(String, String?)], Refusal)])
    func refusals(uri: String, changes: [(String, String?)], refusal: Refusal) {
        #expect(Self.guardian.verdict(Self.head(uri, changes), isLocal: true) == .refused(refusal))
    }

    @Test("other methods are not allowed", arguments: [HTTPMethod.POST, .OPTIONS, .HEAD, .PUT, .TRACE])
    func methods(method: HTTPMethod) {
        #expect(
            Self.guardian.verdict(Self.head("/", method: method), isLocal: true) == .refused(.methodNotAllowed))
    }

    @Test("a body, two hosts and a peer elsewhere get no answer")
    func closed() {
        #expect(Self.guardian.verdict(Self.head(), isLocal: false) == .closed)
        #expect(Self.guardian.verdict(Self.head("/", [("Content-Length", "1")]), isLocal: true) == .closed)
        #expect(Self.guardian.verdict(Self.head("/", [("Transfer-Encoding", "chunked")]), isLocal: true) == .closed)
        var head = Self.head()
        head.headers.add(name: "host", value: "127.0.0.1:4711")
        #expect(Self.guardian.verdict(head, isLocal: true) == .closed)
        head = Self.head("/", [("Sec-Fetch-Site", "none")])
        head.headers.add(name: "sec-fetch-site", value: "cross-site")
        #expect(Self.guardian.verdict(head, isLocal: true) == .refused(.forbidden))
    }
}
