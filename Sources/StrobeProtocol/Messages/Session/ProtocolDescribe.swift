/// Lists every method and notification.
public struct ProtocolDescribe: Request {
    public static let method = "protocol/describe"
    public static let summary = "Lists every method and notification with summary, access and parameters."
    public static let results: [MethodDescription.Member] = [
        .required("methods", "[MethodDescription]", "The requests and the notifications that clients send."),
        .required("notifications", "[MethodDescription]", "The notifications that the server sends."),
    ]

    /// Makes the message.
    public init() {}

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The requests and the notifications that clients send.
        public var methods: [MethodDescription]
        /// The notifications that the server sends.
        public var notifications: [MethodDescription]

        /// Makes the answer.
        public init(methods: [MethodDescription], notifications: [MethodDescription]) {
            self.methods = methods
            self.notifications = notifications
        }
    }
}
