/// Ends a subscription; it sends nothing after the answer.
public struct Unsubscribe: Request {
    public static let method = "unsubscribe"
    public static let summary = "Ends a subscription; it sends nothing after the answer."
    public typealias Result = Empty
    public static let members: Members = [
        .required(\.subscription, "subscription", "The id of the subscription.")
    ]

    /// The id of the subscription.
    public var subscription: String

    /// Makes the message.
    public init(subscription: String) {
        self.subscription = subscription
    }
}
