/// The address of a server: a TCP port or the path of a Unix socket.
public enum Endpoint: Sendable, Hashable {
    /// A host name or address without brackets, and a port from 0 to 65535; 0 lets the operating system choose.
    case tcp(host: String, port: Int)
    /// The path of a Unix socket.
    case unix(path: String)

    /// The default host.
    public static let loopback = "127.0.0.1"

    /// Parses an endpoint.
    ///
    /// Accepted are `host:port`, `:port` (this machine), `[::1]:port`, each with or without `tcp:` or `tcp://`, and
    /// `unix:path`, `unix:///path`, or a path that begins with `/`, `./` or `../`.
    ///
    /// - Throws: `malformedEndpoint`, naming the wrong part; `pathTooLong` for a path that no socket can have.
    public init(parsing text: String) throws(TransportError) {
        if let path = Self.unixPath(in: text) {
            guard !path.isEmpty else {
                throw Self.malformed(text, "the path of the socket is missing")
            }
            guard !path.utf8.contains(0) else {
                throw Self.malformed(text, "a path cannot have a NUL character")
            }
            try UnixSocketPath.check(path)
            self = .unix(path: path)
            return
        }
        var address = text[...]
        for scheme in ["tcp://", "tcp:"] where address.hasPrefix(scheme) {
            address = address.dropFirst(scheme.count)
            break
        }
        let host: Substring
        let port: Substring
        if address.hasPrefix("[") {
            guard let bracket = address.firstIndex(of: "]") else {
                throw Self.malformed(text, "the bracket of the IPv6 address is not closed")
            }
            host = address[address.index(after: address.startIndex)..<bracket]
            let rest = address[address.index(after: bracket)...]
            guard rest.hasPrefix(":") else { throw Self.malformed(text, "a colon and a port must follow the bracket") }
            guard host.contains(":") else { throw Self.malformed(text, "brackets are for IPv6 addresses") }
            port = rest.dropFirst()
        } else {
            guard let colon = address.lastIndex(of: ":") else {
                throw Self.malformed(text, "it has neither a port nor a path")
            }
            host = address[..<colon]
            port = address[address.index(after: colon)...]
            guard !host.contains(":") else {
                throw Self.malformed(text, "an IPv6 address needs brackets, like [::1]:4711")
            }
        }
        guard !host.contains(where: { $0.isWhitespace || $0 == "/" || $0 == "\0" }) else {
            throw Self.malformed(text, "\"\(host)\" is not a host name")
        }
        guard port.utf8.count <= 5, port.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(port),
            number <= 65535
        else {
            throw Self.malformed(text, "the port must be a number from 0 to 65535")
        }
        self = .tcp(host: host.isEmpty ? Self.loopback : String(host), port: number)
    }

    /// Whether only processes of this machine can reach it: a Unix socket, 127.0.0.0/8, ::1 or `localhost`.
    public var isLocal: Bool {
        switch self {
        case .unix: true
        case .tcp(let host, _):
            host.lowercased() == "localhost" || host == "::1" || host == "0:0:0:0:0:0:0:1" || Self.isLoopback4(host)
        }
    }

    private static func isLoopback4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func unixPath(in text: String) -> String? {
        if text.hasPrefix("unix://") { return String(text.dropFirst("unix://".count)) }
        if text.hasPrefix("unix:") { return String(text.dropFirst("unix:".count)) }
        return ["/", "./", "../"].contains { text.hasPrefix($0) } ? text : nil
    }

    private static func malformed(_ text: String, _ reason: String) -> TransportError {
        TransportError(
            .malformedEndpoint,
            "\"\(text)\" is not an endpoint: \(reason). Write host:port, :port, /path/to/socket or unix:path.")
    }
}

extension Endpoint: CustomStringConvertible {
    /// The text with its scheme, `tcp:127.0.0.1:4711` or `unix:/path`, which parses to the same endpoint.
    public var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "tcp:[\(host)]:\(port)" : "tcp:\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}

extension Endpoint: Codable {
    /// Decodes an endpoint from its text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(parsing: text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
        }
    }

    /// Encodes an endpoint as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
