public import StrobeHistory
public import StrobeProtocol
public import StrobeReflection
internal import StrobeSystem
internal import StrobeTransport

extension DebugServer {
    /// The settings and limits of a server.
    public struct Configuration: Sendable {
        /// The most that a session may do; requested access is granted up to this.
        public var access: Access
        /// The name of the program as clients see it; the name of the executable if `nil`.
        public var name: String?
        /// The version of the program, or of its build, for recordings; `nil` if unknown.
        public var version: String?
        /// The name of the machine for clients and their recordings; the system's name if `nil`.
        public var host: String?
        /// The limits of every session.
        public var limits: SessionLimits
        /// Whether to write a discovery file while sockets are open, so that `strobe attach` finds the process.
        ///
        /// Required for TCP, unless the token is chosen: a token made by the server is written nowhere else.
        public var discovery: Bool
        /// A file with the token for TCP: 64 random hexadecimal digits; only its owner may read it.
        ///
        /// If `nil`, it is the file that `STROBE_TOKEN_FILE` names in the environment of the program, or the text of
        /// `STROBE_TOKEN`; without these, the server makes a token each time.
        public var tokenFile: String?
        /// How long a client may take to send `initialize`.
        public var handshakeTimeout: Duration
        /// How many handshakes may fail in a second before TCP connections are refused for a second.
        public var handshakeFailureLimit: Int
        /// How long an ending session may take to write its remaining messages.
        public var drainTimeout: Duration
        /// The user whose processes may connect to the Unix socket.
        public var allowedUserID: UInt32
        /// How much the histories of stores keep, unless set for a store.
        public var history: HistoryOptions
        /// What is redacted for every client and the logger, in all stores: replaced by placeholders.
        public var redaction: Redaction
        /// The clock for timeouts.
        var clock: any Clock<Duration> = ContinuousClock()
        /// The directory of the discovery file and the Unix socket.
        var runtimeDirectory = RuntimeDirectory.location()

        /// Returns a variable of the environment.
        var variable: @Sendable (String) -> String? = { ProcessInfo.processInfo.environment[$0] }

        /// Whether the program runs with the privileges of another user than the one that started it.
        var hasForeignRights = getuid() != geteuid() || getgid() != getegid()

        /// The process as described to clients, if not this one.
        package var process: Initialize.Process?

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - access: The most that a session may do.
        ///   - name: The name of the program as clients see it.
        ///   - version: The version of the program, or of its build.
        ///   - host: The name of the machine.
        ///   - limits: The limits of every session.
        ///   - discovery: Whether to write a discovery file while sockets are open.
        ///   - tokenFile: A file with the token for TCP.
        ///   - handshakeTimeout: How long a client may take to send `initialize`.
        ///   - handshakeFailureLimit: How many handshakes may fail in a second, at least 1.
        ///   - drainTimeout: How long an ending session may take to write its remaining messages.
        ///   - allowedUserID: The user whose processes may connect to the Unix socket; by default, the user of this
        ///     process.
        ///   - history: How much the histories of stores keep.
        ///   - redaction: What is redacted for every client; by default, members named like secrets.
        public init(
            access: Access = .read, name: String? = nil, version: String? = nil, host: String? = nil,
            limits: SessionLimits = SessionLimits(), discovery: Bool = true, tokenFile: String? = nil,
            handshakeTimeout: Duration = .seconds(5), handshakeFailureLimit: Int = 100,
            drainTimeout: Duration = .seconds(2), allowedUserID: UInt32? = nil,
            history: HistoryOptions = HistoryOptions(), redaction: Redaction = .standard
        ) {
            self.access = access
            self.name = name
            self.version = version
            self.host = host
            self.limits = limits
            self.discovery = discovery
            self.tokenFile = tokenFile
            self.handshakeTimeout = handshakeTimeout
            self.handshakeFailureLimit = handshakeFailureLimit
            self.drainTimeout = drainTimeout
            self.allowedUserID = allowedUserID ?? geteuid()
            self.history = history
            self.redaction = redaction
        }

        /// The history options of a store, with everything to redact in it.
        func options(_ history: HistoryOptions?) -> HistoryOptions {
            var options = history ?? self.history
            options.redaction = options.redaction + redaction
            return options
        }
    }
}
