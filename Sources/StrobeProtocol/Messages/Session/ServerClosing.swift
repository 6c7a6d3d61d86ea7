/// Reports that the server ends this session.
public struct ServerClosing: ProtocolNotification, Hashable {
    public static let method = "server/closing"
    public static let summary = "The server ends this session; the connection closes after this line."
    public static let parameters: [MethodDescription.Member] = [
        .required("reason", "string", "Why, in words.")
    ]

    /// Why, in words.
    public var reason: String

    /// Makes the message.
    public init(reason: String) {
        self.reason = reason
    }
}
