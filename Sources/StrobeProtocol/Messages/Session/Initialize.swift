/// Opens a session: agrees on the version, proves the token, requests access.
public struct Initialize: Request {
    public static let method = "initialize"
    public static let summary = "Opens a session: agrees on the version, proves the token, requests access."
    public static let failures: [ErrorCode] = [.invalidRequest, .unauthorized, .unsupportedVersion, .tooManyClients]
    public static let members: Members = [
        .required(
            \.protocolVersion, "protocolVersion", in: .any, "The version of the protocol that the client speaks."),
        .required(\.client, "client", "The name and version of the client."),
        .optional(\.token, "token", "The token of the discovery file; needed on TCP."),
        .optional(\.access, "access", "The requested access; default: `read`."),
    ]

    /// A program at one end of the connection.
    public struct Party: Codable, Sendable, Hashable, DescribedObject, MemberType {
        public static let summary = "A program at one end of the connection."
        public static let members: Members = [
            .required(\.name, "name", "The program's name."),
            .required(\.version, "version", "The program's version."),
        ]

        /// The program's name.
        public var name: String
        /// The program's version.
        public var version: String

        /// Makes a party.
        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    /// The process that is inspected.
    public struct Process: Codable, Sendable, Hashable, DescribedObject, MemberType {
        public static let summary = "The process that is inspected."
        public static let members: Members = [
            .required(\.pid, "pid", in: .any, "The process id."),
            .required(\.name, "name", "The name of the program."),
            .required(\.startedAt, "startedAt", "When it started, in microseconds since 1970-01-01T00:00:00Z."),
            .optional(\.version, "version", "The version of the program; absent if it says none."),
            .optional(\.host, "host", "The name of the machine that it runs on; absent if unknown."),
        ]

        /// The process id.
        public var pid: Int
        /// The name of the program.
        public var name: String
        /// When it started, in microseconds since 1970-01-01T00:00:00Z.
        public var startedAt: Int64
        /// The version of the program; absent if it says none.
        public var version: String?
        /// The name of the machine that it runs on; absent if unknown.
        public var host: String?

        /// Makes a process.
        public init(pid: Int, name: String, startedAt: Int64, version: String? = nil, host: String? = nil) {
            self.pid = pid
            self.name = name
            self.startedAt = startedAt
            self.version = version
            self.host = host
        }
    }

    /// What a server can do.
    public struct Capabilities: Codable, Sendable, Hashable, DescribedObject, MemberType {
        public static let summary = "What a server can do."
        public static let schemaName = "ServerCapabilities"
        public static let members: Members = [
            .required(\.methods, "methods", "The methods that it answers."),
            .required(\.events, "events", "The events that can be subscribed to."),
        ]

        /// The methods that it answers.
        public var methods: [String]
        /// The events that can be subscribed to.
        public var events: [String]

        /// Makes capabilities.
        public init(methods: [String], events: [String]) {
            self.methods = methods
            self.events = events
        }
    }

    /// The version of the protocol that the client speaks.
    public var protocolVersion: Int
    /// The name and version of the client.
    public var client: Party
    /// The token of the discovery file; needed on TCP.
    public var token: String?
    /// The requested access; default: `read`.
    public var access: Access?

    /// Makes the message.
    public init(
        protocolVersion: Int = protocolVersionNumber, client: Party, token: String? = nil, access: Access? = nil
    ) {
        self.protocolVersion = protocolVersion
        self.client = client
        self.token = token
        self.access = access
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.protocolVersion, "protocolVersion", in: .any, "The version of the protocol in this session."),
            .required(\.server, "server", "The name and version of the server."),
            .required(\.process, "process", "The process that is inspected."),
            .required(\.session, "session", "The id of this session."),
            .required(\.access, "access", "The access that was granted."),
            .required(\.limits, "limits", "The server's limits."),
            .required(\.capabilities, "capabilities", "What the server can do."),
            .required(\.stores, "stores", "The current stores."),
            .optional(\.redaction, "redaction", "The rules for what is hidden; absent if nothing is."),
        ]

        /// The version of the protocol in this session.
        public var protocolVersion: Int
        /// The name and version of the server.
        public var server: Party
        /// The process that is inspected.
        public var process: Process
        /// The id of this session.
        public var session: String
        /// The access that was granted.
        public var access: Access
        /// The server's limits.
        public var limits: SessionLimits
        /// What the server can do.
        public var capabilities: Capabilities
        /// The current stores.
        public var stores: [StoreDescription]
        /// The rules for what is hidden; absent if nothing is.
        public var redaction: [String]?

        /// Makes the answer.
        public init(
            protocolVersion: Int, server: Party, process: Process, session: String, access: Access,
            limits: SessionLimits, capabilities: Capabilities, stores: [StoreDescription],
            redaction: [String]? = nil
        ) {
            self.protocolVersion = protocolVersion
            self.server = server
            self.process = process
            self.session = session
            self.access = access
            self.limits = limits
            self.capabilities = capabilities
            self.stores = stores
            self.redaction = redaction
        }
    }
}

/// The version of the protocol that this module speaks.
public let protocolVersionNumber = 1
