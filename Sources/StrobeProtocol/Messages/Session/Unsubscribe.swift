/// Ends a subscription.
public struct Unsubscribe: Request {
    public static let method = "unsubscribe"
    public static let summary = "Ends a subscription; it sends nothing after the answer."
    public typealias Result = Empty
    public static let parameters: [MethodDescription.Member] = [
        .required("subscription", "string", "The id of the subscription.")
    ]

    /// The id of the subscription.
    public var subscription: String

    /// Makes the message.
    public init(subscription: String) {
        self.subscription = subscription
    }
}
