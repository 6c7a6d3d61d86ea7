/// Lists every method and notification with summary, access and parameters.
public struct ProtocolDescribe: Request {
    public static let method = "protocol/describe"
    public static let summary = "Lists every method and notification with summary, access and parameters."

    /// Makes the message.
    public init() {}

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.methods, "methods", "The requests and the notifications that clients send."),
            .required(\.notifications, "notifications", "The notifications that the server sends."),
        ]

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
