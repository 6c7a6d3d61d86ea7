public import StrobeProtocol
internal import StrobeSystem
public import StrobeTransport
internal import StrobeTree

/// Finds the processes of this user that can be attached to.
///
///     for process in try Discovery.processes(in: directory) { print(process.name, process.pid) }
///     let target = try Discovery.find("shop", in: directory)
///     let client = try await DebugClient.connect(to: target)
public enum Discovery {
    /// A process or endpoint to attach to.
    public struct Target: Sendable, Hashable {
        /// Its endpoints, in order of preference.
        public var endpoints: [Endpoint]
        /// The token, on TCP.
        public var token: String?
        /// The content of its discovery file, if it has one.
        public var record: DiscoveryRecord?

        /// Creates a target.
        public init(endpoints: [Endpoint], token: String? = nil, record: DiscoveryRecord? = nil) {
            self.endpoints = endpoints
            self.token = token
            self.record = record
        }

        /// Creates a target from a discovered process: Unix sockets come first, unknown kinds of endpoints are omitted.
        public init(_ record: DiscoveryRecord) {
            let all = record.endpoints.compactMap { try? Endpoint(parsing: $0) }
            let sockets = all.filter { if case .unix = $0 { true } else { false } }
            self.init(endpoints: sockets + all.filter { !sockets.contains($0) }, token: record.token, record: record)
        }
    }

    /// The running processes, by process id.
    ///
    /// - Parameters:
    ///   - path: The directory to search; the default one if `nil`.
    ///   - report: Called for each unusable discovery file, with its path and what is wrong with it.
    /// - Throws: `insecure` if others can write to the directory, `cannotConnect` if it cannot be read.
    public static func processes(
        in path: String? = nil, reporting report: (_ path: String, _ reason: String) -> Void = { _, _ in }
    ) throws(ClientError) -> [DiscoveryRecord] {
        var records: [DiscoveryRecord] = []
        for (index, path) in (path.map { [$0] } ?? RuntimeDirectory.locations()).enumerated() {
            do {
                guard let directory = try RuntimeDirectory.existing(at: path) else { continue }
                let found = try DiscoveryFile.readAll(in: directory, reporting: report)
                records += found.filter { new in !records.contains { $0.pid == new.pid } }
            } catch {
                // The first is where it should be; the others may be anything.
                guard index > 0 else { throw ClientError(.cannotConnect, error) }
                report(path, error.message)
            }
        }
        return records.sorted { $0.pid < $1.pid }
    }

    /// Finds the process that a user means.
    ///
    /// - Parameters:
    ///   - text: A name or a prefix of one, a process id, a port, an endpoint, the path of a directory to search for its
    ///     only process, or `nil` for the only process.
    ///   - path: The directory to search otherwise; the default one if `nil`.
    /// - Returns: The only match.
    /// - Throws: `notFound` with the existing processes, `ambiguous` with the matches, and the errors of `processes`.
    public static func find(_ text: String? = nil, in path: String? = nil) throws(ClientError) -> Target {
        guard let text else {
            return try only(
                processes(in: path), otherwise: "There is no process to attach to. Start one with STROBE=1.")
        }
        if let endpoint = try endpoint(text) {
            if case .unix(let folder) = endpoint, let folder = directory(folder) {
                return try only(processes(in: folder), otherwise: "There is no process to attach to in \(folder).")
            }
            // An explicit endpoint works without a directory; the token of a known process is found there.
            let known = (try? processes(in: path)) ?? []
            for record in known {
                guard let own = Target(record).endpoints.first(where: { $0 == endpoint || endpoint.isNamed($0) }) else {
                    continue
                }
                return Target(endpoints: [own], token: record.token, record: record)
            }
            return Target(endpoints: [endpoint])
        }
        let records = try processes(in: path)
        let fits = matches(text, among: records)
        guard let number = Int(text) else { return try only(fits, otherwise: missing(text, records)) }
        if fits.isEmpty, let pid = Int32(exactly: number), let process = RunningProcess(pid: pid) {
            throw noServer(in: process)
        }
        return try only(fits, otherwise: "No process with id or port \(number) was found.")
    }

    /// The processes that a text may mean.
    ///
    /// - Parameters:
    ///   - text: A process id, a port, a name or a prefix of one.
    ///   - records: The running processes.
    public static func matches(_ text: String, among records: [DiscoveryRecord]) -> [DiscoveryRecord] {
        if let number = Int(text) {
            let fits = records.filter { $0.pid == number }
            return fits.isEmpty ? records.filter { Target($0).endpoints.contains { $0.port == number } } : fits
        }
        let exact = records.filter { $0.name == text }
        return exact.isEmpty ? records.filter { $0.name.lowercased().hasPrefix(text.lowercased()) } : exact
    }

    /// The absolute path of the directory of discovery files that a path means; `nil` if it is no directory.
    ///
    /// - Parameter path: Its path, or that of the directory in which it is named `strobe`.
    public static func directory(_ path: String) -> String? {
        var path = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        guard path.isDirectory else { return nil }
        return "\(path)/strobe".isDirectory ? "\(path)/strobe" : path
    }

    /// Parses a text that can only be an endpoint; `nil` for a name or number.
    private static func endpoint(_ text: String) throws(ClientError) -> Endpoint? {
        guard text.contains(":") || text.contains("/") else { return nil }
        do {
            return try Endpoint(parsing: text)
        } catch {
            throw ClientError(.notFound, error.message)
        }
    }

    private static func only(_ records: [DiscoveryRecord], otherwise: String) throws(ClientError) -> Target {
        guard let first = records.first else { throw ClientError(.notFound, otherwise) }
        guard records.count == 1 else {
            throw ClientError(
                .ambiguous, "Several processes match: \(list(records)). Give the process id or the socket of one.")
        }
        return Target(first)
    }

    private static func missing(_ text: String, _ records: [DiscoveryRecord]) -> String {
        if let near = Spelling.nearest(text, in: records.map(\.name)) {
            return "No process is named \(text). Did you mean \(near)?"
        }
        return records.isEmpty
            ? "No process is named \(text), and there is none to attach to. Start one with STROBE=1."
            : "No process is named \(text). These are running: \(list(records))."
    }

    private static func list(_ records: [DiscoveryRecord]) -> String {
        records.map { "\($0.name) (\($0.pid))" }.joined(separator: ", ")
    }
}

extension Endpoint {
    fileprivate var port: Int? {
        if case .tcp(_, let port) = self { port } else { nil }
    }

    /// Whether this is `localhost` and `other` is an endpoint of this machine with the same port.
    ///
    /// The client then connects to `other` and not to what the name resolves to: the token must not reach a program
    /// that listens at the same port of another local address.
    fileprivate func isNamed(_ other: Endpoint) -> Bool {
        guard case .tcp(let host, let port) = self else { return false }
        return host.lowercased() == "localhost" && other.isLocal && other.port == port
    }
}
