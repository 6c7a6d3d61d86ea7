internal import StrobeTree

/// The content of a discovery file: a running process that can be attached to.
public struct DiscoveryRecord: Codable, Sendable, Hashable {
    /// The version of this format.
    public var version: Int
    /// The process id.
    public var pid: Int
    /// The name of the program.
    public var name: String
    /// When the process started, in microseconds since 1970-01-01T00:00:00Z, as the system reports it.
    public var startedAt: Int64
    /// Where it listens, as `tcp:HOST:PORT` and `unix:PATH`.
    public var endpoints: [String]
    /// The token for TCP, 64 hexadecimal digits.
    public var token: String?
    /// The ids of its stores when it began to listen.
    public var stores: [String]
    /// The most access that it grants; `nil` if the writer does not say.
    public var access: Access?
    /// The pid namespace in which `pid` is its number, as Linux names it; `nil` if the writer does not say.
    public var pidNamespace: String?

    /// Makes a record.
    public init(
        version: Int = 1, pid: Int, name: String, startedAt: Int64, endpoints: [String], token: String? = nil,
        stores: [String] = [], access: Access? = nil, pidNamespace: String? = nil
    ) {
        self.version = version
        self.pid = pid
        self.name = name
        self.startedAt = startedAt
        self.endpoints = endpoints
        self.token = token
        self.stores = stores
        self.access = access
        self.pidNamespace = pidNamespace
    }
}

extension DiscoveryRecord {
    /// Whether a text is JSON by the protocol's rules, which other readers may apply less strictly.
    public static func isJSON(_ text: some Collection<UInt8>) -> Bool { (try? JSON.check(text)) != nil }
}
