package import NIOHTTP1

/// Decides what a request gets, by its head alone.
///
/// A page of another site can make a browser send requests here, also under a name that it lets point to this machine
/// (DNS rebinding); it cannot choose `Host`, `Origin` and `Sec-Fetch-Site`.
package struct RequestGuard: Sendable, Hashable {
    /// The most bytes of a head.
    package static let headBytes = 8 << 10
    /// The path of the WebSocket.
    package static let socketPath = "/socket"
    /// The subprotocol that is spoken on it.
    package static let subprotocol = "strobe.1"
    private static let keyPrefix = "key."

    /// The port that the server listens on.
    package var port: Int

    /// Creates a guard.
    package init(port: Int) { self.port = port }

    /// The names under which the server is reached.
    private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }

    /// The verdict on a request.
    ///
    /// - Parameter isLocal: Whether the peer is on the loopback interface.
    package func verdict(_ head: HTTPRequestHead, isLocal: Bool) -> Verdict {
        guard isLocal, head.headers["host"].count < 2, !Self.announcesBody(head) else { return .closed }
        guard let host = head.headers.first(name: "host"), hosts.contains(host) else { return .refused(.misdirected) }
        guard head.method == .GET else { return .refused(.methodNotAllowed) }
        guard isFromHere(head) else { return .refused(.forbidden) }
        switch head.uri {
        case "/": return .page(host: host)
        case Self.socketPath: return socket(head, host)
        default: return .refused(.notFound)
        }
    }

    private static func announcesBody(_ head: HTTPRequestHead) -> Bool {
        head.headers.contains(name: "transfer-encoding") || head.headers["content-length"].contains { $0 != "0" }
    }

    /// Whether the request comes from no site or this one; the page may be navigated to from anywhere, as a file does
    /// that redirects to it.
    private func isFromHere(_ head: HTTPRequestHead) -> Bool {
        let sites = head.headers["sec-fetch-site"]
        guard let site = sites.first else { return true }
        guard sites.count == 1 else { return false }
        if ["none", "same-origin"].contains(site) { return true }
        return head.uri == "/" && head.headers["sec-fetch-dest"] == ["document"]
    }

    private func socket(_ head: HTTPRequestHead, _ host: String) -> Verdict {
        guard head.headers["origin"] == ["http://\(host)"] else { return .refused(.forbidden) }
        let words = head.headers[canonicalForm: "sec-websocket-protocol"].map(String.init)
        let keys = words.filter { $0.hasPrefix(Self.keyPrefix) }
        guard words.contains(Self.subprotocol), let key = keys.first, keys.count == 1 else {
            return .refused(.unauthorized)
        }
        return .socket(key: String(key.dropFirst(Self.keyPrefix.count)))
    }
}
