/// A server's limits.
public struct SessionLimits: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "A server's limits."
    public static let members: Members = [
        .required(
            \.handshakeLineBytes, "handshakeLineBytes", in: .from(1),
            "The longest line it reads before `initialize`, in bytes."),
        .required(\.lineBytes, "lineBytes", in: .from(1), "The longest line it reads afterwards, in bytes."),
        .required(\.depth, "depth", in: .from(1), "The deepest nesting it reads or writes."),
        .required(\.nodes, "nodes", in: .from(1), "The most nodes that one answer holds."),
        .required(\.answerBytes, "answerBytes", in: .from(1), "The longest line that it writes, in bytes."),
        .required(
            \.page, "page", in: .from(1),
            "The most children of one node, entries of a log or running effects in one answer."),
        .required(
            \.outstandingRequests, "outstandingRequests", in: .from(1),
            "The most requests of one session that may be unanswered at once."),
        .required(
            \.queueBytes, "queueBytes", in: .from(1), "The most bytes of notifications that wait for a slow client."),
        .required(\.sessions, "sessions", in: .from(1), "The most sessions at once."),
    ]

    /// The longest line it reads before `initialize`, in bytes.
    public var handshakeLineBytes: Int
    /// The longest line it reads afterwards, in bytes.
    public var lineBytes: Int
    /// The deepest nesting it reads or writes.
    public var depth: Int
    /// The most nodes that one answer holds.
    public var nodes: Int
    /// The longest line that it writes, in bytes.
    public var answerBytes: Int
    /// The most children of one node, entries of a log or running effects in one answer.
    public var page: Int
    /// The most requests of one session that may be unanswered at once.
    public var outstandingRequests: Int
    /// The most bytes of notifications that wait for a slow client.
    public var queueBytes: Int
    /// The most sessions at once.
    public var sessions: Int

    /// Makes limits; the defaults are those of the protocol.
    public init(
        handshakeLineBytes: Int = 16 << 10, lineBytes: Int = 1 << 20, depth: Int = 128, nodes: Int = 100_000,
        answerBytes: Int = 16 << 20, page: Int = 1_000, outstandingRequests: Int = 64, queueBytes: Int = 4 << 20,
        sessions: Int = 64
    ) {
        self.handshakeLineBytes = handshakeLineBytes
        self.lineBytes = lineBytes
        self.depth = depth
        self.nodes = nodes
        self.answerBytes = answerBytes
        self.page = page
        self.outstandingRequests = outstandingRequests
        self.queueBytes = queueBytes
        self.sessions = sessions
    }
}
