/// The server ends this session; the connection closes after this line.
public struct ServerClosing: ProtocolNotification, Hashable {
    public static let method = "server/closing"
    public static let summary = "The server ends this session; the connection closes after this line."
    public static let members: Members = [
        .required(\.reason, "reason", "The reason, for people.")
    ]

    /// The reason, for people.
    public var reason: String

    /// Makes the message.
    public init(reason: String) {
        self.reason = reason
    }
}
