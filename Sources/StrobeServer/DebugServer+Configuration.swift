public import StrobeHistory
public import StrobeProtocol
public import StrobeReflection
internal import StrobeTransport

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension DebugServer {
    /// What a server allows and keeps to.
    public struct Configuration: Sendable {
        /// The most that a session may do; it gets what it asks for up to this.
        public var access: Access
        /// The name of the program as clients see it; the name of the executable where it is `nil`.
        public var name: String?
        /// The limits of every session.
        public var limits: SessionLimits
        /// Whether to write a discovery file while sockets are open, so that `strobe attach` finds the process.
        ///
        /// TCP needs it: its token is told nowhere else.
        public var discovery: Bool
        /// How long a client may take until its `initialize` is there.
        public var handshakeTimeout: Duration
        /// How many handshakes may fail in a second; from then on TCP is closed to everybody for a second.
        public var handshakeFailureLimit: Int
        /// How long an ending session may take to write what is left.
        public var drainTimeout: Duration
        /// The user whose processes may connect to the Unix socket.
        public var allowedUserID: UInt32
        /// How much the histories of stores keep, where a store does not say otherwise.
        public var history: HistoryOptions
        /// What is hidden from every client and from the logger, in all stores: placeholders stand in its place.
        public var redaction: Redaction
        /// The time that timeouts are measured in.
        var clock: any Clock<Duration> = ContinuousClock()
        /// Where the discovery file and the Unix socket are.
        var runtimeDirectory = RuntimeDirectory.location()

        /// Whether the program runs with the rights of another user than who started it.
        var hasForeignRights = getuid() != geteuid() || getgid() != getegid()

        /// What clients are told of the process, where that is not this one.
        var process: Initialize.Process?

        /// Makes a configuration.
        ///
        /// - Parameters:
        ///   - access: The most that a session may do.
        ///   - name: The name of the program as clients see it.
        ///   - limits: The limits of every session.
        ///   - discovery: Whether to write a discovery file while sockets are open.
        ///   - handshakeTimeout: How long a client may take until its `initialize` is there.
        ///   - handshakeFailureLimit: How many handshakes may fail in a second, at least 1.
        ///   - drainTimeout: How long an ending session may take to write what is left.
        ///   - allowedUserID: The user whose processes may connect to the Unix socket; this process' without.
        ///   - history: How much the histories of stores keep.
        ///   - redaction: What is hidden from every client; without, what is called as secrets usually are.
        public init(
            access: Access = .read, name: String? = nil, limits: SessionLimits = SessionLimits(),
            discovery: Bool = true, handshakeTimeout: Duration = .seconds(5), handshakeFailureLimit: Int = 100,
            drainTimeout: Duration = .seconds(2), allowedUserID: UInt32? = nil,
            history: HistoryOptions = HistoryOptions(), redaction: Redaction = .standard
        ) {
            self.access = access
            self.name = name
            self.limits = limits
            self.discovery = discovery
            self.handshakeTimeout = handshakeTimeout
            self.handshakeFailureLimit = handshakeFailureLimit
            self.drainTimeout = drainTimeout
            self.allowedUserID = allowedUserID ?? geteuid()
            self.history = history
            self.redaction = redaction
        }

        /// How much the history of a store keeps, and what is hidden in it.
        func options(_ history: HistoryOptions?) -> HistoryOptions {
            var options = history ?? self.history
            options.redaction = options.redaction + redaction
            return options
        }
    }
}
