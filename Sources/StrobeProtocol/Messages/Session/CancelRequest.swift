/// Cancels a request that is being handled.
public struct CancelRequest: ProtocolNotification {
    public static let method = "$/cancelRequest"
    public static let summary =
        "Cancels a request of this session; it is answered with the error `cancelled`, or as if it were not cancelled."
    public static let parameters: [MethodDescription.Member] = [
        .required("id", "RequestID", "The id of the request.")
    ]

    /// The id of the request.
    public var id: RequestID

    /// Makes the message.
    public init(id: RequestID) {
        self.id = id
    }
}
