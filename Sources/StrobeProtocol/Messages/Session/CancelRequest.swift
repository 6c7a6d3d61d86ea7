/// Cancels a request of this session; it is answered with the error `cancelled`, or as if it were not cancelled.
public struct CancelRequest: ProtocolNotification {
    public static let method = "$/cancelRequest"
    public static let summary =
        "Cancels a request of this session; it is answered with the error `cancelled`, or as if it were not cancelled."
    public static let members: Members = [
        .required(\.id, "id", "The id of the request.")
    ]

    /// The id of the request.
    public var id: RequestID

    /// Makes the message.
    public init(id: RequestID) {
        self.id = id
    }
}
